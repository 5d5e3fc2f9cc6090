// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/sketch.h"

#include <algorithm>

#include "golden/maker_layout.h"

namespace tritproof::golden {
namespace {

using spec::FieldKind;

// Bits of one code in its byte; 0 for base-3 digits.
unsigned code_mask(FieldKind kind) {
  switch (kind) {
    case FieldKind::code2: return 3;
    case FieldKind::int4:
    case FieldKind::uint4: return 15;
    case FieldKind::int8: return 255;
    default: return 0;
  }
}

FieldKind kind_at(const spec::FormatRow& row, std::uint64_t byte) {
  for (const spec::Field& field : spec::fields_of(row))
    if (byte >= field.offset && byte < field.offset + field.bytes) return field.kind;
  return {};
}

std::expected<Bytes, std::string> no_blob(const Blob&) { return std::unexpected("no blob here"); }

}  // namespace

std::uint8_t with_digit(std::uint8_t byte, unsigned position, unsigned digits, unsigned digit) {
  unsigned number = 0, power = 1;
  for (unsigned i = 0; i < 5; ++i, power *= 3) {  // TQ1_0-2, TQ1_0-3
    const unsigned old = i < digits ? (byte * power % 256 * 3) >> 8 : 0;
    number = number * 3 + (i == position ? digit : old);
  }
  return static_cast<std::uint8_t>((number * 256 + 242) / 243);
}

Payload::Payload(Parts parts) : parts_(std::move(parts)) {
  // Parts that make nothing are told by the maker, which makes them again.
  bytes_ = make_bytes({parts_, {}}, no_blob).value_or(Bytes{});
}

void Payload::put(std::uint64_t at, std::uint8_t value) {
  if (at >= bytes_.size()) bytes_.resize(at + 1);
  bytes_[at] = value;
  edits_[at] = value;
}

void Payload::put(std::uint64_t at, const Bytes& bytes) {
  for (const std::uint8_t byte : bytes) put(at++, byte);
}

Recipe Payload::recipe() const {
  Recipe recipe{parts_, {}};
  for (const auto& [at, byte] : edits_) {
    if (recipe.edits.empty() || recipe.edits.back().offset + recipe.edits.back().bytes.size() != at)
      recipe.edits.push_back({at, {}});
    recipe.edits.back().bytes.push_back(byte);
  }
  return recipe;
}

Recipe Payload::behind(Part before, std::uint64_t size) const {
  Recipe made = recipe();
  made.parts.insert(made.parts.begin(), std::move(before));
  for (Edit& edit : made.edits) edit.offset += size;
  return made;
}

Sketch& Sketch::code(std::uint64_t n, std::uint64_t k, unsigned bits) {
  const layout::Site site = layout::code_at(row_.id, geometry_, layout_, n, k);
  const std::uint8_t old = site.byte < bytes().size() ? bytes()[site.byte] : std::uint8_t{0};
  const FieldKind kind = kind_at(row_, site.byte % row_.bytes);
  if (const unsigned mask = code_mask(kind) << site.position; mask != 0)
    put(site.byte, static_cast<std::uint8_t>((old & ~mask) | bits << site.position));
  else
    put(site.byte, with_digit(old, site.position, spec::codes_per_byte(kind), bits));
  return *this;
}

Sketch& Sketch::scale(std::uint64_t n, std::uint64_t k, std::uint16_t pattern) {
  put(layout::scale_at(row_.id, geometry_, layout_, n, k), le16(pattern));
  return *this;
}

Sketch& Sketch::exponent(std::uint64_t n, std::int32_t e_ref) {
  put(layout::unit_bytes(row_.id, geometry_) + 4 * n, le32(static_cast<std::uint32_t>(e_ref)));
  return *this;
}

spec::Place Sketch::code_place(std::uint64_t n, std::uint64_t k) const {
  const layout::Site site = layout::code_at(row_.id, geometry_, layout_, n, k);
  const bool digits = code_mask(kind_at(row_, site.byte % row_.bytes)) == 0;
  return {site.byte, digits ? 0 : site.position, n, k};
}

spec::Place Sketch::scale_place(std::uint64_t n, std::uint64_t k) const {
  return {layout::scale_at(row_.id, geometry_, layout_, n, k), 0, n, k / row_.group * row_.group};
}

spec::Place Sketch::exponent_place(std::uint64_t n) const {
  return {layout::unit_bytes(row_.id, geometry_) + 4 * n, 0, n, 0};
}

}  // namespace tritproof::golden
