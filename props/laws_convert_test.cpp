// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "props/laws_fixture.h"

namespace tritproof::laws {
namespace {

TEST(Laws, DecodeOfEncodeAloneCatchesCodesOfTheWrongSign) {
  const Lie lie = [](Subject& subject, const Request& request) {
    if (request.op != Op::encode) return subject.answer(request);
    Bytes input(request.input.begin(), request.input.end());
    for (std::size_t i = 0; i < request.geometry.n * request.geometry.k; ++i)
      input[i] = static_cast<std::uint8_t>(-input[i]);
    Request negated = request;
    negated.input = input;
    return subject.answer(negated);
  };
  expect_alone("decode of encode", encode_case(Format::t2, kTile), lie, {Op::encode});
}

TEST(Laws, DecodeOfEncodeAloneCatchesANonCanonicalByte) {
  Case asked = encode_case(Format::tq1_0, {1, 256});
  std::fill_n(asked.input.begin(), 256, std::uint8_t{0xff});
  const Lie lie = changed(Op::encode, [](const Request&, Bytes& answer) { answer[0] = 1; });
  expect_alone("decode of encode", asked, lie, {Op::encode});
}

TEST(Laws, ExponentAloneCatchesAPackerThatTakesASmallerOne) {
  const Lie lie = changed(Op::encode, [](const Request&, Bytes& answer) {
    for (std::size_t at = 4096; at < 4608; at += 2)
      store_word(answer, at, 2, load_word(answer, at, 2) * 2);
    for (std::size_t at = 4608; at < answer.size(); at += 4)
      store_word(answer, at, 4, load_word(answer, at, 4) - 1);
  });
  expect_alone("exponent", encode_case(Format::pb16i, kTile), lie, {Op::encode});
}

TEST(Laws, DigitsAloneCatchesATieThatIsRoundedToZero) {
  Bytes numbers(4 * 64);
  store_word(numbers, 0, 4, 0x3f800000);
  store_word(numbers, 4, 4, 0xbf000000);
  const Lie lie = changed(Op::quantise, [](const Request&, Bytes& answer) { answer[2] = 0x56; });
  expect_alone("digits", case_for(Op::quantise, Format::q2_0, {1, 64}, numbers), lie,
               {Op::quantise});
}

TEST(Laws, ProjectionAloneCatchesAnEncoderThatIsNoFixedPoint) {
  Bytes block = good(Format::tq1_0, {1, 256});
  block[0] = 0;
  const Lie lie = changed(Op::encode, [](const Request&, Bytes& answer) { answer[0] = 1; });
  expect_alone("projection", case_for(Op::decode, Format::tq1_0, {1, 256}, block), lie, {});
}

TEST(Laws, WeightsAloneCatchesAnExponentThatIsMovedAndMovedBack) {
  Bytes image = good(Format::pb16i, kTile);
  for (std::size_t run = 4096; run < 4608; run += 32) store_word(image, run, 2, 4097);
  const Lie lie = changed(Op::convert, [](const Request& request, Bytes& answer) {
    const bool there = request.format == Format::pb16i;
    const std::size_t at = answer.size() - 128;
    store_word(answer, at, 4, load_word(answer, at, 4) + (there ? 1u : ~0u));
  });
  expect_alone("weights", conversion(Format::pb16i, Format::t2s, kTile, image), lie,
               {Op::convert, Op::expand});
}

TEST(Laws, PatternsAloneCatchesANaNThatIsMadeAnother) {
  Bytes tile = ternary(Format::t2, kTile);
  store_word(tile, 2048, 2, 0x7e01);
  const Lie lie = changed(Op::convert, [](const Request& request, Bytes& answer) {
    const bool there = request.format == Format::t2;
    store_word(answer, there ? 0 : 2048, 2, there ? 0x7e02 : 0x7e01);
  });
  expect_alone("patterns", conversion(Format::t2, Format::pq2_0, kTile, tile), lie, {Op::convert});
}

TEST(Laws, ThereAndBackAloneCatchesAWrongWayBack) {
  const Lie lie = changed(Op::convert, [](const Request& request, Bytes& answer) {
    if (request.format == Format::pq2_0) answer[9] ^= 1;
  });
  expect_alone("there and back",
               conversion(Format::t2, Format::pq2_0, kTile, ternary(Format::t2, kTile)), lie,
               {Op::convert});
}

TEST(Laws, ImageAloneCatchesAnImageThatIsNotTheExpansion) {
  Bytes stream = good(Format::t2s, kTile);
  stream.resize(2176);
  const Lie lie = changed(Op::convert, [](const Request&, Bytes& answer) {
    std::swap(answer[0], answer[4095]);
    answer[0] ^= 1;
  });
  expect_alone("image", case_for(Op::expand, Format::t2s, kTile, stream), lie, {Op::expand});
}

TEST(Laws, StreamAloneCatchesAnExponentThatNoWeightShows) {
  Bytes image = ternary(Format::pb16i, kTile);
  for (std::size_t run = 4096; run < 4608; run += 32) store_word(image, run, 2, 0);
  store_word(image, 4608, 4, 0);
  const Lie lie = changed(Op::convert, [](const Request& request, Bytes& answer) {
    store_word(answer, answer.size() - 128, 4, request.format == Format::pb16i ? 5 : 0);
  });
  expect_alone("stream", conversion(Format::pb16i, Format::t2s, kTile, image), lie, {Op::convert});
}

Case replay_case(spec::ReplayMode mode) {
  Bytes input(256, 3);
  const Bytes tensor = good(Format::t2s, kTile);
  input.insert(input.end(), tensor.begin(), tensor.begin() + 2176);
  spec::Flags flags;
  flags.mode = mode;
  return case_for(Op::replay, Format::t2s, kTile, input, flags, 1);
}

TEST(Laws, LinearAloneCatchesASumThatIsOffByOne) {
  const Lie lie = changed(Op::replay, [](const Request&, Bytes& answer) { answer[8] ^= 1; });
  expect_alone("linear", replay_case(spec::ReplayMode::i64), lie, {Op::replay});
}

TEST(Laws, ModesAloneCatchesASmallSumThatWraps) {
  const Lie lie = changed(Op::replay, [](const Request&, Bytes& answer) { answer[8] ^= 1; });
  expect_alone("modes", replay_case(spec::ReplayMode::sat32_step), lie, {Op::replay});
}

}  // namespace
}  // namespace tritproof::laws
