// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "hw/hexagon/fastrpc/session.h"
#include "hw/protocol/hello.h"
#include "hw/protocol/sizes.h"

// tritproof-hexagon-device [--library PATH]
// Answers frames on stdin and stdout with the kernels of libtritproof_skel.so on the compute DSP of
// the machine that it runs on. It has never run on a device, only on the stand-in of libcdsprpc.so.
// Exit status: 0; 1 for broken frames or after a failure of the device; 2 for wrong usage.

namespace {

using namespace tritproof;
using fastrpc::Failure;
using fastrpc::Session;
using protocol::Header;
using protocol::HeaderBytes;
using protocol::Kind;

constexpr std::size_t kTextRoom = 4096;  // of a hello or a refusal
constexpr std::size_t kAlignment = 128;

int broken(const char* what) {
  std::fprintf(stderr, "tritproof-hexagon-device: broken %s\n", what);
  return 1;
}

bool read_all(std::span<std::uint8_t> into) {
  return std::fread(into.data(), 1, into.size(), stdin) == into.size();
}

bool write_all(std::span<const std::uint8_t> bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size();
}

bool send(Header header, Kind kind, std::string_view text) {
  header.kind = kind;
  header.length = text.size();
  return write_all(protocol::encode_header(header)) &&
         std::fwrite(text.data(), 1, text.size(), stdout) == text.size() &&
         std::fflush(stdout) == 0;
}

/// FRAME-11: says what the device did; the runner then ends.
int give_up(const Header& header, const Failure& failure) {
  return send(header, Kind::refused, protocol::encode_state(failure.state, failure.what))
             ? 1
             : broken("pipe");
}

/// Sends a reply as the device gave it: a header that is no header is the host's to judge.
bool pass_on(const Session::Reply& reply) {
  const auto header = protocol::parse_header(reply.header);
  const std::size_t bytes =
      header ? std::min<std::size_t>(header->length, reply.payload.size()) : 0;
  return write_all(reply.header) && write_all(reply.payload.first(bytes)) &&
         std::fflush(stdout) == 0;
}

/// The module's hello with the names of this side. A stand-in's constant is never left out.
std::expected<std::string, Failure> hello_of(const Session::Reply& reply, const Session& session,
                                             const fastrpc::Library& library) {
  const auto header = protocol::parse_header(reply.header);
  if (!header || header->kind != Kind::hello || header->length > reply.payload.size())
    return std::unexpected(Failure{protocol::State::SetupError, "the module gives no hello"});
  auto hello = protocol::parse_hello(reply.payload.first(header->length));
  if (!hello)
    return std::unexpected(
        Failure{protocol::State::SetupError,
                "the module's hello: " + std::string(sentence_of(hello.error().fault))});
  hello->runner = "hexagon-device";
  hello->device = "Hexagon DSP " + session.architecture() +
                  " through FastRPC; this runner has never run on a device";
  if (!library.stand_in.empty()) {
    hello->is_double = true;
    hello->device = library.stand_in;
  }
  return protocol::encode_hello(*hello);
}

class Runner {
 public:
  explicit Runner(const fastrpc::Library& library) : library_(library) {}

  int greet(const Header& header, const HeaderBytes& bytes) {
    Bytes payload(header.length);
    if (!read_all(payload)) return broken("hello");
    auto session = Session::open(library_);
    if (!session) return give_up(header, session.error());
    session_ = std::move(*session);
    std::array<std::uint8_t, kHeadBytes> head{};
    std::ranges::copy(bytes, head.begin());
    const auto reply = session_->answer(head, 0, kTextRoom, 0);
    if (!reply) return give_up(header, {protocol::State::SetupError, reply.error().what});
    const auto hello = hello_of(*reply, *session_, library_);
    if (!hello) return give_up(header, hello.error());
    return send(header, Kind::hello, *hello) ? 0 : broken("pipe");
  }

  int serve(const Header& header, const HeaderBytes& bytes) {
    if (session_ == nullptr) return broken("order: a request before the hello");
    std::array<std::uint8_t, kHeadBytes> head{};
    std::ranges::copy(bytes, head.begin());
    if (header.length < protocol::kRequestPrefixBytes) return broken("request: no N, K, M, poison");
    const std::size_t input_bytes = header.length - protocol::kRequestPrefixBytes;
    const auto prefix = std::span(head).last(protocol::kRequestPrefixBytes);
    const auto input = session_->input(input_bytes);
    if (input.size() != input_bytes) return broken("memory");
    if (!read_all(prefix) || !read_all(input)) return broken("request");
    Header only_prefix = header;
    only_prefix.length = prefix.size();
    const auto request = protocol::parse_request(only_prefix, prefix);
    const std::uint64_t poison = request ? request->poison : 0;
    const auto reply =
        session_->answer(head, input_bytes, request ? room_of(*request) : kTextRoom, poison);
    if (!reply) return give_up(header, reply.error());
    return pass_on(*reply) ? 0 : broken("pipe");
  }

 private:
  /// Bytes for the answer or the refusal; the module refuses what does not fit a frame.
  static std::size_t room_of(const Request& request) {
    const auto bytes = protocol::answer_bytes(request);
    if (!bytes || *bytes > protocol::kMaxPayloadBytes || !protocol::whole_units(request))
      return kTextRoom;
    return std::max<std::size_t>(kTextRoom, (*bytes + kAlignment - 1) / kAlignment * kAlignment);
  }

  const fastrpc::Library& library_;
  std::unique_ptr<Session> session_;
};

/// Without the library there is no device: that is said in place of the hello.
int mourn(const std::string& why) {
  HeaderBytes bytes{};
  if (!read_all(bytes)) return 0;
  const auto header = protocol::parse_header(bytes);
  if (!header) return broken("header");
  return give_up(*header, {protocol::State::NoDevice, why});
}

}  // namespace

int main(int argc, char** argv) {
  const std::span args(argv, static_cast<std::size_t>(argc));
  const bool named = argc == 3 && std::string_view(args[1]) == "--library";
  if (argc != 1 && !named) {
    std::fputs("usage: tritproof-hexagon-device [--library PATH]\n", stderr);
    return 2;
  }
  const auto library = fastrpc::load(named ? args[2] : "libcdsprpc.so");
  if (!library) return mourn(library.error());
  Runner runner(*library);
  HeaderBytes bytes{};
  while (read_all(bytes)) {
    const auto header = protocol::parse_header(bytes);
    if (!header) return broken("header");
    if (header->kind == Kind::bye) return 0;
    if (header->kind != Kind::hello && header->kind != Kind::request) return broken("header");
    const int status =
        header->kind == Kind::hello ? runner.greet(*header, bytes) : runner.serve(*header, bytes);
    if (status != 0) return status;
  }
  return 0;
}
