// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "props/domains/asker.h"
#include "props/domains/domains.h"
#include "props/domains/payloads.h"

/// Every pair of formats: what converts, what is refused, and where the refusal stands.
namespace tritproof::props {
namespace {

using spec::Format;

bool converts(Format format) { return spec::defined(spec::Op::convert, format); }

/// Asks for all conversions of one source.
class Conversions {
 public:
  Conversions(Asker& asker, const spec::FormatRow& row) : asker_(asker), row_(row) {}

  void all(const std::string& why, spec::Geometry geometry, const Bytes& tensor) {
    if (tensor.empty()) return;  // the source cannot hold it
    for (const spec::FormatRow& target : spec::kFormats)
      for (const bool clamp : {false, true}) {
        if (clamp && row_.code3 == spec::Code3::none) continue;
        if (row_.ternary && !target.ternary && asked_++ >= 6) continue;  // CONV-11 twice is enough
        spec::Flags flags;
        flags.target = target.id;
        flags.clamp = clamp;
        asker_.ask(why + ", to " + std::string(target.name) + (clamp ? ", clamped" : ""),
                   spec::Op::convert, geometry, tensor, flags);
      }
  }

 private:
  Asker& asker_;
  const spec::FormatRow& row_;
  std::uint64_t asked_ = 0;
};

// Scales of one binade, so that they fit multipliers; the same for each 256 k.
std::uint16_t shared_half(std::uint64_t n, std::uint64_t k) {
  const std::uint64_t serial = n * 3 + k / 256 * 97;
  return static_cast<std::uint16_t>((serial % 2 << 15) | (0x3c00 + serial * 5 % 0x400));
}

void good(Conversions& ask, const spec::FormatRow& row) {
  for (const spec::Geometry geometry : {spec::Geometry{32, 256}, spec::Geometry{64, 768}})
    ask.all("good", geometry, ternary_tensor(row, geometry, shared_half));
  const spec::Geometry lone{3, 512};
  if (!row.is_tile())
    ask.all("no whole tiles of rows", lone, ternary_tensor(row, lone, shared_half));
  const spec::Geometry narrow{32, row.columns};
  if (!row.is_tile() && row.columns < 256)
    ask.all("no whole tiles of columns", narrow, ternary_tensor(row, narrow, shared_half));
}

// One scale unlike its neighbours, in the first or the last group.
void unequal(Conversions& ask, const spec::FormatRow& row) {
  const spec::Geometry geometry{64, 512};
  for (const std::uint64_t step : {64u, 128u})
    for (const bool last : {false, true}) {
      const std::uint64_t n = last ? geometry.n - 1 : 0, k = last ? geometry.k - step : step;
      ask.all("one unequal scale of " + std::to_string(step), geometry,
              ternary_tensor(row, geometry, [&](std::uint64_t row_n, std::uint64_t at) {
                const std::uint16_t shared = shared_half(row_n, at);
                const bool here = row_n == n && at >= k && at < k + step;
                return static_cast<std::uint16_t>(here ? shared ^ 1 : shared);
              }));
    }
}

void edge_scales(Conversions& ask, const spec::FormatRow& row) {
  const spec::Geometry geometry{32, 256};
  for (const std::uint16_t edge : edge_halves()) {
    ask.all("all scales " + std::to_string(edge), geometry,
            ternary_tensor(row, geometry, [edge](std::uint64_t, std::uint64_t) { return edge; }));
    ask.all("the last scales " + std::to_string(edge), geometry,
            ternary_tensor(row, geometry, [edge](std::uint64_t n, std::uint64_t k) {
              return n == 31 ? edge : shared_half(n, k);
            }));
  }
  ask.all("a wide spread", geometry, ternary_tensor(row, geometry, [](auto n, auto k) {
            return static_cast<std::uint16_t>(n == 7 && k >= 128 ? 0x0001 : 0x3c00);
          }));
}

// Bytes of the codes take `byte` at the first, the last or every place.
void spoilt_codes(Conversions& ask, const spec::FormatRow& row, std::uint8_t mask,
                  const std::string& why) {
  const spec::Geometry geometry{64, 512};
  const Bytes clean = ternary_tensor(row, geometry, shared_half);
  std::vector<std::uint64_t> places;
  for (std::uint64_t u = 0; u < units_in(row, geometry); ++u)
    for (const spec::Field& field : spec::fields_of(row))
      for (std::uint32_t i = 0; is_codes(field) && i < field.bytes; ++i)
        places.push_back(u * row.bytes + field.offset + i);
  for (const std::uint64_t at : {places.front(), places.back(), places[places.size() / 2]})
    for (const std::uint8_t low : {mask, static_cast<std::uint8_t>(mask << 4)}) {
      Bytes one = clean;
      one[at] = static_cast<std::uint8_t>(one[at] | low);
      ask.all(why + " at byte " + std::to_string(at), geometry, one);
    }
  Bytes many = clean;
  for (const std::uint64_t at : places) many[at] = static_cast<std::uint8_t>(many[at] | mask);
  ask.all(why + " everywhere", geometry, many);
}

void odd_digits(Conversions& ask, const spec::FormatRow& row) {
  const spec::Geometry geometry{32, 512};
  Bytes tensor = ternary_tensor(row, geometry, shared_half);
  put_codes(row, geometry, tensor, [](const spec::Field&, std::uint64_t serial) {
    return static_cast<std::uint8_t>(serial);
  });
  ask.all("every base-3 byte", geometry, tensor);
}

// Word `slot` of the multipliers of a tile takes another value.
void unequal_multipliers(Conversions& ask, const spec::FormatRow& row) {
  const spec::Geometry geometry{64, 512};
  const Bytes clean = ternary_tensor(row, geometry, shared_half);
  const std::uint64_t last = (units_in(row, geometry) - 1) * row.bytes;
  for (std::uint64_t s = 0; s < 4; ++s)  // PB16I-2
    for (const std::uint64_t at : {4096 + 32 * s, last + 4096 + 2 * (16 * (12 + s) + 15)}) {
      Bytes one = clean;
      laws::store_word(one, at, 2, laws::load_word(one, at, 2) + 1);
      ask.all("multiplier " + std::to_string(s) + " of four differs", geometry, one);
    }
}

void integer_scales(Conversions& ask, const spec::FormatRow& row) {
  const spec::Geometry geometry{32, 256};
  const Bytes clean = ternary_tensor(row, geometry, shared_half);
  const auto with = [&](int ms, std::int32_t e_ref) {
    Bytes tensor = clean;
    put_scales(row, geometry, tensor,
               [ms](const spec::Field&, std::uint64_t) { return static_cast<std::uint16_t>(ms); });
    put_exponents(row, geometry, tensor, [e_ref](std::uint64_t n) { return n == 31 ? -3 : e_ref; });
    return tensor;
  };
  for (const int ms : {0, 1, -1, 2047, 2048, 2049, 32752, -32768})
    for (const std::int32_t e_ref : {-149, -25, -24, -23, -11, 0, 5, 15, 16, 112, 127})
      ask.all("multiplier " + std::to_string(ms) + ", e_ref " + std::to_string(e_ref), geometry,
              with(ms, e_ref));
}

void chunks(Conversions& ask, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 2, 2);
  ask.all("good", geometry, good_tensor(row, geometry));
  for (const std::uint16_t edge : edge_bfloats()) {
    Bytes tensor = good_tensor(row, geometry);
    put_scales(row, geometry, tensor, [edge](const spec::Field& field, std::uint64_t serial) {
      return serial % 3 == 0 ? edge : good_scale(field.kind, serial);
    });
    ask.all("scale " + std::to_string(edge), geometry, tensor);
  }
}

void enumerate(Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  Conversions ask(asker, row);
  if (!row.ternary) return chunks(ask, row);
  good(ask, row);
  if (level == Level::smoke) return;
  unequal(ask, row);
  edge_scales(ask, row);
  if (row.code3 != spec::Code3::none) spoilt_codes(ask, row, 0x03, "code 3");
  if (format == Format::pb16i) spoilt_codes(ask, row, 0x07, "an int4 code");
  if (format == Format::pb16i) unequal_multipliers(ask, row);
  if (row.side_table) integer_scales(ask, row);
  if (format == Format::tq1_0 || format == Format::ptq1_0) odd_digits(ask, row);
}

}  // namespace

const Domain kConvertDomain{"convert", "every pair of formats, with everything that may stop it",
                            converts, enumerate};

}  // namespace tritproof::props
