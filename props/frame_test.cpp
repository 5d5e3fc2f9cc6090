// SPDX-License-Identifier: Apache-2.0
#include "hw/protocol/frame.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "hw/protocol/sizes.h"
#include "hw/protocol/wire.h"

namespace tritproof::protocol {
namespace {

// The request that the page shows byte by byte.
constexpr HeaderBytes kWorked{0x54, 0x52, 0x50, 0x31, 0x01, 0x00, 0x02, 0x00, 0x88, 0x77, 0x66,
                              0x55, 0x44, 0x33, 0x22, 0x11, 0x01, 0x00, 0x01, 0x00, 0x00, 0x00,
                              0x00, 0x00, 0xa0, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00};

HeaderBytes worked_but(std::size_t at, std::uint8_t byte) {
  HeaderBytes bytes = kWorked;
  bytes[at] = byte;
  return bytes;
}

Error error_of(std::span<const std::uint8_t> bytes) {
  const auto header = parse_header(bytes);
  return header ? Error{Fault::Truncated, 999} : header.error();
}

TEST(FRAME_1, ReadsTheWorkedHeader) {
  const auto header = parse_header(kWorked);
  ASSERT_TRUE(header.has_value());
  EXPECT_EQ(*header, (Header{Kind::request, 0x1122334455667788, 1, 1, 0, 2208}));
  EXPECT_EQ(encode_header(*header), kWorked);
}

TEST(FRAME_1, EveryFieldHasItsPlace) {
  const Header header{Kind::ok, 0x0807060504030201, 0x0A09, 0x0C0B, 0x100F0E0D, 0x0201};
  const HeaderBytes bytes = encode_header(header);
  EXPECT_EQ(get<std::uint16_t>(bytes, 4), 1);
  EXPECT_EQ(get<std::uint16_t>(bytes, 6), 3);
  for (std::uint8_t i = 1; i <= 16; ++i) EXPECT_EQ(bytes[7u + i], i);
  EXPECT_EQ(get<std::uint64_t>(bytes, 24), 0x0201u);
  EXPECT_EQ(parse_header(bytes), header);
}

TEST(FRAME_1, RefusesEveryTruncation) {
  for (std::size_t size = 0; size < kHeaderBytes; ++size)
    EXPECT_EQ(error_of(std::span(kWorked).first(size)), (Error{Fault::Truncated, size}));
}

TEST(FRAME_2, MagicMustMatchInEveryByte) {
  for (std::size_t at = 0; at < 4; ++at)
    EXPECT_EQ(error_of(worked_but(at, 0x7F)), (Error{Fault::Magic, at}));
}

TEST(FRAME_2, OtherVersionsAreRefused) {
  EXPECT_EQ(error_of(worked_but(4, 0)), (Error{Fault::Version, 4}));
  EXPECT_EQ(error_of(worked_but(4, 2)), (Error{Fault::Version, 4}));
  EXPECT_EQ(error_of(worked_but(5, 1)), (Error{Fault::Version, 4}));
}

TEST(FRAME_2, OnlyFiveKindsExist) {
  for (unsigned kind = 0; kind < 256; ++kind) {
    HeaderBytes bytes = worked_but(6, static_cast<std::uint8_t>(kind));
    put(bytes, 24, std::uint64_t{0});
    EXPECT_EQ(parse_header(bytes).has_value(), kind >= 1 && kind <= 5) << kind;
  }
  EXPECT_EQ(error_of(worked_but(7, 1)), (Error{Fault::Kind, 6}));
}

TEST(FRAME_5, PayloadStartsWithFourWordsAndTheInputFollows) {
  const Bytes input(2176, 0xEE);
  Request request;
  request.geometry = {32, 256};
  request.m = 3;
  request.poison = 0xA1A2A3A4A5A6A7A8;
  request.input = input;
  const auto head = encode_request(0x1122334455667788, request);
  ASSERT_TRUE(head.has_value());
  EXPECT_TRUE(std::ranges::equal(std::span(*head).first(kHeaderBytes), kWorked));
  Bytes payload(head->begin() + kHeaderBytes, head->end());
  EXPECT_EQ(get<std::uint64_t>(payload, 0), 32u);
  EXPECT_EQ(get<std::uint64_t>(payload, 8), 256u);
  EXPECT_EQ(get<std::uint64_t>(payload, 16), 3u);
  EXPECT_EQ(get<std::uint64_t>(payload, 24), request.poison);
  payload.insert(payload.end(), input.begin(), input.end());
  const auto back = parse_request(*parse_header(*head), payload);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->geometry, request.geometry);
  EXPECT_EQ(back->m, 3u);
  EXPECT_EQ(back->poison, request.poison);
  EXPECT_TRUE(std::ranges::equal(back->input, input));
}

TEST(FRAME_5, PayloadMustBeWhole) {
  const Bytes payload(40);
  for (std::size_t size = 0; size < payload.size(); ++size) {
    const Header header{Kind::request, 1, 1, 1, 0, 40};
    const auto request = parse_request(header, std::span(payload).first(size));
    ASSERT_FALSE(request.has_value());
    EXPECT_EQ(request.error(), (Error{Fault::Truncated, size}));
  }
  const Header header{Kind::request, 1, 1, 1, 0, 31};
  EXPECT_FALSE(parse_request(header, std::span(payload).first(31)).has_value());
}

TEST(FRAME_5, OpsAndFormatsAreThoseOfTheTables) {
  const Bytes payload(32);
  for (unsigned number = 0; number < 20; ++number) {
    const auto word = static_cast<std::uint16_t>(number);
    const auto op = parse_request({Kind::request, 1, word, 1, 0, 32}, payload);
    EXPECT_EQ(op.has_value(), number >= 1 && number <= 7);
    const auto format = parse_request({Kind::request, 1, 1, word, 0, 32}, payload);
    EXPECT_EQ(format.has_value(), number >= 1 && number <= 11);
  }
  EXPECT_EQ(parse_request({Kind::ok, 1, 1, 1, 0, 32}, payload).error().fault, Fault::Kind);
}

TEST(FRAME_6, EveryUnknownFlagBitIsRefused) {
  unsigned refused = 0;
  for (unsigned bit = 0; bit < 32; ++bit) {
    const bool known = bit <= 2 || (bit >= 8 && bit < 24);
    const auto flags = parse_flags(1u << bit);
    if (known) continue;
    ++refused;
    ASSERT_FALSE(flags.has_value()) << bit;
    EXPECT_EQ(flags.error(), (Error{Fault::FlagBits, 20}));
    EXPECT_FALSE(parse_request({Kind::request, 1, 1, 1, 1u << bit, 32}, Bytes(32)).has_value());
  }
  EXPECT_EQ(refused, 13u);
}

TEST(FRAME_6, ModesNarrowingsAndTargetsBeyondTheTablesAreRefused) {
  for (std::uint32_t value = 0; value < 16; ++value) {
    EXPECT_EQ(parse_flags(value << 16).has_value(), value <= 3) << value;
    EXPECT_EQ(parse_flags(value << 20).has_value(), value <= 2) << value;
  }
  for (std::uint32_t value = 0; value < 256; ++value)
    EXPECT_EQ(parse_flags(value << 8).has_value(), value <= 11) << value;
}

TEST(FRAME_6, WorkedFlags) {
  spec::Flags replay;
  replay.mode = spec::ReplayMode::sat32_step;
  replay.narrowing = spec::Narrowing::sat16;
  EXPECT_EQ(pack_flags(replay), 0x00220000u);
  spec::Flags convert;
  convert.target = spec::Format::tq2_0;
  convert.clamp = true;
  EXPECT_EQ(pack_flags(convert), 0x00000802u);
  EXPECT_EQ(parse_flags(0x00220000u), replay);
  EXPECT_EQ(parse_flags(0x00000802u), convert);
}

TEST(FRAME_6, EveryAcceptedWordSurvivesARoundTrip) {
  unsigned accepted = 0;
  for (std::uint32_t word = 0; word < 1u << 24; word += word % 8 == 7 ? 249u : 1u) {
    const auto flags = parse_flags(word);
    if (!flags) continue;
    ++accepted;
    ASSERT_EQ(pack_flags(*flags), word);
  }
  EXPECT_EQ(accepted, 8u * 12 * 4 * 3);
}

TEST(FRAME_8, NoPayloadIsLongerThanItsKindMayBe) {
  const std::array<std::pair<Kind, std::uint64_t>, 5> most{{{Kind::hello, kMaxTextBytes},
                                                            {Kind::request, 64u << 20},
                                                            {Kind::ok, 64u << 20},
                                                            {Kind::refused, kMaxTextBytes},
                                                            {Kind::bye, 0}}};
  for (const auto& [kind, bytes] : most) {
    EXPECT_TRUE(parse_header(encode_header({kind, 1, 0, 0, 0, bytes})).has_value());
    EXPECT_EQ(error_of(encode_header({kind, 1, 0, 0, 0, bytes + 1})), (Error{Fault::TooLong, 24}));
    EXPECT_EQ(error_of(encode_header({kind, 1, 0, 0, 0, ~0ull})), (Error{Fault::TooLong, 24}));
  }
}

TEST(FRAME_8, ARequestThatPassesTheCapIsNotEncoded) {
  Bytes input((64u << 20) - kRequestPrefixBytes);
  Request request;
  request.input = input;
  EXPECT_TRUE(encode_request(1, request).has_value());
  input.push_back(0);
  request.input = input;
  EXPECT_EQ(encode_request(1, request).error().fault, Fault::TooLong);
}

Request asking(spec::Op op, spec::Format format, spec::Geometry geometry) {
  Request request;
  request.op = op;
  request.format = format;
  request.geometry = geometry;
  return request;
}

TEST(FRAME_8, TheRequestSaysHowLongItsAnswerIs) {
  using enum spec::Format;
  using enum spec::Op;
  EXPECT_EQ(answer_bytes(asking(decode, t2, {32, 256})), 32768u);
  EXPECT_EQ(answer_bytes(asking(validate, t2, {32, 256})), 48u);
  EXPECT_EQ(answer_bytes(asking(encode, pb16i, {64, 512})), 4u * 4608 + 64 * 4);
  EXPECT_EQ(answer_bytes(asking(encode, t2, {64, 512})), 4u * 2176);
  EXPECT_EQ(answer_bytes(asking(quantise, tq1_0, {3, 512})), 6u * 54);
  EXPECT_EQ(answer_bytes(asking(expand, t2s, {64, 256})), 2u * 4096);
  Request bf16 = asking(decode, t2, {32, 256});
  bf16.flags.bf16 = true;
  EXPECT_EQ(answer_bytes(bf16), 16384u);
  Request to_t2s = asking(convert, t2, {32, 256});
  EXPECT_EQ(answer_bytes(to_t2s), std::nullopt);
  to_t2s.flags.target = t2s;
  EXPECT_EQ(answer_bytes(to_t2s), 2176u + 128);
  Request play = asking(replay, t2s, {32, 256});
  play.m = 5;
  EXPECT_EQ(answer_bytes(play), 5u * 32 * 8);
  play.flags.mode = spec::ReplayMode::wrap32;
  EXPECT_EQ(answer_bytes(play), 5u * 32 * 4);
}

TEST(FRAME_8, NumbersThatOverflowHaveNoAnswer) {
  for (const std::uint64_t big : {~0ull, 1ull << 63, 1ull << 33})
    EXPECT_EQ(answer_bytes(asking(spec::Op::decode, spec::Format::t2, {big, big})), std::nullopt);
  EXPECT_EQ(answer_bytes(asking(spec::Op::quantise, spec::Format::tq1_0, {~0ull, ~0ull})),
            std::nullopt);
}

TEST(FRAME_8, PartOfATileIsRoundedUpAndNotWhole) {
  const Request odd = asking(spec::Op::expand, spec::Format::t2s, {33, 257});
  EXPECT_FALSE(whole_units(odd));
  EXPECT_EQ(answer_bytes(odd), 4u * 4096);
  EXPECT_FALSE(whole_units(asking(spec::Op::decode, spec::Format::t2, {0, 256})));
  EXPECT_FALSE(whole_units(asking(spec::Op::decode, spec::Format::t2, {32, 0})));
  EXPECT_TRUE(whole_units(asking(spec::Op::decode, spec::Format::q2_0, {1, 64})));
  Request convert = asking(spec::Op::convert, spec::Format::q2_0, {1, 64});
  convert.flags.target = spec::Format::t2;
  EXPECT_FALSE(whole_units(convert));
}

TEST(FRAME_9, PoisonIsCountedInWholeWordsAtTheirOwnPlaces) {
  constexpr std::uint64_t poison = 0x0102030405060708;
  Bytes answer(80);
  EXPECT_EQ(poison_bytes(answer, poison), 0u);
  put(std::span(answer), 8, poison);
  put(std::span(answer), 64, poison);
  put(std::span(answer), 33, poison);
  EXPECT_EQ(poison_bytes(answer, poison), 16u);
  EXPECT_EQ(poison_bytes(std::span(answer).first(71), poison), 8u);
}

TEST(FRAME_7, RefusalIsANameAndAText) {
  for (const spec::RefusalRow& row : spec::kRefusals) {
    const std::string payload = encode_refusal(row.id, "tile 3\nn 7");
    const auto* const data = reinterpret_cast<const std::uint8_t*>(payload.data());
    const auto back = parse_refusal(std::span(data, payload.size()));
    ASSERT_TRUE(back.has_value());
    EXPECT_EQ(back->name, row.id);
    EXPECT_EQ(back->text, "tile 3\nn 7");
  }
  EXPECT_EQ(encode_refusal(spec::RefusalName::Size, std::string(100'000, 'x')).size(),
            kMaxTextBytes);
}

TEST(FRAME_7, RefusalsOfAnotherNameAreNone) {
  for (const std::string_view text :
       {"", "\nSize", "size", "Size ", "Sizes\n", "NotRepresentable"}) {
    const auto* const data = reinterpret_cast<const std::uint8_t*>(text.data());
    const auto refusal = parse_refusal(std::span(data, text.size()));
    ASSERT_FALSE(refusal.has_value()) << text;
    EXPECT_EQ(refusal.error(), (Error{Fault::UnknownRefusal, 0}));
  }
}

TEST(Frame, EveryFaultHasASentence) {
  for (int fault = 0; fault <= static_cast<int>(Fault::UnknownRefusal); ++fault)
    EXPECT_GT(sentence_of(static_cast<Fault>(fault)).size(), 10u);
}

}  // namespace
}  // namespace tritproof::protocol
