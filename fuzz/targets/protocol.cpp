// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "fuzz/broken.h"
#include "fuzz/mutators/protocol_mutator.h"
#include "fuzz/target.h"
#include "hw/protocol/frame.h"
#include "hw/protocol/hello.h"
#include "hw/protocol/sizes.h"
#include "props/laws/words.h"

/// The frames that other people's programs send: the first byte says what the rest is read as.
namespace tritproof::fuzz {
namespace {

using namespace protocol;  // NOLINT: the target is about nothing else
using In = std::span<const std::uint8_t>;

constexpr std::size_t kMostBytes = 80u << 10;

[[noreturn]] void wrong(const std::string& rest, const std::string& what) {
  broken_law<"protocol/frame">(rest, what);
}

std::string named(const Error& error) {
  return std::string(sentence_of(error.fault)) + " at " + std::to_string(error.at);
}

// Every fault that is met has its sentence.
template <class T>
Parsed<T> worded(Parsed<T> parsed) {
  if (!parsed && sentence_of(parsed.error().fault).empty())
    wrong("fault/wordless/-", std::to_string(static_cast<int>(parsed.error().fault)));
  return parsed;
}

// FRAME-1, FRAME-2, FRAME-8, word by word.
bool is_header(In bytes) {
  if (bytes.size() < 32 || laws::load_word(bytes, 0, 4) != 0x31505254) return false;
  const std::uint64_t kind = laws::load_word(bytes, 6, 2), length = laws::load_word(bytes, 24, 8);
  constexpr std::array<std::uint64_t, 6> kMost{0, 1u << 16, 1u << 26, 1u << 26, 1u << 16, 0};
  return laws::load_word(bytes, 4, 2) == 1 && kind >= 1 && kind <= 5 && length <= kMost[kind];
}

// FRAME-6
bool is_flags(std::uint64_t word) {
  return (word & 0xff0000f8u) == 0 && (word >> 8 & 255) <= 11 && (word >> 16 & 15) <= 3 &&
         (word >> 20 & 15) <= 2;
}

void check_header(In bytes) {
  const auto header = worded(parse_header(bytes));
  if (header.has_value() != is_header(bytes))
    wrong(header ? "header/reads/-" : "header/refuses/-", header ? "" : named(header.error()));
  if (header && !std::ranges::equal(encode_header(*header), bytes.first(32)))
    wrong("header/differs/-", "a header is not written as it was read");
}

void check_flags(In bytes) {
  if (bytes.size() < 4) return;
  const auto word = static_cast<std::uint32_t>(laws::load_word(bytes, 0, 4));
  const auto flags = worded(parse_flags(word));
  if (flags.has_value() != is_flags(word))
    wrong(flags ? "flags/reads/-" : "flags/refuses/-", std::to_string(word));
  if (flags && pack_flags(*flags) != word) wrong("flags/differs/-", std::to_string(word));
}

__extension__ using Wide = unsigned __int128;

// The size of the answer in 128 bits: whole units, the last ones rounded up.
Wide answer_in_full(const Request& request) {
  const auto count = [&](const spec::FormatRow& row) {
    return ((Wide{request.geometry.n} + row.rows - 1) / row.rows) *
           ((Wide{request.geometry.k} + row.columns - 1) / row.columns);
  };
  const auto units = [&](spec::Format format) {
    const spec::FormatRow& row = spec::row_of(format);
    return count(row) * row.bytes + (row.side_table ? Wide{request.geometry.n} * 4 : 0);
  };
  const Wide elements = Wide{request.geometry.n} * request.geometry.k;
  switch (request.op) {
    case spec::Op::decode:
      return elements >> 100 != 0 ? ~Wide{0} : elements * (request.flags.bf16 ? 2 : 4);
    case spec::Op::validate: return 48;
    case spec::Op::expand: return count(spec::row_of(request.format)) * 4096;
    case spec::Op::convert: return units(request.flags.target.value_or(request.format));
    case spec::Op::replay:
      return Wide{request.geometry.n} * request.m >> 100 != 0
                 ? ~Wide{0}
                 : Wide{request.geometry.n} * request.m *
                       (request.flags.mode == spec::ReplayMode::i64 ? 8 : 4);
    default: return units(request.format);
  }
}

bool is_whole(spec::Format format, spec::Geometry geometry) {
  const spec::FormatRow& row = spec::row_of(format);
  return std::min(geometry.n, geometry.k) != 0 &&
         geometry.n % row.rows + geometry.k % row.columns == 0;
}

// Numbers so large that 128 bits could wrap are left out.
void check_answer_bytes(const Request& request) {
  const bool converts = request.op == spec::Op::convert;
  const auto target = converts && request.flags.target ? *request.flags.target : request.format;
  if (whole_units(request) !=
      (is_whole(request.format, request.geometry) && is_whole(target, request.geometry)))
    wrong("size/whole/-", "");
  const bool small = request.geometry.n >> 50 == 0 && request.geometry.k >> 50 == 0;
  if (!small || !spec::defined(request.op, request.format)) return;
  const auto got = answer_bytes(request);
  if (converts && !request.flags.target && got) wrong("size/targetless/-", std::to_string(*got));
  if (converts && !request.flags.target) return;
  const Wide wanted = answer_in_full(request);
  if (wanted >> 64 != 0 && got) wrong("size/wraps/-", std::to_string(*got));
  if (wanted >> 64 == 0 && got != static_cast<std::uint64_t>(wanted))
    wrong("size/differs/-", std::to_string(got.value_or(0)));
}

// FRAME-9, byte by byte; the bytes of the request stand for an answer.
void check_poison(In answer, std::uint64_t poison) {
  std::uint64_t count = 0;
  for (std::size_t at = 0; at < answer.size() / 8 * 8; at += 8)
    if (laws::load_word(answer, at, 8) == poison) count += 8;
  if (poison_bytes(answer, poison) != count) wrong("poison/counts/-", std::to_string(count));
}

void check_request(In bytes) {
  if (bytes.size() < 32) return;
  const auto header = parse_header(bytes.first(32));
  if (!header) return;
  const In payload = bytes.subspan(32);
  const auto request = worded(parse_request(*header, payload));
  const bool right = header->kind == Kind::request && header->op >= 1 && header->op <= 7 &&
                     header->format >= 1 && header->format <= 11 && is_flags(header->flags) &&
                     payload.size() >= 32 && payload.size() == header->length;
  if (request.has_value() != right)
    wrong(request ? "request/reads/-" : "request/refuses/-", request ? "" : named(request.error()));
  if (!request) return;
  const auto head = encode_request(header->id, *request);
  if (!head || !std::ranges::equal(*head, bytes.first(64)))
    wrong("request/differs/-", "a request is not written as it was read");
  check_answer_bytes(*request);
  check_poison(payload, request->poison);
}

bool is_ascii_lines(In bytes) {
  return std::ranges::all_of(bytes,
                             [](std::uint8_t b) { return b == '\n' || (b >= 32 && b < 127); }) &&
         (bytes.empty() || bytes.back() == '\n');
}

template <auto parse, auto encode>
void check_hello(In bytes, const std::string& field) {
  const auto hello = worded(parse(bytes));
  if (!hello) {
    if (hello.error().at > bytes.size()) wrong(field + "/place/-", named(hello.error()));
    return;
  }
  if (!is_ascii_lines(bytes) || bytes.size() > kMaxTextBytes) wrong(field + "/reads/-", "");
  const std::string text = encode(*hello);
  const auto again = parse(bytes_of_text(text));
  if (!again || *again != *hello) wrong(field + "/differs/-", text);
  // Each key once, and no line that has none.
  std::vector<std::string> keys;
  for (std::size_t at = 0; at < bytes.size();) {
    const auto line = std::ranges::find(bytes.subspan(at), std::uint8_t{'\n'});
    const auto end = static_cast<std::size_t>(line - bytes.begin());
    const std::string key(bytes.begin() + static_cast<std::ptrdiff_t>(at), line);
    keys.push_back(key.substr(0, key.find('=')));
    at = end + 1;
  }
  std::ranges::sort(keys);
  if (std::ranges::adjacent_find(keys) != keys.end()) wrong(field + "/reads-twice/-", text);
}

void check_refusal(In bytes) {
  const auto refusal = worded(parse_refusal(bytes));
  const std::string text(bytes.begin(), bytes.end());
  const bool right = bytes.size() <= kMaxTextBytes &&
                     spec::refusal_named(std::string_view(text).substr(0, text.find('\n')));
  if (refusal.has_value() != right) wrong(refusal ? "refusal/reads/-" : "refusal/refuses/-", text);
  if (!refusal) return;
  const std::string again = encode_refusal(refusal->name, refusal->text);
  if (again != (text.find('\n') == std::string::npos ? text + "\n" : text))
    wrong("refusal/differs/-", text);
}

void check_host_hello(In bytes) {
  check_hello<parse_host_hello, encode_host_hello>(bytes, "host-hello");
}
void check_child_hello(In bytes) { check_hello<parse_hello, encode_hello>(bytes, "hello"); }

using Check = void (*)(In);
constexpr std::array<Check, kProtocolKinds> kChecks{
    check_header, check_request, check_child_hello, check_host_hello, check_refusal, check_flags};

void run(In bytes) {
  if (bytes.empty() || bytes.size() > kMostBytes || bytes.front() >= kChecks.size()) return;
  // A copy of exactly these bytes: what is read beyond them is seen.
  const Bytes input(bytes.begin() + 1, bytes.end());
  kChecks[bytes.front()](input);
}

}  // namespace

extern constexpr Target fuzz_protocol{"fuzz_protocol", "protocol", kMostBytes,    run,
                                      mutate_protocol, splice,     protocol_seeds};

}  // namespace tritproof::fuzz
