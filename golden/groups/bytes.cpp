// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/rows.h"
#include "golden/groups/topic.h"

namespace tritproof::golden {
namespace {

using spec::Op;

constexpr unsigned kBytes = 256;

bool is_base3(const spec::FormatRow& row) { return code_kind(row) == spec::FieldKind::base3x5; }

std::string named(unsigned byte) {
  constexpr std::string_view digits = "0123456789abcdef";
  return {'0', 'x', digits[byte >> 4], digits[byte & 15]};
}

bool has_reserved(unsigned byte) {
  for (unsigned shift = 0; shift < 8; shift += 2)
    if ((byte >> shift & 3) == 3) return true;
  return false;
}

Rules byte_rules(const spec::FormatRow& row) {
  const FormatRules of = rules_of(row.id);
  return rules({of.value, of.place, is_base3(row) ? of.counts : of.three});
}

// One of the 13 qs bytes that no encoder writes: it gives the digits of the byte below it.
bool is_unwritten(unsigned byte) {
  return with_digit(static_cast<std::uint8_t>(byte), 9, 5, 0) != byte;
}

// One byte value at every place that holds codes.
void one_value(Collector& to, const spec::FormatRow& row, unsigned byte) {
  const std::string seed = "bytes/" + named(byte);
  Fill fill{seed, table(ordinary_table(row), ""), tiled({static_cast<std::uint8_t>(byte)})};
  if (row.side_table) fill.exponents = table("e-ordinary", seed);
  const bool early = is_base3(row) ? byte % 32 == 4 || is_unwritten(byte) : byte % 16 == 7;
  const Level level = early ? Level::core : Level::full;
  const Topic topic{to, level, "every code byte is " + named(byte), byte_rules(row)};
  const Tensor tensor{&row, grid(row), {filled(row, grid(row), fill), {}}};
  if (row.id == spec::Format::t2s && has_reserved(byte)) {
    if (byte % 4 == 3) validate(topic, tensor);
    return;
  }
  const bool due = is_base3(row) ? byte % 4 == 0 || early : byte % 8 == 7;
  if (due || row.id == spec::Format::t2s) decode(topic, tensor);
  if (early) validate(topic, tensor);
  if (row.id != spec::Format::t2s) return;
  Recipe tiles = tensor.input;
  tiles.parts.pop_back();
  topic.holding({"T2S-4", "T2S-5"}).agree({Op::expand, &row, grid(row), tiles});
}

// Sixteen blocks whose bytes hold v at odd places and step on from v at even ones, v another in
// each: over all calls every byte stands at every place.
void all_values(Collector& to, const spec::FormatRow& row, unsigned first) {
  constexpr unsigned kBlocks = 16;
  Parts parts;
  for (unsigned value = first; value < first + kBlocks; ++value)
    for (const spec::Field& field : spec::fields_of(row)) {
      const bool scale = spec::codes_per_byte(field.kind) == 0;
      const std::string seed = "stepping/" + std::to_string(value);
      parts.push_back(words(
          scale ? table("f16-ordinary", seed) : Rising{static_cast<std::uint16_t>(257 * value)},
          field.bytes / 2));
    }
  const Topic topic{to, Level::core, "another byte at every place, blocks from " + named(first),
                    byte_rules(row)};
  const Tensor tensor{&row, {kBlocks, row.columns}, {std::move(parts), {}}};
  decode(topic, tensor);
  if (first % 64 == 0) validate(topic, tensor);
}

// Base-3 bytes that no encoder writes become others on their way into another format.
void converted(Collector& to, const spec::FormatRow& row, unsigned value) {
  const spec::Geometry geometry{32, 256};
  const FieldPart bytes_of = [value](const spec::Field& field) {
    return words(Rising{static_cast<std::uint16_t>(257 * value)}, field.bytes / 2);
  };
  const Tensor tensor{
      &row, geometry, {filled(row, geometry, {"bytes", same16(0x3e01), bytes_of}), {}}};
  const Topic topic{to, value % 64 == 1 ? Level::core : Level::full,
                    "bytes that no encoder writes turn into those that one writes",
                    rules({"CONV-1", rules_of(row.id).counts})};
  for (const spec::Format target :
       {spec::Format::tq1_0, spec::Format::ptq1_0, spec::Format::t2, spec::Format::q2_0})
    topic.holding(topic.rules + rules({target == row.id ? "CONV-9" : ""}))
        .prove(conversion(tensor, target));
}

// Byte scales and minima of q4_k.
void levels(Collector& to, unsigned byte) {
  const spec::FormatRow& row = spec::row_of(spec::Format::q4_k);
  Fill fill{"levels/" + named(byte), table("bf16-ordinary", "")};
  fill.levels = tiled({static_cast<std::uint8_t>(byte), static_cast<std::uint8_t>(byte ^ 0x55)});
  const Topic topic{to,
                    byte % 9 == 7 ? Level::core : Level::full,
                    "byte scales and minima are " + named(byte) + " and " + named(byte ^ 0x55),
                    {"Q4_K-2", "Q4_K-4"}};
  decode(topic, {&row, grid(row), {filled(row, grid(row), fill), {}}});
}

}  // namespace

void draft_bytes(Collector& to) {
  for (const spec::FormatRow& row : spec::kFormats)
    for (unsigned byte = 0; byte < kBytes; ++byte) {
      one_value(to, row, byte);
      if (!is_base3(row)) continue;
      if (byte % 16 == 0) all_values(to, row, byte);
      if (byte % 16 == 1) converted(to, row, byte);
    }
  for (unsigned byte = 1; byte < kBytes; byte += 6) levels(to, byte);
}

}  // namespace tritproof::golden
