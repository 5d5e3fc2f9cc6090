// SPDX-License-Identifier: Apache-2.0
#include "codec/convert/copy.h"

#include "codec/reference/unit.h"

namespace tritproof::convert {
namespace {

struct Copy {
  const StoredTensor& source;
  const Options& options;
  UnitSink& units;
  UnitSink* ref;
  reference::Ledger ledger;
  StripReader reader;
  Strip strip;
  Seen seen;

  Copy(const StoredTensor& tensor, const reference::Grid& grid, const Options& how, UnitSink& to,
       UnitSink* to_ref)
      : source(tensor),
        options(how),
        units(to),
        ref(to_ref),
        reader(tensor, grid, spec::row_of(tensor.format).side_table, how.clamp_plus2, ledger) {}

  Readable<void> put_unit(std::uint64_t i, std::uint64_t j) {
    const reference::InputBytes stored = reader.units().unit(i, j);
    Bytes unit(stored.begin(), stored.end());
    if (options.clamp_plus2 && reader.units().row().code3 == spec::Code3::plus_two)
      reference::codec_of(source.format)
          .visit_codes(stored, source.layout, [&unit](const reference::CodeAt& at) {
            if (at.code == 2)
              unit[at.byte] = static_cast<std::uint8_t>(unit[at.byte] ^ 1u << at.bit);
          });
    return units.put(reader.units().offset_of(i, j), unit);
  }

  Readable<void> put_exponents(const Region& region) {
    Bytes raw(4 * region.rows);
    if (auto done = source.ref->read(source.ref_offset + 4 * region.n, raw); !done) return done;
    return ref->put(4 * region.n, raw);
  }

  Readable<void> step(const Region& region) {
    if (auto done = reader.read_codes(region, strip, seen); !done) return done;
    for (std::uint64_t i = 0; i < reader.units().down(); ++i)
      for (std::uint64_t j = 0; j < reader.units().across(); ++j)
        if (auto done = put_unit(i, j); !done) return done;
    if (reader.units().row().side_table && region.k == 0) return put_exponents(region);
    return {};
  }
};

}  // namespace

container::Loaded<Seen> copy(const StoredTensor& source, const reference::Grid& grid,
                             const Options& options, UnitSink& units, UnitSink* ref) {
  Copy run(source, grid, options, units, ref);
  std::optional<container::CannotRun> trouble;
  for_each_region(source.geometry, [&](const Region& region) {
    const auto done = run.step(region);
    if (!done) trouble = done.error();
    return done.has_value();
  });
  if (trouble) return std::unexpected(*trouble);
  if (auto refusal = run.ledger.first()) return std::unexpected(*std::move(refusal));
  return run.seen;
}

}  // namespace tritproof::convert
