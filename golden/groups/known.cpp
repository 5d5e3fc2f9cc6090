// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/known.h"

#include "golden/groups/rows.h"
#include "golden/hex.h"

namespace tritproof::golden {

using spec::Format;
using spec::Op;

Bytes from_text(std::string_view digits) {
  std::string packed;
  for (const char c : digits)
    if (c != ' ') packed.push_back(c);
  return golden::from_hex(packed).value_or(Bytes{});
}

Bytes floats(std::size_t count, const std::map<std::size_t, float>& others, float all) {
  Bytes bytes;
  for (std::size_t i = 0; i < count; ++i) {
    const auto found = others.find(i);
    const Bytes word = le_float(found == others.end() ? all : found->second);
    bytes.insert(bytes.end(), word.begin(), word.end());
  }
  return bytes;
}

Bytes counted(std::array<std::uint64_t, 6> counts) {
  Bytes bytes;
  for (const std::uint64_t count : counts)
    for (unsigned i = 0; i < 8; ++i) bytes.push_back(static_cast<std::uint8_t>(count >> (8 * i)));
  return bytes;
}

namespace {

Bytes joined(Bytes some, const Bytes& more) {
  some.insert(some.end(), more.begin(), more.end());
  return some;
}

Bytes times(std::string_view digits, std::size_t bytes) {
  const Bytes period = from_text(digits);
  Bytes all;
  for (std::size_t i = 0; i < bytes; ++i) all.push_back(period[i % period.size()]);
  return all;
}

struct Block {
  Format format;
  std::string_view rule;
  Bytes bytes;
};

// Codes e mod 3 - 1 under d = 1.
std::vector<Block> mod_3_blocks() {
  const Bytes one = {0x00, 0x3c};
  return {{Format::tq1_0, "TQ1_0-5",
           joined(joined(times("456ccf", 32), times("94bb31", 16)), from_text("3092bb30 003c"))},
          {Format::tq2_0, "TQ2_0-4", joined(joined(times("186186", 32), times("861861", 32)), one)},
          {Format::q2_0, "Q2_0-3", joined(one, times("244992", 16))},
          {Format::pq2_0, "PQ2_0-3", joined(one, times("244992", 32))},
          {Format::ptq1_0, "PTQ1_0-3",
           joined(joined(times("3194bb", 16), times("cf456c", 8)), from_text("436c 003c"))}};
}

void encode_block(const Topic& topic, const spec::FormatRow& row, Parts codes_of, Bytes block) {
  codes_of.push_back(hex({0x00, 0x3c}));
  topic.know({Op::encode, &row, grid(row), {std::move(codes_of), {}}}, std::move(block));
}

void mod_3(Collector& to) {
  for (const Block& block : mod_3_blocks()) {
    const spec::FormatRow& row = spec::row_of(block.format);
    const Topic topic{to,
                      Level::smoke,
                      "codes e mod 3 - 1 under scale 1, as published",
                      rules({block.rule, rules_of(row.id).place, "HALF-5"}),
                      {"known-answer"}};
    std::map<std::size_t, float> weights;
    for (std::size_t e = 0; e < row.columns; ++e) weights[e] = static_cast<float>(e % 3) - 1.0f;
    topic.know({Op::decode, &row, grid(row), {{hex(block.bytes)}, {}}},
               floats(row.columns, weights));
    Parts codes_of{repeat({0xff, 0x00, 0x01}, row.columns / 3)};
    codes_of.push_back(hex(row.columns % 3 == 1 ? Bytes{0xff} : Bytes{0xff, 0x00}));
    encode_block(topic, row, std::move(codes_of), block.bytes);
    topic.know({Op::validate, &row, grid(row), {{hex(block.bytes)}, {}}}, counted({}));
  }
}

Bytes ptq1_0_block(std::uint8_t qs, std::uint8_t qh, std::size_t at, std::uint8_t changed) {
  Bytes block(24, qs);
  block.insert(block.end(), 2, qh);
  if (at < block.size()) block[at] = changed;
  return joined(std::move(block), {0x00, 0x3c});
}

void ptq1_0_tables(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::ptq1_0);
  const Topic constant{
      to, Level::smoke, "a constant block as published", {"PTQ1_0-4"}, {"known-answer"}};
  constexpr std::uint8_t kConstants[3][2] = {{0x00, 0x00}, {0x80, 0x7f}, {0xff, 0xfd}};
  for (int code = -1; code <= 1; ++code) {
    const auto& [qs, qh] = kConstants[code + 1];
    const Bytes block = ptq1_0_block(qs, qh, 99, 0);
    encode_block(constant, row, {repeat({static_cast<std::uint8_t>(code)}, 128)}, block);
    constant.know({Op::decode, &row, grid(row), {{hex(block)}, {}}},
                  floats(128, {}, static_cast<float>(code)));
  }
  struct Lone {
    std::size_t element, byte;
    std::uint8_t value;
  };
  constexpr Lone kLone[] = {{0, 0, 0xd5},    {16, 0, 0x9c},   {79, 15, 0x81},  {80, 16, 0xd5},
                            {88, 16, 0x9c},  {119, 23, 0x81}, {120, 24, 0xd4}, {121, 25, 0xd4},
                            {122, 24, 0x9b}, {127, 25, 0x82}};
  for (const Lone& lone : kLone) {
    const Topic topic = constant.saying("one +1 at element " + std::to_string(lone.element) +
                                        " among zeros, as published");
    const Bytes block = ptq1_0_block(0x80, 0x7f, lone.byte, lone.value);
    Bytes asked(128);
    asked[lone.element] = 1;
    Parts codes_of;
    if (lone.element != 0) codes_of.push_back(repeat({0x00}, lone.element));
    codes_of.push_back(hex({0x01}));
    if (lone.element != 127) codes_of.push_back(repeat({0x00}, 127 - lone.element));
    encode_block(topic, row, std::move(codes_of), block);
    topic.know({Op::decode, &row, grid(row), {{hex(block)}, {}}},
               floats(128, {{lone.element, 1.0f}}));
  }
}

// PQ2_0-4: a block of 128 as two of 64.
void halves_of_a_block(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pq2_0);
  const spec::FormatRow& half = spec::row_of(Format::q2_0);
  constexpr std::uint16_t kScales[] = {0x3c00, 0xb9a3, 0x0001, 0x8000, 0x7c00};
  for (const std::uint16_t d : kScales)
    for (unsigned i = 0; i < 2; ++i) {
      const std::string seed = "halves/" + std::to_string(i);
      const Bytes codes_of = hash_stream(seed, 32);
      const Bytes scale = le16(d);
      const Topic topic{
          to, Level::core, "a pq2_0 block and the two q2_0 blocks of its halves", {"PQ2_0-4"}};
      topic.agree({Op::decode, &row, {1, 128}, {{hex(scale), random(seed, 32)}, {}}});
      const auto cut = [&](std::ptrdiff_t from) {
        return hex(Bytes(codes_of.begin() + from, codes_of.begin() + from + 16));
      };
      topic.agree({Op::decode, &half, {1, 128}, {{hex(scale), cut(0), hex(scale), cut(16)}, {}}});
    }
}

}  // namespace

void draft_known(Collector& to) {
  mod_3(to);
  ptq1_0_tables(to);
  halves_of_a_block(to);
}

}  // namespace tritproof::golden
