// SPDX-License-Identifier: Apache-2.0
#include "hw/protocol/hello.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace tritproof::protocol {
namespace {

using std::string_view;

std::unexpected<Error> fail(Fault fault, std::uint64_t at) {
  return std::unexpected(Error{fault, at});
}

/// Cuts `text` at each comma and gives every part to `take`; false at the first part not taken.
template <class Take>
bool each_item(string_view text, Take take) {
  while (true) {
    const std::size_t comma = text.find(',');
    const string_view item = text.substr(0, comma);
    if (item.empty() || !take(item)) return false;
    if (comma == string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

template <class T>
bool add_once(std::vector<T>& list, T value) {
  if (std::ranges::find(list, value) != list.end()) return false;
  list.push_back(std::move(value));
  return true;
}

bool read_text(string_view value, std::string& out) {
  out = value;
  return !value.empty();
}

bool read_bool(string_view value, bool& out) {
  out = value == "1";
  return value == "0" || value == "1";
}

bool read_number(string_view value, std::optional<std::uint64_t>& out) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const bool canonical = !value.empty() && value.front() != '0';
  if (error != std::errc{} || end != value.data() + value.size() || !canonical) return false;
  out = number;
  return true;
}

bool read_op(string_view item, Hello& hello) {
  const std::size_t colon = item.find(':');
  if (colon == string_view::npos) return false;
  const auto op = spec::op_named(item.substr(0, colon));
  const auto format = spec::format_named(item.substr(colon + 1));
  if (!op || !format || !spec::defined(*op, *format)) return false;
  return add_once(hello.ops, Capability{*op, *format});
}

bool read_format(string_view item, Hello& hello) {
  const auto format = spec::format_named(item);
  return format && add_once(hello.formats, *format);
}

bool read_mode(string_view item, Hello& hello) {
  const auto* const found = std::ranges::find(kModeNames, item);
  if (found == std::end(kModeNames)) return false;
  return add_once(hello.modes, static_cast<spec::ReplayMode>(found - std::begin(kModeNames)));
}

bool read_policy(string_view item, Hello& hello) {
  const std::size_t colon = item.find(':');
  if (colon == string_view::npos || colon == 0 || colon + 1 == item.size()) return false;
  Policy policy{std::string(item.substr(0, colon)), std::string(item.substr(colon + 1))};
  const auto same = [&](const Policy& other) { return other.name == policy.name; };
  if (std::ranges::any_of(hello.policies, same)) return false;
  hello.policies.push_back(std::move(policy));
  return true;
}

template <bool (*read)(string_view, Hello&)>
bool read_list(string_view value, Hello& hello) {
  return each_item(value, [&](string_view item) { return read(item, hello); });
}

/// FRAME-4, one row per key: its name, whether it must be there, and how its value is read.
template <class T>
struct Key {
  string_view name;
  bool required = false;
  bool (*read)(string_view, T&) = nullptr;
};

constexpr std::array<Key<Hello>, 14> kKeys{{
    {"runner", true, [](string_view v, Hello& h) { return read_text(v, h.runner); }},
    {"version", true, [](string_view v, Hello& h) { return read_text(v, h.version); }},
    {"device", false, [](string_view v, Hello& h) { return read_text(v, h.device); }},
    {"driver", false, [](string_view v, Hello& h) { return read_text(v, h.driver); }},
    {"firmware", false, [](string_view v, Hello& h) { return read_text(v, h.firmware); }},
    {"double", true, [](string_view v, Hello& h) { return read_bool(v, h.is_double); }},
    {"ops", true, read_list<read_op>},
    {"formats", false, read_list<read_format>},
    {"max_n", false, [](string_view v, Hello& h) { return read_number(v, h.max_n); }},
    {"max_k", false, [](string_view v, Hello& h) { return read_number(v, h.max_k); }},
    {"max_m", false, [](string_view v, Hello& h) { return read_number(v, h.max_m); }},
    {"modes", false, read_list<read_mode>},
    {"policies", false, read_list<read_policy>},
    {"poison", false, [](string_view v, Hello& h) { return read_bool(v, h.poison); }},
}};

constexpr std::array<Key<HostHello>, 2> kHostKeys{{
    {"version", true, [](string_view v, HostHello& h) { return read_text(v, h.version); }},
    {"level", true,
     [](string_view v, HostHello& h) {
       return read_text(v, h.level) && (v == "smoke" || v == "core" || v == "full");
     }},
}};

bool printable(std::uint8_t byte) { return (byte >= 0x20 && byte < 0x7F) || byte == '\n'; }

/// Reads every line by the table of keys.
template <class T, std::size_t count>
Parsed<T> parse_lines(std::span<const std::uint8_t> payload,
                      const std::array<Key<T>, count>& keys) {
  if (payload.size() > kMaxTextBytes) return fail(Fault::TooLong, kMaxTextBytes);
  const auto odd = std::ranges::find_if_not(payload, printable);
  if (odd != payload.end())
    return fail(Fault::NotAscii, static_cast<std::uint64_t>(odd - payload.begin()));
  const string_view text(reinterpret_cast<const char*>(payload.data()), payload.size());
  T value;
  std::array<bool, count> seen{};
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    if (end == string_view::npos) return fail(Fault::NotALine, text.size());
    const string_view line = text.substr(at, end - at);
    const std::size_t equals = line.find('=');
    if (equals == string_view::npos) return fail(Fault::NotALine, at);
    const auto key = std::ranges::find(keys, line.substr(0, equals), &Key<T>::name);
    if (key == keys.end()) return fail(Fault::UnknownKey, at);
    if (std::exchange(seen[static_cast<std::size_t>(key - keys.begin())], true))
      return fail(Fault::DuplicateKey, at);
    if (!key->read(line.substr(equals + 1), value)) return fail(Fault::BadValue, at + equals + 1);
    at = end + 1;
  }
  for (std::size_t i = 0; i < count; ++i)
    if (keys[i].required && !seen[i]) return fail(Fault::MissingKey, text.size());
  return value;
}

bool formats_are_those_of_ops(const Hello& hello) {
  const auto listed = [&](const Capability& capability) {
    return std::ranges::find(hello.formats, capability.format) != hello.formats.end();
  };
  const auto used = [&](spec::Format format) {
    return std::ranges::find(hello.ops, format, &Capability::format) != hello.ops.end();
  };
  return hello.formats.empty() ||
         (std::ranges::all_of(hello.ops, listed) && std::ranges::all_of(hello.formats, used));
}

/// Joins names by commas.
template <class List, class Name>
std::string joined(const List& list, Name name) {
  std::string text;
  for (const auto& item : list) {
    if (!text.empty()) text += ',';
    text += name(item);
  }
  return text;
}

void add_line(std::string& out, string_view key, string_view value) {
  if (value.empty()) return;
  (out += key) += '=';
  (out += value) += '\n';
}

std::string number_or_nothing(const std::optional<std::uint64_t>& number) {
  return number ? std::to_string(*number) : std::string();
}

}  // namespace

std::string encode_hello(const Hello& hello) {
  std::string out;
  add_line(out, "runner", hello.runner);
  add_line(out, "version", hello.version);
  add_line(out, "device", hello.device);
  add_line(out, "driver", hello.driver);
  add_line(out, "firmware", hello.firmware);
  add_line(out, "double", hello.is_double ? "1" : "0");
  add_line(out, "ops", joined(hello.ops, [](const Capability& c) {
             return std::string(spec::name_of(c.op)) + ':' +
                    std::string(spec::row_of(c.format).name);
           }));
  add_line(out, "formats",
           joined(hello.formats, [](spec::Format f) { return spec::row_of(f).name; }));
  add_line(out, "max_n", number_or_nothing(hello.max_n));
  add_line(out, "max_k", number_or_nothing(hello.max_k));
  add_line(out, "max_m", number_or_nothing(hello.max_m));
  add_line(out, "modes", joined(hello.modes, [](spec::ReplayMode mode) {
             return kModeNames[std::to_underlying(mode)];
           }));
  add_line(out, "policies",
           joined(hello.policies, [](const Policy& p) { return p.name + ':' + p.value; }));
  add_line(out, "poison", hello.poison ? "1" : "0");
  return out;
}

std::string encode_host_hello(const HostHello& hello) {
  std::string out;
  add_line(out, "version", hello.version);
  add_line(out, "level", hello.level);
  return out;
}

Parsed<Hello> parse_hello(std::span<const std::uint8_t> payload) {
  auto hello = parse_lines(payload, kKeys);
  if (hello && !formats_are_those_of_ops(*hello)) return fail(Fault::BadValue, payload.size());
  return hello;
}

Parsed<HostHello> parse_host_hello(std::span<const std::uint8_t> payload) {
  return parse_lines(payload, kHostKeys);
}

}  // namespace tritproof::protocol
