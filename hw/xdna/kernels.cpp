// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/kernels.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace tritproof::xdna {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxInstructionBytes = 64u << 20;

std::unexpected<std::string> fail(const fs::path& path, const std::string& what) {
  return std::unexpected(path.string() + ": " + what);
}

std::expected<std::vector<std::uint8_t>, std::string> read_file(const fs::path& path,
                                                                std::uint64_t most) {
  std::error_code error;
  const std::uintmax_t size = fs::is_regular_file(path, error) ? fs::file_size(path, error) : 0;
  if (error || !fs::is_regular_file(path, error)) return fail(path, "no such file");
  if (size > most) return fail(path, "more than " + std::to_string(most) + " bytes");
  std::ifstream in(path, std::ios::binary);
  std::vector<std::uint8_t> bytes(size);
  in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!in || static_cast<std::uintmax_t>(in.gcount()) != size) return fail(path, "cannot be read");
  return bytes;
}

std::expected<Kernel, std::string> load(const fs::path& path) {
  const auto text = read_file(path, kMaxMapBytes);
  if (!text) return std::unexpected(text.error());
  auto map = parse_argument_map({reinterpret_cast<const char*>(text->data()), text->size()});
  if (!map) return fail(path, map.error().text());
  std::error_code error;
  const fs::path folder = fs::absolute(path, error).parent_path();
  map->file = (folder / map->file).string();
  if (!fs::is_regular_file(map->file, error)) return fail(map->file, "no such file");
  Kernel kernel{std::move(*map), {}};
  if (kernel.map.flow == Flow::elf) return kernel;
  kernel.map.instructions = (folder / kernel.map.instructions).string();
  auto instructions = read_file(kernel.map.instructions, kMaxInstructionBytes);
  if (!instructions) return std::unexpected(instructions.error());
  if (kernel.map.flow != Flow::xclbin) return kernel;
  if (instructions->empty() || instructions->size() % 4 != 0)
    return fail(kernel.map.instructions, "not whole 4-byte words");
  kernel.instructions = std::move(*instructions);
  return kernel;
}

/// Why two kernels cannot be in one runner.
std::optional<std::string> clash(const ArgumentMap& a, const ArgumentMap& b) {
  if (a.op == b.op && a.format == b.format) return "a second kernel for this op and format";
  const bool both = a.op == spec::Op::replay && b.op == spec::Op::replay;
  if (both && (a.mode != b.mode || a.narrowing != b.narrowing))
    return "another mode or narrowing than that of the kernel before it";
  if (a.format == spec::Format::t2s && b.format == spec::Format::t2s && a.raw != b.raw)
    return "another policy for reserved codes than that of the kernel before it";
  return std::nullopt;
}

void add_policy(protocol::Hello& hello, protocol::Policy policy) {
  if (std::ranges::find(hello.policies, policy) == hello.policies.end())
    hello.policies.push_back(std::move(policy));
}

}  // namespace

std::expected<std::vector<Kernel>, std::string> load_kernels(std::span<const fs::path> maps) {
  std::vector<Kernel> kernels;
  for (const fs::path& path : maps) {
    auto kernel = load(path);
    if (!kernel) return std::unexpected(kernel.error());
    for (const Kernel& before : kernels)
      if (const auto why = clash(before.map, kernel->map)) return fail(path, *why);
    kernels.push_back(std::move(*kernel));
  }
  if (kernels.empty()) return std::unexpected("no argument map was given");
  return kernels;
}

protocol::Hello hello_of(std::span<const Kernel> kernels) {
  constexpr std::string_view narrowings[] = {"exact", "wrap16", "sat16"};
  protocol::Hello hello;
  hello.poison = true;
  for (const Kernel& kernel : kernels) {
    const ArgumentMap& map = kernel.map;
    hello.ops.push_back({map.op, map.format});
    hello.max_k = std::min(hello.max_k.value_or(map.k), map.k);
    if (map.op == spec::Op::replay) {
      hello.modes = {map.mode};
      add_policy(hello, {"narrowing", std::string(narrowings[std::to_underlying(map.narrowing)])});
    }
    if (map.format == spec::Format::t2s) add_policy(hello, {"reserved", map.raw ? "+2" : "refuse"});
  }
  return hello;
}

}  // namespace tritproof::xdna
