// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "spec/formats.h"
#include "spec/ops.h"

/// What a kernel answers and what each of its arguments is: a text of key=value lines that the
/// author of the kernel writes, since no two kernels agree on it. README.md lists the keys.
namespace tritproof::xdna {

/// How a kernel gets onto the device.
enum class Flow : std::uint8_t {
  elf,         ///< one full ELF; arguments are buffers from 0
  xclbin,      ///< an xclbin, and a file of instructions that is passed as a buffer
  xclbin_elf,  ///< an xclbin, and the instructions as an ELF of their own
};
inline constexpr std::array<std::string_view, 3> kFlowNames{"elf", "xclbin", "xclbin-elf"};

/// What an argument holds.
enum class Role : std::uint8_t {
  stream,             ///< whole tiles in the order of the format
  codes,              ///< their code areas alone, tile after tile
  multipliers,        ///< their multiplier areas alone
  activations,        ///< int8 [m][k]
  output,             ///< what the op answers, row-major
  instructions,       ///< the file of instructions (flow xclbin)
  instruction_count,  ///< its 4-byte words, passed as u32
  u32,                ///< a constant
  u64,                ///< a constant
};
inline constexpr std::array<std::string_view, 9> kRoleNames{
    "stream", "codes", "multipliers", "activations", "output", "instructions", "instruction-count",
    "u32",    "u64"};

constexpr bool is_tensor(Role role) { return role <= Role::output; }

struct Argument {
  Role role{};
  std::uint64_t number = 0;  ///< a tensor's buffer size in bytes, or a constant's value
};

/// One kernel. A launch covers exactly n x k weights, and m rows for replay.
struct ArgumentMap {
  Flow flow = Flow::elf;
  std::string file;          ///< the ELF or xclbin
  std::string instructions;  ///< the other file of the xclbin flows
  std::string kernel;        ///< its name in the file: "main:sequence", "MLIR_AIE"
  spec::Op op = spec::Op::replay;
  spec::Format format = spec::Format::t2s;
  spec::ReplayMode mode = spec::ReplayMode::i64;
  spec::Narrowing narrowing = spec::Narrowing::exact;
  bool raw = false;  ///< reserved codes are sent to the device; else the runner refuses them
  std::uint64_t n = 0;
  std::uint64_t k = 0;
  std::uint64_t m = 0;              ///< 0 for expand
  std::vector<Argument> arguments;  ///< by index

  [[nodiscard]] std::uint64_t tiles() const { return n / 32 * (k / 256); }
};

/// Bytes that a tensor has in one launch.
[[nodiscard]] std::uint64_t tensor_bytes(const ArgumentMap& map, Role role);

/// Why a map is refused: line from 1, and the key that is wrong or missing.
struct MapError {
  std::size_t line = 0;
  std::string key;
  std::string what;

  [[nodiscard]] std::string text() const {
    return "line " + std::to_string(line) + ", " + key + ": " + what;
  }
};

inline constexpr std::size_t kMaxMapBytes = 64u << 10;
inline constexpr std::uint64_t kMaxBufferBytes = 128u << 20;

/// Strict: unknown, repeated and missing keys, and values that do not go together, are refused.
[[nodiscard]] std::expected<ArgumentMap, MapError> parse_argument_map(std::string_view text);

/// The same map as text that parses back to it.
[[nodiscard]] std::string text_of(const ArgumentMap& map);

}  // namespace tritproof::xdna
