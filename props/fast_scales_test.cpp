// SPDX-License-Identifier: Apache-2.0
#include "props/fast_fixture.h"

/// Every pattern of a 16-bit scale under random codes, on every target.
namespace tritproof::test {
namespace {

bool is_scale(const spec::Field& field) {
  using enum spec::FieldKind;
  return field.kind == f16 || field.kind == bf16 || field.kind == int16;
}

// Scales that four units of a format hold in one field.
std::uint32_t scales_in_four(const spec::FormatRow& row) {
  std::uint32_t scales = 0;
  for (const spec::Field& field : spec::fields_of(row))
    if (is_scale(field)) scales = std::max(scales, 2 * field.bytes);
  return scales;
}

// A band of four units with random codes, whose scale fields count up from `serial`.
OwnedBand band_of_patterns(const spec::FormatRow& row, std::uint32_t serial, Random& random,
                           spec::Layout layout) {
  OwnedBand owned = random_band(row.id, row.rows, 4 * row.columns, random, layout);
  for (std::uint32_t u = 0; u < 4; ++u)
    for (const spec::Field& field : spec::fields_of(row))
      for (std::uint32_t at = 0; is_scale(field) && at < field.bytes; at += 2)
        put16(owned.unit(u).subspan(field.offset), at, serial + (u * field.bytes + at) / 2);
  return owned;
}

TEST(FastDecode, EveryScalePatternMeetsRandomCodes) {
  Random random(2);
  each_format([&](const spec::FormatRow& row, spec::Layout layout) {
    for (std::uint32_t serial = 0; serial < 65536; serial += scales_in_four(row)) {
      OwnedBand owned = band_of_patterns(row, serial, random, layout);
      expect_decodes(owned, 0);
      if (testing::Test::HasFatalFailure()) return;
    }
  });
}

}  // namespace
}  // namespace tritproof::test
