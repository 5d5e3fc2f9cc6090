// SPDX-License-Identifier: Apache-2.0
// replay: the integer arithmetic of the kernel on t2s and pb16i.
#include <algorithm>
#include <array>

#include "decoder.h"
#include "extent.h"
#include "formats.h"
#include "numbers.h"
#include "places.h"

namespace second {

namespace {

// "g = k/32 over the whole K"
constexpr std::uint64_t group_columns = 32;

using GroupCodes = std::array<std::int32_t, group_columns>;

std::int64_t clamp_to(std::int64_t value, std::int64_t power) {
  return std::clamp(value, -power, power - 1);
}

// Modulo a power of two, "as signed": division and remainder only, no conversion that wraps.
// The number in [-range/2, range/2) that differs from `value` by a multiple of `range`.
std::int64_t wrap_to(std::int64_t value, std::int64_t range) {
  const std::int64_t rest = ((value % range) + range) % range;
  return rest < range / 2 ? rest : rest - range;
}

// "P narrowed to int16: `exact`, `wrap16`, `sat16`. |P| <= 4096 for ternary codes (so the three
// agree), <= 32768 for pb16i, one above int16."
std::int64_t narrowed(std::int64_t p, Narrowing narrowing) {
  if (narrowing == Narrowing::wrap16) {
    return wrap_to(p, 65536);
  }
  return narrowing == Narrowing::sat16 ? clamp_to(p, 32768) : p;
}

// "activations int8 A[m][k]"; "P(m,n,g) = sum over the 32 k of group g of A*code, int32"
// 32 products of at most 128 * 8 stay far inside int32.
std::int32_t group_sum(const Tensor& tensor, std::uint64_t m, std::uint64_t first_k,
                       const GroupCodes& codes) {
  std::int32_t p = 0;
  for (std::uint64_t j = 0; j < group_columns; ++j) {
    const std::uint64_t at = m * tensor.columns + first_k + j;
    p += twos_complement(u8_at(tensor.bytes, at), 8) * codes[j];
  }
  return p;
}

// "`sat32-step` clamped to int32 after each group, g ascending"
// The other modes need the exact sum; "The i64 sum cannot overflow for any K that fits in memory."
std::int64_t added(std::int64_t total, std::int64_t term, Mode mode) {
  const std::int64_t next = total + term;
  return mode == Mode::sat32_step ? clamp_to(next, std::int64_t{1} << 31) : next;
}

// "`i64` exact; `wrap32` modulo 2^32; ... `sat32-end` the exact sum clamped"
std::int64_t finished(std::int64_t total, Mode mode) {
  if (mode == Mode::wrap32) {
    return wrap_to(total, std::int64_t{1} << 32);
  }
  return mode == Mode::sat32_end ? clamp_to(total, std::int64_t{1} << 31) : total;
}

// One call of replay(), past every refusal. The rows of A begin at byte 0, the tiles behind them.
struct Job {
  Tensor tensor;
  const Integers* integers;
  std::uint64_t m;
  Mode mode;
  Narrowing narrowing;
};

// "out(m,n) = sum over g of P * ms, with ms(n, g/4) for t2s and ms(n, g) for pb16i": the multiplier
// of the group's columns, whichever format it is.
void add_group(const Job& job, std::uint64_t n, std::uint64_t first_k,
               std::vector<std::int64_t>& out) {
  GroupCodes codes{};
  for (std::uint64_t j = 0; j < group_columns; ++j) {
    codes[j] = job.integers->code(job.tensor, n, first_k + j);
  }
  const std::int64_t ms = job.integers->multiplier(job.tensor, n, first_k);
  for (std::uint64_t m = 0; m < job.m; ++m) {
    const std::int64_t p = narrowed(group_sum(job.tensor, m, first_k, codes), job.narrowing);
    std::int64_t& total = out[m * job.tensor.rows + n];
    total = added(total, p * ms, job.mode);
  }
}

// Groups are taken in ascending order for every (m, n), which is what sat32-step depends on.
// Pinned: "[M][N]", so out(m, n) is entry m * N + n.
std::vector<std::int64_t> run(const Job& job) {
  std::vector<std::int64_t> out(job.m * job.tensor.rows);
  for (std::uint64_t n = 0; n < job.tensor.rows; ++n) {
    for (std::uint64_t k = 0; k < job.tensor.columns; k += group_columns) {
      add_group(job, n, k, out);
    }
  }
  for (std::int64_t& total : out) {
    total = finished(total, job.mode);
  }
  return out;
}

// "A reserved code is refused" by replay as by decode: "convert, encode, expand and replay refuse."
// The geometry, the sizes and the reserved codes. Pinned: "M == 0 in replay is Geometry."
Answer<Tensor> open(const Format& format, std::uint64_t n, std::uint64_t k, std::uint64_t m,
                    Bytes input) {
  if (m == 0) {
    return std::unexpected(refuse_whole("Geometry"));
  }
  Answer<Tensor> tensor = lay_out(format, n, k, input, Surroundings{m, false});
  const auto answer_bytes = product(product(m, n), sizeof(std::int64_t));
  if (tensor && (!answer_bytes || *answer_bytes / 8 > std::vector<std::int64_t>().max_size())) {
    return std::unexpected(refuse_whole("Size"));
  }
  if (tensor) {
    PlaceList reserved;
    format.integers->find_reserved(*tensor, reserved);
    if (!reserved.empty()) {
      return std::unexpected(reserved.refusal("ReservedCode"));
    }
  }
  return tensor;
}

}  // namespace

Answer<std::vector<std::int64_t>> replay(std::string_view format, std::uint64_t n, std::uint64_t k,
                                         std::uint64_t m, std::span<const std::uint8_t> input,
                                         Mode mode, Narrowing narrowing) {
  const Format* found = find_format(format);
  // Pinned: "An unknown format name, or expand/replay of a format that has no such op:
  // NoSuchConversion."
  if (found == nullptr || found->integers == nullptr) {
    return std::unexpected(refuse_whole("NoSuchConversion"));
  }
  const Answer<Tensor> tensor = open(*found, n, k, m, input);
  if (!tensor) {
    return std::unexpected(tensor.error());
  }
  return run(Job{*tensor, found->integers, m, mode, narrowing});
}

}  // namespace second
