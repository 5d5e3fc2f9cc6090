// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

constexpr useconds_t kSlowly = 400'000;
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
  float d = 0.0f;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t n = i / q.geometry.k, k = i % q.geometry.k, r = n % 32, c = k % 256;
    const auto tile = q.input.subspan((n / 32 * (q.geometry.k / 256) + k / 256) * 2176, 2176);
    if (c % 128 == 0) d = half(protocol::get<std::uint16_t>(tile, 2048 + 4 * r + 2 * (c / 128)));
    const int code = tile[64 * r + c / 4] >> (2 * (c % 4)) & 3;
    const float weight = code == 3 ? 0.0f : static_cast<float>(code - 1) * d;
    protocol::put(std::span(out), 4 * i, std::bit_cast<std::uint32_t>(weight));
  }
  return out;
}

/// When to misbehave, from the command line: MODE [MARK [FILE]].
struct Plan {
  std::string_view mode = "truthful";
  std::string_view mark;  ///< "ab": of requests whose first byte is that; "ab+cd": and only if one
                          ///< whose first byte is cd came before; empty: always
  const char* file = "";  ///< by which one process knows of another
  std::set<unsigned> seen;

  bool is_due(unsigned first) {
    const auto hex = [this](std::size_t at) {
      return static_cast<unsigned>(std::stoul(std::string(mark.substr(at, 2)), nullptr, 16));
    };
    const bool due =
        mark.empty() || (first == hex(0) && (mark.size() < 5 || seen.contains(hex(3))));
    seen.insert(first);
    return due;
  }
  [[nodiscard]] bool file_exists() const { return ::access(file, F_OK) == 0; }
};

Plan plan;

[[noreturn]] void leave_word() {
  ::close(::creat(plan.file, 0600));
  std::exit(3);
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
  if (mode == "slow-hello") ::usleep(kSlowly);
  if (mode == "echo") return send_text(header, Kind::hello, "version=1\nlevel=core\n"), true;
  if (mode == "no-device") return send_text(header, Kind::refused, "NoDevice\nindex 0"), true;
  if (mode == "moody") return send_text(header, Kind::refused, "Tired\nof it"), true;
  if (mode == "no-ops")
    return send_text(header, Kind::hello, "runner=x\nversion=1\ndouble=1\n"), true;
  if (mode != "other-version") return false;
  auto bytes = protocol::encode_header({Kind::hello, header.id, 0, 0, 0, 0});
  bytes[4] = 2;
  write_all(bytes);
  std::fflush(stdout);
  return true;
}

/// Modes that answer rightly: what they do wrong, they do elsewhere.
constexpr std::string_view kTruthful[] = {"truthful",   "sulky",    "partial",      "exit",
                                          "slow-hello", "no-hello", "no-device",    "moody",
                                          "echo",       "no-ops",   "other-version"};

using Act = void (*)(const Header&, Bytes);

/// What was answered last, and how many answers there were.
Bytes last;
unsigned answers = 0;

void tell_truth(const Header& h, Bytes out) {
  send(h, Kind::ok, out);
  last = std::move(out);
}

const std::map<std::string_view, Act>& acts() {
  static const std::map<std::string_view, Act> all{
      {"early", [](const Header&, Bytes) {}},  // it has answered before it read the request
      {"stale", [](const Header& h, Bytes) { send(h, Kind::ok, last); }},
      {"unstable",
       [](const Header& h, Bytes out) {
         if (answers++ % 2 != 0) out[4] ^= 0x80;
         send(h, Kind::ok, out);
       }},
      {"once",  // dies in the first process only
       [](const Header& h, Bytes out) {
         if (plan.file_exists()) return tell_truth(h, std::move(out));
         leave_word();
       }},
      {"vanish", [](const Header&, Bytes) { leave_word(); }},  // no later process comes up
      {"change", [](const Header&, Bytes) { leave_word(); }},  // later ones are of another version
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
      {"device-error",
       [](const Header& h, Bytes) { send_text(h, Kind::refused, "DeviceError\nstate ABORT"); }},
      {"says-hang", [](const Header& h, Bytes) { send_text(h, Kind::refused, "Hang"); }},
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

void answer(const Header& header, std::span<const std::uint8_t> payload, Act act) {
  const auto request = protocol::parse_request(header, payload);
  if (!request) std::exit(9);
  const bool due = plan.is_due(request->input.empty() ? 0 : request->input[0]);
  const std::uint64_t elements = request->geometry.n * request->geometry.k;
  Bytes out = decode(*request, due && plan.mode == "partial" ? elements / 2 : elements);
  (due ? act : tell_truth)(header, std::move(out));
}

void greet(const Header& header) {
  protocol::Hello hello;
  hello.runner = "double";
  hello.version = plan.mode == "change" && plan.file_exists() ? "2" : "1";
  hello.is_double = true;
  hello.ops = {{spec::Op::decode, spec::Format::t2}};
  hello.max_k = 1u << 20;
  hello.poison = true;
  send_text(header, Kind::hello, protocol::encode_hello(hello));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) plan.mode = argv[1];
  if (argc > 2) plan.mark = argv[2];
  if (argc > 3) plan.file = argv[3];
  const auto found = acts().find(plan.mode);
  const bool known = found != acts().end();
  if (!known && std::ranges::find(kTruthful, plan.mode) == std::end(kTruthful)) return 2;
  if (plan.mode == "exit" || (plan.mode == "vanish" && plan.file_exists())) return 4;
  protocol::HeaderBytes bytes{};
  while (read_all(bytes)) {
    const auto header = protocol::parse_header(bytes);
    if (!header) return 1;
    if (header->kind == Kind::bye) return plan.mode == "sulky" ? 5 : 0;
    if (header->kind == Kind::request && plan.mode == "early")
      send(*header, Kind::ok, Bytes(kEarlyBytes));
    Bytes payload(header->length);
    if (!read_all(payload)) return 1;
    if (header->kind == Kind::hello && !misgreet(plan.mode, *header)) greet(*header);
    if (header->kind == Kind::request) answer(*header, payload, known ? found->second : tell_truth);
  }
  return 0;
}
