// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/convert.h"

#include <algorithm>
#include <bit>

#include "codec/convert/copy.h"
#include "codec/convert/packer.h"
#include "codec/reference/exponent.h"

namespace tritproof::convert {
namespace {

// Of two formats the wider unit holds whole groups of scales: K need not be asked for that
// (CONV-12).
static_assert(std::ranges::count_if(spec::kFormats, [](const spec::FormatRow& row) {
                return row.ternary && row.columns % spec::kScaleGroup != 0;
              }) == 1);

using container::Loaded;
using spec::RefusalName;

// e_ref of the rows of one strip of rows, from all their scales (PB16I-7).
Readable<std::vector<std::int32_t>> row_exponents(StripReader& reader, spec::Geometry geometry,
                                                  std::uint64_t n, std::uint64_t rows) {
  std::vector<reference::RowExponent> rule(rows);
  Strip strip;
  std::optional<container::CannotRun> trouble;
  for_each_region({rows, geometry.k}, [&](Region region) {
    region.n = n;
    const auto done = reader.read_scales(region, strip);
    if (!done) trouble = done.error();
    for (std::uint64_t r = 0; done && r < rows; ++r)
      for (std::uint64_t g = 0; g < strip.groups(); ++g)
        rule[r].see(strip.scales[r * strip.groups() + g]);
    return done.has_value();
  });
  if (trouble) return std::unexpected(*trouble);
  std::vector<std::int32_t> exponents(rows);
  std::ranges::transform(rule, exponents.begin(), &reference::RowExponent::value);
  return exponents;
}

Readable<void> write_exponents(std::span<const std::int32_t> exponents, std::uint64_t n,
                               UnitSink& ref) {
  Bytes raw(4 * exponents.size());
  for (std::size_t r = 0; r < exponents.size(); ++r)
    reference::store32(raw, 4 * r, std::bit_cast<std::uint32_t>(exponents[r]));
  return ref.put(4 * n, raw);
}

// One conversion under way.
struct Run {
  const StoredTensor& source;
  const spec::FormatRow& from;
  const spec::FormatRow& to;
  bool multipliers;
  reference::Ledger ledger;
  StripReader reader;
  StripPacker packer;
  Strip strip;
  std::vector<std::int32_t> exponents;
  Seen seen;

  Run(const StoredTensor& tensor, spec::Format target, const reference::Grid& from_grid,
      const reference::Grid& to_grid, const Options& options)
      : source(tensor),
        from(spec::row_of(tensor.format)),
        to(spec::row_of(target)),
        multipliers(from.side_table && to.side_table),
        reader(tensor, from_grid, multipliers, options.clamp_plus2, ledger),
        packer(target, to_grid, reader, ledger) {}

  Readable<void> prepare(const Region& region, UnitSink* ref) {
    if (!to.side_table || region.k != 0) return {};
    if (multipliers) {
      if (auto done = reader.read_scales(region, strip); !done) return done;
      exponents = strip.exponents;
    } else {
      auto derived = row_exponents(reader, source.geometry, region.n, region.rows);
      if (!derived) return std::unexpected(derived.error());
      exponents = *std::move(derived);
    }
    return write_exponents(exponents, region.n, *ref);
  }

  Readable<void> step(const Region& region, UnitSink& units, UnitSink* ref) {
    if (auto done = prepare(region, ref); !done) return done;
    if (auto done = reader.read(region, strip, seen); !done) return done;
    return packer.write(strip, multipliers, exponents, units);
  }
};

}  // namespace

Readable<void> MemorySink::put(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  if (offset > bytes_.size() || bytes.size() > bytes_.size() - offset)
    return std::unexpected(container::CannotRun{"a write past the end of the answer"});
  std::ranges::copy(bytes, bytes_.subspan(offset).begin());
  return {};
}

spec::Result<TargetSize> target_size(spec::Format source, spec::Format target,
                                     spec::Geometry geometry) {
  const spec::FormatRow& from = spec::row_of(source);
  const spec::FormatRow& to = spec::row_of(target);
  if (!from.ternary || !to.ternary)  // CONV-11
    return reference::refuse(RefusalName::NoSuchConversion, "two ternary formats",
                             std::string(from.name) + " to " + std::string(to.name));
  for (const spec::Format side : {source, target})  // CONV-12
    if (auto whole = reference::check_geometry(side, geometry); !whole)
      return std::unexpected(whole.error());
  if (auto grid = reference::grid_of(source, geometry); !grid) return std::unexpected(grid.error());
  const auto grid = reference::grid_of(target, geometry);
  if (!grid) return std::unexpected(grid.error());
  return TargetSize{grid->unit_bytes, grid->ref_bytes};
}

Loaded<Seen> convert(const StoredTensor& source, spec::Format target, const Options& options,
                     UnitSink& units, UnitSink* ref) {
  if (auto size = target_size(source.format, target, source.geometry); !size)
    return std::unexpected(size.error());
  const auto from = reference::grid_of(source.format, source.geometry);
  const auto to = reference::grid_of(target, source.geometry);
  if (source.format == target) return copy(source, *from, options, units, ref);
  Run run(source, target, *from, *to, options);
  std::optional<container::CannotRun> trouble;
  for_each_region(source.geometry, [&](const Region& region) {
    const auto done = run.step(region, units, ref);
    if (!done) trouble = done.error();
    return done.has_value();
  });
  if (trouble) return std::unexpected(*trouble);
  if (auto refusal = run.ledger.first()) return std::unexpected(*std::move(refusal));
  return run.seen;
}

spec::Result<Bytes> convert_bytes(spec::Format source, spec::Geometry geometry,
                                  std::span<const std::uint8_t> input, spec::Format target,
                                  const Options& options) {
  const auto size = target_size(source, target, geometry);
  if (!size) return std::unexpected(size.error());
  const auto grid = reference::grid_of(source, geometry);
  const std::uint64_t needed = grid->unit_bytes + grid->ref_bytes;
  if (input.size() != needed) return reference::refuse_size(needed, input.size());

  Bytes out(size->units + size->ref);
  const std::span<std::uint8_t> whole(out);
  MemorySink units(whole.first(size->units));
  MemorySink ref(whole.subspan(size->units));
  const auto payload = container::memory_source(input);
  const auto done =
      convert(stored_in(*payload, source, spec::Layout::standard, geometry, grid->unit_bytes),
              target, options, units, &ref);
  if (done) return out;
  if (const auto* refusal = std::get_if<spec::Refusal>(&done.error()))
    return std::unexpected(*refusal);
  return reference::refuse(RefusalName::Size, "an answer that fits", "memory ran out of bounds");
}

}  // namespace tritproof::convert
