// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "codec/subject.h"
#include "spec/ops.h"
#include "spec/refusals.h"

/// The frames that host and runner exchange: bytes in, values out, and back. Nothing here reads,
/// writes or waits; nothing is allocated before the bytes that ask for it were checked.
namespace tritproof::protocol {

inline constexpr std::array<std::uint8_t, 4> kMagic{'T', 'R', 'P', '1'};
inline constexpr std::uint16_t kVersion = 1;
inline constexpr std::size_t kHeaderBytes = 32;
inline constexpr std::size_t kRequestPrefixBytes = 32;          ///< N, K, M, poison
inline constexpr std::uint64_t kMaxPayloadBytes = 64ull << 20;  // FRAME-8
inline constexpr std::uint64_t kMaxTextBytes = 64ull << 10;     ///< payload of a hello or a refusal

/// Why bytes are not what they should be.
enum class Fault : std::uint8_t {
  Truncated,
  Magic,
  Version,
  Kind,
  TooLong,
  Op,
  Format,
  FlagBits,
  FlagTarget,
  FlagMode,
  FlagNarrowing,
  NotAscii,
  NotALine,
  UnknownKey,
  DuplicateKey,
  MissingKey,
  BadValue,
  UnknownRefusal,
};

/// One English sentence without its full stop.
[[nodiscard]] std::string_view sentence_of(Fault fault);

/// A fault and the first byte that shows it, counted from the start of the header or payload.
struct Error {
  Fault fault{};
  std::uint64_t at = 0;

  friend bool operator==(const Error&, const Error&) = default;
};

template <class T>
using Parsed = std::expected<T, Error>;

enum class Kind : std::uint16_t { hello = 1, request = 2, ok = 3, refused = 4, bye = 5 };

/// A header without its magic and version, which are constants. Op, format and flags are the
/// numbers as they stand: only a request gives them a meaning.
struct Header {
  Kind kind = Kind::hello;
  std::uint64_t id = 0;
  std::uint16_t op = 0;
  std::uint16_t format = 0;
  std::uint32_t flags = 0;
  std::uint64_t length = 0;  ///< payload bytes that follow

  friend bool operator==(const Header&, const Header&) = default;
};

using HeaderBytes = std::array<std::uint8_t, kHeaderBytes>;

[[nodiscard]] HeaderBytes encode_header(const Header& header);

/// Reads the first 32 bytes. Truncated, Magic, Version, Kind; TooLong above what the kind may hold.
[[nodiscard]] Parsed<Header> parse_header(std::span<const std::uint8_t> bytes);

[[nodiscard]] std::uint32_t pack_flags(const spec::Flags& flags);

/// Faults FlagBits, FlagTarget, FlagMode, FlagNarrowing; their place is byte 20 of the header.
[[nodiscard]] Parsed<spec::Flags> parse_flags(std::uint32_t word);

/// Header and the first 32 payload bytes of a request; its input follows on the wire as it is.
using RequestHead = std::array<std::uint8_t, kHeaderBytes + kRequestPrefixBytes>;

/// TooLong if the frame would pass the cap.
[[nodiscard]] Parsed<RequestHead> encode_request(std::uint64_t id, const Request& request);

/// A request's frame taken apart; the input borrows from `payload`.
/// Kind, Op, Format, flag faults (places in the header); Truncated (place in the payload).
[[nodiscard]] Parsed<Request> parse_request(const Header& header,
                                            std::span<const std::uint8_t> payload);

/// What a runner said when it refused.
struct RefusalText {
  spec::RefusalName name{};
  std::string_view text;  ///< borrows from the payload; untrusted
};

/// The payload of a refusal: its name, a line feed, the text (cut at the cap).
[[nodiscard]] std::string encode_refusal(spec::RefusalName name, std::string_view text);

/// UnknownRefusal for a first line that is no refusal's name; TooLong above 64 KiB.
[[nodiscard]] Parsed<RefusalText> parse_refusal(std::span<const std::uint8_t> payload);

}  // namespace tritproof::protocol
