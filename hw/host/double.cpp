// SPDX-License-Identifier: Apache-2.0
#include <sys/types.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw/protocol/frame.h"
#include "hw/protocol/hello.h"
#include "hw/protocol/sizes.h"
#include "hw/protocol/wire.h"

// A runner for the host's own tests: it decodes t2 rightly, or misbehaves in the one way that its
// argument names. Its hello says that it is a stand-in, whatever the mode.

namespace {

using namespace tritproof;
using protocol::Header;
using protocol::Kind;

constexpr std::size_t kEarlyBytes = 1024 * 4096 * 4;  // more than any pipe holds

float half(unsigned bits) {
  const unsigned exponent = bits >> 10 & 31;
  const auto mantissa = static_cast<float>(bits & 1023);
  float size = std::ldexp(exponent == 0 ? mantissa : mantissa + 1024.0f,
                          exponent == 0 ? -24 : static_cast<int>(exponent) - 25);
  if (exponent == 31) size = mantissa == 0.0f ? INFINITY : NAN;
  return bits >> 15 != 0 ? -size : size;
}

/// The first `count` weights; the rest stays poison.
Bytes decode(const Request& q, std::uint64_t count) {
  Bytes out(q.geometry.n * q.geometry.k * 4);
  for (std::size_t at = 0; at < out.size(); at += 8)  // FRAME-9
    protocol::put(std::span(out), at, q.poison);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t n = i / q.geometry.k, k = i % q.geometry.k, r = n % 32, c = k % 256;
    const auto tile = q.input.subspan((n / 32 * (q.geometry.k / 256) + k / 256) * 2176, 2176);
    const int code = tile[64 * r + c / 4] >> (2 * (c % 4)) & 3;
    const float d = half(protocol::get<std::uint16_t>(tile, 2048 + 4 * r + 2 * (c / 128)));
    const float weight = code == 3 ? 0.0f : static_cast<float>(code - 1) * d;
    protocol::put(std::span(out), 4 * i, std::bit_cast<std::uint32_t>(weight));
  }
  return out;
}

bool read_all(std::span<std::uint8_t> into) {
  return std::fread(into.data(), 1, into.size(), stdin) == into.size();
}

void write_all(std::span<const std::uint8_t> bytes) {
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
}

void send(Header header, Kind kind, std::span<const std::uint8_t> payload) {
  header.kind = kind;
  header.length = payload.size();
  write_all(protocol::encode_header(header));
  write_all(payload);
  std::fflush(stdout);
}

/// A header that promises all of `payload`, and the first `bytes` of it.
void send_part(Header header, std::span<const std::uint8_t> payload, std::size_t bytes) {
  header.kind = Kind::ok;
  header.length = payload.size();
  write_all(protocol::encode_header(header));
  write_all(payload.first(bytes));
  std::fflush(stdout);
}

void send_text(Header header, Kind kind, std::string_view text) {
  send(header, kind, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

/// Waits without a clock for the host to end it.
[[noreturn]] void sleep_on() {
  while (true) ::pause();
}

/// Leaves a process behind that holds stdout and outlives us; in a session of its own if `escape`.
void leave_grandchild(bool escape) {
  if (::fork() != 0) return;
  if (escape) ::setsid();
  sleep_on();
}

/// What a mode does in place of its hello; false if the hello is to be sent after all.
bool misgreet(std::string_view mode, const Header& header) {
  if (mode == "no-hello") sleep_on();
  if (mode == "echo") return send_text(header, Kind::hello, "version=1\nlevel=core\n"), true;
  if (mode == "no-ops")
    return send_text(header, Kind::hello, "runner=x\nversion=1\ndouble=1\n"), true;
  if (mode != "other-version") return false;
  auto bytes = protocol::encode_header({Kind::hello, header.id, 0, 0, 0, 0});
  bytes[4] = 2;
  write_all(bytes);
  std::fflush(stdout);
  return true;
}

using Act = void (*)(const Header&, Bytes);

void tell_truth(const Header& h, Bytes out) { send(h, Kind::ok, out); }

const std::map<std::string_view, Act>& acts() {
  static const std::map<std::string_view, Act> all{
      {"truthful", tell_truth},
      {"early", [](const Header&, Bytes) {}},  // it has answered before it read the request
      {"sulky", tell_truth},
      {"partial", tell_truth},
      {"exit", tell_truth},
      {"no-hello", tell_truth},
      {"echo", tell_truth},
      {"no-ops", tell_truth},
      {"other-version", tell_truth},
      {"lying",
       [](const Header& h, Bytes out) {
         out.back() ^= 0x80;
         send(h, Kind::ok, out);
       }},
      {"hang", [](const Header&, Bytes) { sleep_on(); }},
      {"half",
       [](const Header& h, Bytes out) {
         send_part(h, out, out.size() / 2);
         sleep_on();
       }},
      {"die", [](const Header&, Bytes) { ::raise(SIGKILL); }},
      {"quit", [](const Header&, Bytes) { std::exit(7); }},
      {"cut",
       [](const Header& h, Bytes out) {
         send_part(h, out, 100);
         std::exit(0);
       }},
      {"mute",
       [](const Header&, Bytes) {
         ::close(1);
         sleep_on();
       }},
      {"garbage", [](const Header&, Bytes out) { write_all(out), std::fflush(stdout); }},
      {"twice",
       [](const Header& h, Bytes out) {
         send(h, Kind::ok, out);
         send(h, Kind::ok, out);
       }},
      {"wrong-id",
       [](const Header& h, Bytes out) {
         Header header = h;
         header.id ^= 1;
         send(header, Kind::ok, out);
       }},
      {"wrong-kind", [](const Header& h, Bytes) { send(h, Kind::bye, {}); }},
      {"short", [](const Header& h, Bytes out) { send(h, Kind::ok, std::span(out).first(4)); }},
      {"too-much",
       [](const Header& h, Bytes out) {
         out.push_back(0);
         send(h, Kind::ok, out);
       }},
      {"huge",
       [](const Header& h, Bytes) {
         Header header = h;
         header.kind = Kind::ok;
         header.length = ~std::uint64_t{0};
         write_all(protocol::encode_header(header));
         std::fflush(stdout);
       }},
      {"refuse", [](const Header& h, Bytes) { send_text(h, Kind::refused, "ReservedCode\nat 3"); }},
      {"refuse-oddly", [](const Header& h, Bytes) { send_text(h, Kind::refused, "Tired\nof it"); }},
      {"stderr-flood",
       [](const Header& h, Bytes out) {
         for (int i = 0; i < 300'000; ++i) std::fputs("noise noise noise\n", stderr);
         send(h, Kind::ok, out);
       }},
      {"grandchild",
       [](const Header&, Bytes) {
         leave_grandchild(false);
         std::exit(3);
       }},
      {"escape",
       [](const Header& h, Bytes out) {
         leave_grandchild(true);
         send(h, Kind::ok, out);
       }},
  };
  return all;
}

Bytes answer_of(std::string_view mode, const Header& header,
                std::span<const std::uint8_t> payload) {
  const auto request = protocol::parse_request(header, payload);
  if (!request) std::exit(9);
  const std::uint64_t elements = request->geometry.n * request->geometry.k;
  return decode(*request, mode == "partial" ? elements / 2 : elements);
}

void greet(const Header& header) {
  protocol::Hello hello;
  hello.runner = "double";
  hello.version = "1";
  hello.is_double = true;
  hello.ops = {{spec::Op::decode, spec::Format::t2}};
  hello.max_k = 1u << 20;
  hello.poison = true;
  send_text(header, Kind::hello, protocol::encode_hello(hello));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view mode = argc > 1 ? argv[1] : "truthful";
  const auto act = acts().find(mode);
  if (act == acts().end()) return 2;
  if (mode == "exit") return 4;
  protocol::HeaderBytes bytes{};
  while (read_all(bytes)) {
    const auto header = protocol::parse_header(bytes);
    if (!header) return 1;
    if (header->kind == Kind::bye) return mode == "sulky" ? 5 : 0;
    if (header->kind == Kind::request && mode == "early")
      send(*header, Kind::ok, Bytes(kEarlyBytes));
    Bytes payload(header->length);
    if (!read_all(payload)) return 1;
    if (header->kind == Kind::hello && !misgreet(mode, *header)) greet(*header);
    if (header->kind == Kind::request) act->second(*header, answer_of(mode, *header, payload));
  }
  return 0;
}
