// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "props/mutants/model.h"

namespace tritproof::mutants {
namespace {

// The codes of a whole tensor, row-major.
std::vector<std::int8_t> all_codes(const Model& model, const Tensor& tensor) {
  std::vector<std::int8_t> codes(tensor.whole.n * tensor.whole.k);
  for (std::uint64_t u = 0; u < tensor.units; ++u) {
    const At first = tensor.at(u);
    const std::uint64_t offset = model.unit_offset(first);
    for (std::uint32_t r = 0; r < tensor.row->rows; ++r)
      for (std::uint32_t c = 0; c < tensor.row->columns; ++c) {
        const At at = Tensor::inside(first, r, c);
        codes[at.n * tensor.whole.k + at.k] =
            static_cast<std::int8_t>(code_at(model, tensor, offset, at));
      }
  }
  return codes;
}

struct Replay {
  const Model& model;
  const Request& request;
  const Tensor& tensor;
  std::vector<std::int8_t> codes;

  [[nodiscard]] std::int64_t partial(std::uint64_t m, std::uint64_t n, std::uint64_t g) const {
    std::int64_t p = 0;
    for (std::uint64_t k = g * model.run; k < (g + 1) * model.run; ++k) {
      const std::uint64_t a = model.activation(m, k, request.m, request.geometry);
      p = model.add_product(p, model.activation_value(request.input[a]),
                            codes[n * request.geometry.k + k]);
    }
    return p;
  }

  [[nodiscard]] std::int64_t sum(std::uint64_t m, std::uint64_t n) const {
    const std::uint64_t groups = request.geometry.k / model.run;
    std::int64_t total = 0;
    for (std::uint64_t i = 0; i < groups; ++i) {
      const std::uint64_t g = model.descending ? groups - 1 - i : i;
      if (!model.group_counts(g, groups)) continue;
      const spec::FormatRow& row = *tensor.row;
      const std::uint64_t k = g * model.run;
      const At at{&row,
                  Layout::standard,
                  request.geometry,
                  n,
                  k,
                  static_cast<std::uint32_t>(n % row.rows),
                  static_cast<std::uint32_t>(k % row.columns)};
      const std::int64_t ms = model.multiplier_value(pattern_at(model, tensor, at));
      const std::int64_t p = model.narrow(partial(m, n, g), request.flags.narrowing);
      total = model.accumulate(total, model.term(p, ms), request.flags.mode, i);
    }
    return model.finish(total, request.flags.mode);
  }
};

}  // namespace

Outcome replay(const Model& model, const Request& request) {
  const spec::FormatRow& row = spec::row_of(request.format);
  constexpr std::uint64_t most_sums = std::uint64_t{1} << 28;
  if (request.m != 0 && request.geometry.n > most_sums / request.m)
    return refusal(RefusalName::Size);
  if (!model.rows_needed(request.m)) return refusal(RefusalName::Geometry);
  const std::uint64_t activations = request.m * request.geometry.k;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (request.geometry.k != 0 && request.m > most / 16 / request.geometry.k)
    return refusal(RefusalName::Size);
  const std::uint64_t ahead = std::min<std::uint64_t>(activations, request.input.size());
  const auto tensor =
      open(model, row, request.geometry, Layout::standard, request.input.subspan(ahead), false);
  if (!tensor) return tensor.error();
  Notes notes(model);
  if (model.refuses_threes(Op::replay, row.id)) note_reserved(model, *tensor, activations, notes);
  if (auto told = notes.verdict()) return *std::move(told);

  const Replay run{model, request, *tensor, all_codes(model, *tensor)};
  const std::size_t width = request.flags.mode == spec::ReplayMode::i64 ? 8 : 4;
  Bytes out(request.m * request.geometry.n * width);
  for (std::uint64_t m = 0; m < request.m; ++m)
    for (std::uint64_t n = 0; n < request.geometry.n; ++n) {
      const auto word = static_cast<std::uint64_t>(run.sum(m, n));
      const std::uint64_t at = model.sum_index(m, n, request.m, request.geometry) * width;
      for (std::size_t b = 0; b < width; ++b)
        out[at + b] = static_cast<std::uint8_t>(word >> (8 * b));
    }
  return out;
}

}  // namespace tritproof::mutants
