// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw/protocol/frame.h"
#include "spec/formats.h"
#include "spec/ops.h"

/// The payloads with which host and runner introduce themselves: lines of printable ASCII,
/// key=value, each ended by one line feed.
namespace tritproof::protocol {

/// An op of a format that a runner says it answers.
struct Capability {
  spec::Op op{};
  spec::Format format{};

  friend bool operator==(const Capability&, const Capability&) = default;
};

/// A choice that implementations may make, and the runner's answer: `code3:+2`.
struct Policy {
  std::string name;
  std::string value;

  friend bool operator==(const Policy&, const Policy&) = default;
};

/// What a runner declares before it sees any vector. Empty strings and lists: key not given.
struct Hello {
  std::string runner;
  std::string version;
  std::string device;
  std::string driver;
  std::string firmware;
  bool is_double = false;             ///< a stand-in, model or emulator
  std::vector<Capability> ops;        ///< at least one
  std::vector<spec::Format> formats;  ///< if given, exactly the formats that ops names
  std::optional<std::uint64_t> max_n;
  std::optional<std::uint64_t> max_k;
  std::optional<std::uint64_t> max_m;
  std::vector<spec::ReplayMode> modes;
  std::vector<Policy> policies;
  bool poison = false;  ///< fills its output with the request's poison before it runs

  friend bool operator==(const Hello&, const Hello&) = default;
};

/// What the host says first.
struct HostHello {
  std::string version;
  std::string level;  ///< smoke, core or full

  friend bool operator==(const HostHello&, const HostHello&) = default;
};

[[nodiscard]] std::string encode_hello(const Hello& hello);
[[nodiscard]] std::string encode_host_hello(const HostHello& hello);

/// Strict: NotAscii, NotALine, UnknownKey, DuplicateKey, BadValue at the byte that shows it;
/// MissingKey (runner, version, double, ops) at the end; TooLong above 64 KiB.
[[nodiscard]] Parsed<Hello> parse_hello(std::span<const std::uint8_t> payload);

/// The same for the host's two keys, both of which must be there.
[[nodiscard]] Parsed<HostHello> parse_host_hello(std::span<const std::uint8_t> payload);

/// The names of the replay modes in a hello, in the order of their numbers.
inline constexpr std::string_view kModeNames[] = {"i64", "wrap32", "sat32-step", "sat32-end"};

}  // namespace tritproof::protocol
