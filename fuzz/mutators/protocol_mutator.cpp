// SPDX-License-Identifier: Apache-2.0
#include "fuzz/mutators/protocol_mutator.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "props/laws/words.h"

namespace tritproof::fuzz {
namespace {

constexpr std::uint8_t kHeader = 0, kRequest = 1, kHello = 2, kHostHello = 3, kRefusal = 4,
                       kFlags = 5;
constexpr std::size_t kHead = 32;

/// A number in a frame: where it stands behind the first byte, and values that it takes.
struct Number {
  std::size_t at;
  std::size_t width;
  std::uint64_t limit;  ///< valid below it; 0: any
};
constexpr std::array<Number, 11> kNumbers{{{4, 2, 2},
                                           {6, 2, 6},
                                           {8, 8, 0},
                                           {16, 2, 8},
                                           {18, 2, 12},
                                           {20, 4, 0},
                                           {24, 8, 0},
                                           {32, 8, 0},
                                           {40, 8, 0},
                                           {48, 8, 0},
                                           {56, 8, 0}}};

/// A number put into a frame.
struct Edit {
  std::size_t at;
  std::size_t width;
  std::uint64_t word;
};

std::uint64_t some_flags(Dice& dice) {
  const std::uint64_t good =
      dice.below(8) | dice.below(12) << 8 | dice.below(4) << 16 | dice.below(3) << 20;
  if (dice.coin()) return good;
  const std::uint64_t wrong = dice.below(4);
  if (wrong == 0) return good | std::uint64_t{1} << dice.below(32);
  if (wrong == 1) return (good & ~std::uint64_t{0xff00}) | (12 + dice.below(244)) << 8;
  return wrong == 2 ? good | 4u << 16 : (good & 0xfffff) | dice.below(16) << 20;
}

void edit_frame(Bytes& bytes, Dice& dice) {
  const Number& number = kNumbers[dice.below(kNumbers.size())];
  if (bytes.size() < 1 + number.at + number.width) return edit_bytes(bytes, dice);
  std::uint64_t word =
      number.limit != 0 && dice.coin() ? dice.below(number.limit) : edge_number(dice);
  if (number.at == 20) word = some_flags(dice);
  // N and K near multiples of units, so that sizes are asked for.
  if (number.at >= 32 && dice.coin()) word = word / 256 * 256;
  laws::store_word(std::span(bytes).subspan(1), number.at, number.width, word);
}

// The length is made to be that of the payload.
void settle(Bytes& bytes) {
  if (bytes.size() > kHead && bytes.front() == kRequest)
    laws::store_word(std::span(bytes).subspan(1), 24, 8, bytes.size() - 1 - kHead);
}

constexpr std::array<std::string_view, 24> kLines{"runner=r",
                                                  "version=1",
                                                  "device=d",
                                                  "driver=x",
                                                  "firmware=f",
                                                  "double=0",
                                                  "double=1",
                                                  "double=2",
                                                  "ops=decode:t2",
                                                  "ops=decode:t2,validate:t2",
                                                  "ops=decode:t2,decode:t2",
                                                  "ops=expand:t2",
                                                  "formats=t2",
                                                  "formats=t2,q8",
                                                  "max_n=32",
                                                  "max_n=0",
                                                  "max_k=18446744073709551615",
                                                  "max_k=18446744073709551616",
                                                  "modes=i64,wrap32",
                                                  "modes=i64,i64",
                                                  "policies=a:b,c:d",
                                                  "policies=a:b,a:c",
                                                  "poison=1",
                                                  "level=core"};

std::vector<std::string> lines_of(const Bytes& bytes) {
  std::vector<std::string> lines(1);
  for (const std::uint8_t byte : std::span(bytes).subspan(1)) {
    if (byte == '\n')
      lines.emplace_back();
    else
      lines.back() += static_cast<char>(byte);
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

void edit_lines(Bytes& bytes, Dice& dice) {
  auto lines = lines_of(bytes);
  if (lines.empty()) lines.emplace_back("runner=r");
  std::string& line = lines[dice.below(lines.size())];
  switch (dice.below(6)) {
    case 0: line = dice.pick(kLines); break;
    case 1: lines.emplace_back(dice.pick(kLines)); break;
    case 2: lines.push_back(line); break;
    case 3: line.clear(); break;
    case 4: line += dice.coin() ? "," : "=1"; break;
    default: std::swap(lines.front(), line); break;
  }
  bytes.resize(1);
  for (const std::string& text : lines) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    bytes.push_back('\n');
  }
  if (dice.one_in(8)) bytes.pop_back();
}

void edit_refusal(Bytes& bytes, Dice& dice) {
  const auto& row = spec::kRefusals[dice.below(spec::kRefusals.size())];
  const auto end = std::ranges::find(bytes.begin() + 1, bytes.end(), std::uint8_t{'\n'});
  Bytes fresh{kRefusal};
  fresh.insert(fresh.end(), row.name.begin(), row.name.end());
  fresh.insert(fresh.end(), end, bytes.end());
  bytes = std::move(fresh);
  if (dice.one_in(64)) bytes.resize(dice.coin() ? 65537 : 65538, 'x');
}

Bytes tagged(std::uint8_t kind, std::string_view text) {
  Bytes bytes{kind};
  bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}

Bytes seed_request() {
  Bytes bytes(1 + kHead + 32 + 34);
  bytes[0] = kRequest;
  const auto frame = std::span(bytes).subspan(1);
  const std::array<std::uint64_t, 11> words{1, 2, 0x1122334455667788, 1, 10, 0, 66, 1, 128, 0, 99};
  laws::store_word(frame, 0, 4, 0x31505254);  // "TRP1"
  for (std::size_t i = 0; i < words.size(); ++i)
    laws::store_word(frame, kNumbers[i].at, kNumbers[i].width, words[i]);
  return bytes;
}

}  // namespace

void mutate_protocol(Bytes& bytes, std::size_t most, std::uint64_t seed) {
  Dice dice(seed);
  if (bytes.empty() || bytes.front() >= kProtocolKinds || dice.one_in(8)) {
    const auto seeds = protocol_seeds();
    bytes = dice.pick(seeds).bytes;
  }
  for (std::uint64_t left = dice.few(4); left > 0; --left) {
    const std::uint8_t kind = bytes.empty() ? kHeader : bytes.front();
    if (dice.one_in(6) || kind == kFlags)
      edit_bytes(bytes, dice);
    else if (kind == kHeader || kind == kRequest)
      edit_frame(bytes, dice);
    else if (kind == kRefusal)
      edit_refusal(bytes, dice);
    else
      edit_lines(bytes, dice);
  }
  if (!dice.one_in(4)) settle(bytes);
  if (!bytes.empty() && bytes.front() == kFlags && bytes.size() >= 5 && dice.coin())
    laws::store_word(bytes, 1, 4, some_flags(dice));
  if (bytes.size() > most) bytes.resize(most);
}

// Choices that a compiler makes without a jump are not seen by an engine: each is a seed.
std::vector<Seed> protocol_seeds() {
  const Bytes request = seed_request();
  Bytes header(request.begin(), request.begin() + 1 + kHead);
  header[0] = kHeader;
  std::vector<Seed> seeds{
      {"request", request},
      {"header", header},
      {"hello", tagged(kHello,
                       "runner=r\nversion=1\ndevice=d\ndriver=x\nfirmware=f\ndouble=0\n"
                       "ops=decode:t2,replay:t2s\nformats=t2,t2s\nmax_n=64\nmax_k=512\n"
                       "max_m=2\nmodes=i64,sat32-end\npolicies=code3:+2\npoison=1\n")},
      {"host-hello", tagged(kHostHello, "version=1\nlevel=core\n")},
      {"refusal", tagged(kRefusal, "Size\n2175 bytes")},
      {"flags", {kFlags, 2, 8, 0, 0}}};
  const auto add = [&seeds](const char* name, Bytes bytes, auto... edits) {
    for (const Edit& edit : {edits...})
      laws::store_word(std::span(bytes).subspan(1), edit.at, edit.width, edit.word);
    seeds.push_back({name, std::move(bytes)});
  };
  add("header-hello", header, Edit{6, 2, 1});
  add("header-ok", header, Edit{6, 2, 3});
  add("header-bye", header, Edit{6, 2, 5}, Edit{24, 8, 0});
  add("poisoned", request, Edit{64, 8, 99});
  add("bf16", request, Edit{20, 4, 1});
  add("no-columns", request, Edit{40, 8, 0});
  add("replay", request, Edit{16, 2, 7}, Edit{18, 2, 2}, Edit{20, 4, 1u << 16}, Edit{48, 8, 3});
  add("convert", request, Edit{16, 2, 6}, Edit{20, 4, 9u << 8});
  add("convert-to-nothing", request, Edit{16, 2, 6});
  add("convert-in-part", request, Edit{16, 2, 6}, Edit{20, 4, 1u << 8});
  return seeds;
}

}  // namespace tritproof::fuzz
