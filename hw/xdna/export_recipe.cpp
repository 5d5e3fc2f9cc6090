// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/export_recipe.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "hw/xdna/plan.h"

namespace tritproof::xdna {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Wrong = std::optional<std::string>;

constexpr std::uint64_t kPoison = 0x9e3779b97f4a7c15u;
constexpr std::string_view kKernel = "kernel";

constexpr std::string_view kPlain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

/// What a vector's folder is called: anything but [A-Za-z0-9._-] as %XX, and no leading dot.
std::string folder_name(std::string_view id) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : id) {
    const auto byte = static_cast<unsigned char>(c);
    if (kPlain.find(c) != std::string_view::npos || (c == '.' && !out.empty()))
      out += c;
    else
      ((out += '%') += digits[byte >> 4]) += digits[byte & 15];
  }
  return out;
}

Wrong write(const fs::path& path, std::span<const std::uint8_t> bytes) {
  std::ofstream out(path, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return path.string() + " cannot be written";
  return std::nullopt;
}

Wrong write(const fs::path& path, std::string_view text) {
  return write(path, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

std::string name_of(Role role) { return std::string(kRoleNames[std::to_underlying(role)]); }

std::string base_name(const std::string& path) { return fs::path(path).filename().string(); }

/// Why XRT's runner cannot follow a map. Its constants are ints, and it loads no instructions but
/// as an ELF.
Wrong unfit(const ArgumentMap& map) {
  if (map.flow == Flow::xclbin) return "xrt-runner has no buffer of instructions (flow xclbin)";
  for (const std::string& path : {map.file, map.instructions})
    if (folder_name(base_name(path)) != base_name(path))
      return "the name " + base_name(path) + " does not go into a script as it is";
  for (const Argument& argument : map.arguments)
    if (!is_tensor(argument.role) && argument.number > std::numeric_limits<int>::max())
      return "xrt-runner's constants are ints, and " + std::to_string(argument.number) + " is none";
  return std::nullopt;
}

/// Whether the vector is one for a kernel at all, and of a size that a buffer may have.
bool exportable(const ExportVector& vector) {
  constexpr std::uint64_t most = 1u << 20;
  const bool asked = vector.op == spec::Op::expand || vector.op == spec::Op::replay;
  const auto [n, k] = vector.geometry;
  return asked && spec::defined(vector.op, vector.format) && n <= most && k <= most &&
         vector.m <= most && vector.input.size() <= kMaxBufferBytes;
}

bool same_launch(const ArgumentMap& map, const ExportVector& vector) {
  const bool replays = map.op == spec::Op::replay;
  const bool narrows = replays && map.format == spec::Format::pb16i;
  return map.op == vector.op && map.format == vector.format &&
         spec::Geometry{map.n, map.k} == vector.geometry && (!replays || map.m == vector.m) &&
         (!replays || map.mode == vector.flags.mode) &&
         (!narrows || map.narrowing == vector.flags.narrowing);
}

/// The recipe: one context, one kernel, one run. `header` and a run's `name` are what both the
/// published schema and the program itself take.
Json recipe_of(const ArgumentMap& map) {
  Json buffers = Json::array(), arguments = Json::array(), constants = Json::array();
  for (std::size_t i = 0; i < map.arguments.size(); ++i) {
    const auto& [role, number] = map.arguments[i];
    if (!is_tensor(role)) {
      constants.push_back({{"value", number}, {"type", "int"}, {"argidx", i}});
      continue;
    }
    buffers.push_back({{"name", name_of(role)},
                       {"type", role == Role::output ? "output" : "input"},
                       {"size", number}});
    arguments.push_back({{"name", name_of(role)}, {"argidx", i}});
  }
  Json kernel{{"name", kKernel}, {"instance", map.kernel}};
  if (map.flow == Flow::xclbin_elf) kernel["ctrlcode"] = base_name(map.instructions);
  Json run{{"name", kKernel}, {"arguments", arguments}};
  if (!constants.empty()) run["constants"] = constants;
  return {{"version", "1.0"},
          {"header", {{map.flow == Flow::elf ? "program" : "xclbin", base_name(map.file)}}},
          {"resources", {{"buffers", buffers}, {"kernels", Json::array({kernel})}}},
          {"execution", {{"runs", Json::array({run})}}}};
}

/// The profile: every input from its file, the output from poison, and then compared byte by byte.
/// Sizes stand beside files, because a file without one fills nothing.
Json profile_of(const ArgumentMap& map, const std::string& name, std::uint64_t expected) {
  Json bindings = Json::array();
  for (const auto& [role, number] : map.arguments) {
    if (!is_tensor(role)) continue;
    Json binding{{"name", name_of(role)}, {"size", number}};
    if (role == Role::output) {
      binding["init"] = {{"stride", 8}, {"value", kPoison}};
      binding["validate"] = {{"file", name + "/golden.bin"}, {"begin", 0}, {"end", expected}};
    } else {
      binding["init"] = {{"file", name + "/" + name_of(role) + ".bin"}};
    }
    bindings.push_back(binding);
  }
  const Json validate{{"name", "validate"}, {"mode", "validate"}, {"iterations", 1}};
  return {{"version", "1.0"}, {"bindings", bindings}, {"executions", Json::array({validate})}};
}

Wrong write_buffers(const fs::path& folder, const ArgumentMap& map, const ExportVector& vector) {
  const Plan plan(map, vector.geometry, vector.m, vector.input);
  for (const auto& [role, number] : map.arguments) {
    if (!is_tensor(role)) continue;
    std::vector<std::uint8_t> bytes(number);
    if (role == Role::output)
      std::ranges::copy(vector.expected, bytes.begin());  // golden data are as long as the buffer
    else
      plan.fill(0, role, bytes);
    const std::string file = role == Role::output ? "golden" : name_of(role);
    if (Wrong wrong = write(folder / (file + ".bin"), bytes)) return wrong;
  }
  return std::nullopt;
}

Wrong write_vector(const fs::path& folder, const ArgumentMap& map, const ExportVector& vector) {
  const std::uint64_t input =
      tensor_bytes(map, Role::stream) + (map.op == spec::Op::replay ? map.m * map.k : 0);
  if (vector.input.size() != input || vector.expected.size() != tensor_bytes(map, Role::output))
    return vector.id + ": not the bytes that its shape needs";
  const std::string name = folder_name(vector.id);
  std::error_code error;
  if (name.empty() || !fs::create_directory(folder / name, error))
    return "'" + name + "' is empty, there already, or cannot be made";
  if (Wrong wrong = write(folder / name / "recipe.json", recipe_of(map).dump(2) + "\n"))
    return wrong;
  if (Wrong wrong = write(folder / name / "profile.json",
                          profile_of(map, name, vector.expected.size()).dump(2) + "\n"))
    return wrong;
  return write_buffers(folder / name, map, vector);
}

/// xrt-runner's own list of jobs leaves out what it cannot set up, and still ends well: so each
/// vector gets a process, which is counted and has a time limit.
constexpr std::string_view kScript = R"sh(
set -u
cd "$(dirname "$0")" || exit 3
runner=${XRT_RUNNER:-xrt-runner}
command -v "$runner" >/dev/null || { echo "$runner is not there" >&2; exit 3; }
for file in $files; do
  [ -f "$file" ] || { echo "put $file into this folder" >&2; exit 3; }
done
passed=0
while read -r id; do
  if timeout -s KILL "${LIMIT:-90}" "$runner" --recipe "$id/recipe.json" \
    --profile "$id/profile.json" --dir . --mode validate </dev/null; then
    passed=$((passed + 1))
  else
    echo "FAIL $id"
  fi
done <vectors.txt
echo "$passed of $vectors passed"
[ "$passed" -eq "$vectors" ]
)sh";

std::string script_of(const std::set<std::string>& files, std::size_t count) {
  std::string text =
      "#!/bin/sh\n# SPDX-License-Identifier: Apache-2.0\n"
      "# Puts each vector of this folder to XRT's own runner. XRT_RUNNER names the program, LIMIT\n"
      "# the seconds that one may take. Exit status: 0 all passed; 1 some did not; 3 cannot run.\n"
      "files='";
  for (const std::string& file : files) text += (text.back() == '\'' ? "" : " ") + file;
  return ((text += "'\nvectors=") += std::to_string(count)) += kScript;
}

}  // namespace

ArgumentMap plain_map(const ExportVector& vector) {
  ArgumentMap map;
  map.file = "kernel.elf";
  map.kernel = "main:sequence";
  map.op = vector.op;
  map.format = vector.format;
  map.mode = vector.flags.mode;
  map.narrowing = vector.flags.narrowing;
  map.n = vector.geometry.n;
  map.k = vector.geometry.k;
  map.m = vector.op == spec::Op::replay ? vector.m : 0;
  map.arguments.push_back({Role::stream, tensor_bytes(map, Role::stream)});
  if (vector.op == spec::Op::replay)
    map.arguments.push_back({Role::activations, tensor_bytes(map, Role::activations)});
  map.arguments.push_back({Role::output, tensor_bytes(map, Role::output)});
  return map;
}

std::expected<Exported, std::string> export_xrt_recipes(const fs::path& folder,
                                                        std::span<const ExportVector> vectors,
                                                        const ArgumentMap* map) {
  if (map != nullptr)
    if (Wrong wrong = unfit(*map)) return std::unexpected(*wrong);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error || !fs::is_empty(folder, error))
    return std::unexpected(folder.string() + " cannot be made, or is not empty");
  Exported exported;
  std::set<std::string> files;
  std::string list;
  for (const ExportVector& vector : vectors) {
    const ArgumentMap own = map != nullptr ? *map : plain_map(vector);
    if (!exportable(vector) || !same_launch(own, vector)) {
      ++exported.left_out;
      continue;
    }
    if (Wrong wrong = write_vector(folder, own, vector)) return std::unexpected(*wrong);
    files.insert(base_name(own.file));
    if (own.flow == Flow::xclbin_elf) files.insert(base_name(own.instructions));
    list += folder_name(vector.id) + "\n";
    ++exported.written;
  }
  if (exported.written == 0) return std::unexpected("no vector is of this kernel's shape");
  if (Wrong wrong = write(folder / "vectors.txt", list)) return std::unexpected(*wrong);
  if (Wrong wrong = write(folder / "run.sh", script_of(files, exported.written)))
    return std::unexpected(*wrong);
  fs::permissions(folder / "run.sh", fs::perms(0755), error);
  if (error) return std::unexpected("cannot make run.sh executable: " + error.message());
  return exported;
}

}  // namespace tritproof::xdna
