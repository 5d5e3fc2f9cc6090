// SPDX-License-Identifier: Apache-2.0
#include "hw/protocol/frame.h"

#include <algorithm>
#include <utility>

#include "hw/protocol/wire.h"

namespace tritproof::protocol {
namespace {

// Places of the fields in the header, FRAME-1.
constexpr std::size_t kVersionAt = 4;
constexpr std::size_t kKindAt = 6;
constexpr std::size_t kIdAt = 8;
constexpr std::size_t kOpAt = 16;
constexpr std::size_t kFormatAt = 18;
constexpr std::size_t kFlagsAt = 20;
constexpr std::size_t kLengthAt = 24;

// Places of the fields in a request's flags.
constexpr std::uint32_t kKnownFlags = 0x00FFFF07;
constexpr unsigned kTargetShift = 8;
constexpr unsigned kModeShift = 16;
constexpr unsigned kNarrowingShift = 20;

std::unexpected<Error> fail(Fault fault, std::uint64_t at) {
  return std::unexpected(Error{fault, at});
}

std::uint64_t most_payload(Kind kind) {
  switch (kind) {
    case Kind::hello:
    case Kind::refused: return kMaxTextBytes;
    case Kind::request:
    case Kind::ok: return kMaxPayloadBytes;
    case Kind::bye: return 0;
  }
  return 0;
}

}  // namespace

std::string_view sentence_of(Fault fault) {
  switch (fault) {
    case Fault::Truncated: return "the bytes end too early";
    case Fault::Magic: return "the frame does not start with TRP1";
    case Fault::Version: return "the frame's version is not 1";
    case Fault::Kind: return "the frame is of a kind that is unknown or has no place here";
    case Fault::TooLong: return "the payload is longer than its kind of frame may be";
    case Fault::Op: return "the op's number is unknown";
    case Fault::Format: return "the format's number is unknown";
    case Fault::FlagBits: return "flag bits that have no meaning are set";
    case Fault::FlagTarget: return "the target format's number is unknown";
    case Fault::FlagMode: return "the replay mode's number is unknown";
    case Fault::FlagNarrowing: return "the narrowing's number is unknown";
    case Fault::NotAscii: return "a byte of the hello is not printable ASCII";
    case Fault::NotALine: return "a line of the hello is not key=value and a line feed";
    case Fault::UnknownKey: return "a key of the hello is unknown";
    case Fault::DuplicateKey: return "a key of the hello comes twice";
    case Fault::MissingKey: return "the hello lacks a key that it must have";
    case Fault::BadValue: return "a value of the hello is not one that its key takes";
    case Fault::UnknownRefusal: return "the first line is not the name of a refusal";
  }
  return "";
}

HeaderBytes encode_header(const Header& header) {
  HeaderBytes bytes{};
  std::ranges::copy(kMagic, bytes.begin());
  put(bytes, kVersionAt, kVersion);
  put(bytes, kKindAt, static_cast<std::uint16_t>(header.kind));
  put(bytes, kIdAt, header.id);
  put(bytes, kOpAt, header.op);
  put(bytes, kFormatAt, header.format);
  put(bytes, kFlagsAt, header.flags);
  put(bytes, kLengthAt, header.length);
  return bytes;
}

Parsed<Header> parse_header(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < kHeaderBytes) return fail(Fault::Truncated, bytes.size());
  // FRAME-2: nothing is guessed from a frame that is not exactly ours.
  for (std::size_t i = 0; i < kMagic.size(); ++i)
    if (bytes[i] != kMagic[i]) return fail(Fault::Magic, i);
  if (get<std::uint16_t>(bytes, kVersionAt) != kVersion) return fail(Fault::Version, kVersionAt);
  const auto kind = get<std::uint16_t>(bytes, kKindAt);
  if (kind < std::to_underlying(Kind::hello) || kind > std::to_underlying(Kind::bye))
    return fail(Fault::Kind, kKindAt);
  const Header header{static_cast<Kind>(kind),
                      get<std::uint64_t>(bytes, kIdAt),
                      get<std::uint16_t>(bytes, kOpAt),
                      get<std::uint16_t>(bytes, kFormatAt),
                      get<std::uint32_t>(bytes, kFlagsAt),
                      get<std::uint64_t>(bytes, kLengthAt)};
  // FRAME-8: told from the header, before any payload is read.
  if (header.length > most_payload(header.kind)) return fail(Fault::TooLong, kLengthAt);
  return header;
}

std::uint32_t pack_flags(const spec::Flags& flags) {
  std::uint32_t word = 0;
  word |= flags.bf16 ? 1u : 0u;
  word |= flags.clamp ? 2u : 0u;
  word |= flags.layout == spec::Layout::other ? 4u : 0u;
  if (flags.target) word |= std::uint32_t{std::to_underlying(*flags.target)} << kTargetShift;
  word |= std::uint32_t{std::to_underlying(flags.mode)} << kModeShift;
  word |= std::uint32_t{std::to_underlying(flags.narrowing)} << kNarrowingShift;
  return word;
}

Parsed<spec::Flags> parse_flags(std::uint32_t word) {
  // FRAME-6
  if ((word & ~kKnownFlags) != 0) return fail(Fault::FlagBits, kFlagsAt);
  const std::uint32_t target = (word >> kTargetShift) & 0xFF;
  const std::uint32_t mode = (word >> kModeShift) & 0xF;
  const std::uint32_t narrowing = (word >> kNarrowingShift) & 0xF;
  const auto format = spec::format_numbered(target);
  if (target != 0 && !format) return fail(Fault::FlagTarget, kFlagsAt);
  if (mode > std::to_underlying(spec::ReplayMode::sat32_end))
    return fail(Fault::FlagMode, kFlagsAt);
  if (narrowing > std::to_underlying(spec::Narrowing::sat16))
    return fail(Fault::FlagNarrowing, kFlagsAt);
  spec::Flags flags;
  flags.bf16 = (word & 1u) != 0;
  flags.clamp = (word & 2u) != 0;
  flags.layout = (word & 4u) != 0 ? spec::Layout::other : spec::Layout::standard;
  flags.target = format;
  flags.mode = static_cast<spec::ReplayMode>(mode);
  flags.narrowing = static_cast<spec::Narrowing>(narrowing);
  return flags;
}

Parsed<RequestHead> encode_request(std::uint64_t id, const Request& request) {
  if (request.input.size() > kMaxPayloadBytes - kRequestPrefixBytes)
    return fail(Fault::TooLong, kLengthAt);
  const Header header{Kind::request,
                      id,
                      std::to_underlying(request.op),
                      std::to_underlying(request.format),
                      pack_flags(request.flags),
                      kRequestPrefixBytes + request.input.size()};
  RequestHead head{};
  std::ranges::copy(encode_header(header), head.begin());
  // FRAME-5
  put(head, kHeaderBytes, request.geometry.n);
  put(head, kHeaderBytes + 8, request.geometry.k);
  put(head, kHeaderBytes + 16, request.m);
  put(head, kHeaderBytes + 24, request.poison);
  return head;
}

Parsed<Request> parse_request(const Header& header, std::span<const std::uint8_t> payload) {
  if (header.kind != Kind::request) return fail(Fault::Kind, kKindAt);
  const auto op = spec::op_numbered(header.op);
  if (!op) return fail(Fault::Op, kOpAt);
  const auto format = spec::format_numbered(header.format);
  if (!format) return fail(Fault::Format, kFormatAt);
  const auto flags = parse_flags(header.flags);
  if (!flags) return std::unexpected(flags.error());
  if (payload.size() < kRequestPrefixBytes || payload.size() != header.length)
    return fail(Fault::Truncated, payload.size());
  Request request;
  request.op = *op;
  request.format = *format;
  request.flags = *flags;
  request.geometry = {get<std::uint64_t>(payload, 0), get<std::uint64_t>(payload, 8)};
  request.m = get<std::uint64_t>(payload, 16);
  request.poison = get<std::uint64_t>(payload, 24);
  request.input = payload.subspan(kRequestPrefixBytes);
  return request;
}

std::string encode_refusal(spec::RefusalName name, std::string_view text) {
  std::string payload(spec::row_of(name).name);
  payload += '\n';
  payload += text.substr(0, kMaxTextBytes - payload.size());
  return payload;
}

Parsed<RefusalText> parse_refusal(std::span<const std::uint8_t> payload) {
  if (payload.size() > kMaxTextBytes) return fail(Fault::TooLong, kMaxTextBytes);
  const std::string_view all(reinterpret_cast<const char*>(payload.data()), payload.size());
  const std::size_t end = std::min(all.find('\n'), all.size());
  const auto name = spec::refusal_named(all.substr(0, end));
  if (!name) return fail(Fault::UnknownRefusal, 0);
  return RefusalText{*name, end < all.size() ? all.substr(end + 1) : std::string_view{}};
}

}  // namespace tritproof::protocol
