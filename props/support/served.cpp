// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "codec/subjects.h"
#include "hw/host/sha256.h"
#include "hw/protocol/frame.h"
#include "hw/protocol/hello.h"
#include "spec/ops.h"

// served SUBJECT [SHA256]
// A codec of this project behind the frame protocol, as a double. It hangs on every plain f32
// decode whose input has that digest. Exit status: 0; 1 for a broken frame; 2 for wrong usage.

namespace {

using namespace tritproof;
using protocol::Header;
using protocol::Kind;

bool read_all(std::span<std::uint8_t> into) {
  return std::fread(into.data(), 1, into.size(), stdin) == into.size();
}

void send(Header header, Kind kind, std::span<const std::uint8_t> payload) {
  header.kind = kind;
  header.length = payload.size();
  const protocol::HeaderBytes bytes = protocol::encode_header(header);
  std::fwrite(bytes.data(), 1, bytes.size(), stdout);
  std::fwrite(payload.data(), 1, payload.size(), stdout);
  std::fflush(stdout);
}

void send_text(const Header& header, Kind kind, std::string_view text) {
  send(header, kind, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

protocol::Hello hello_of(const Subject& subject) {
  protocol::Hello hello;
  hello.runner = "served-" + std::string(subject.name());
  hello.version = "1";
  hello.is_double = true;
  for (std::uint64_t number = 1; const auto op = spec::op_numbered(number); ++number)
    for (const spec::FormatRow& format : spec::kFormats)
      if (subject.declares(*op, format.id)) hello.ops.push_back({*op, format.id});
  hello.modes = {spec::ReplayMode::i64, spec::ReplayMode::wrap32, spec::ReplayMode::sat32_step,
                 spec::ReplayMode::sat32_end};
  hello.policies = {{"bf16", "nearest-even"}, {"layouts", "both"}};
  return hello;
}

bool is_marked(const Request& request, std::string_view digest) {
  if (request.op != spec::Op::decode || request.flags.bf16) return false;
  return sha256_hex(request.input) == digest;
}

bool answer(Subject& subject, const Header& header, std::span<const std::uint8_t> payload,
            std::string_view digest) {
  const auto request = protocol::parse_request(header, payload);
  if (!request) return false;
  while (is_marked(*request, digest)) ::pause();
  const Outcome outcome = subject.answer(*request);
  if (const auto* const bytes = std::get_if<Bytes>(&outcome))
    return send(header, Kind::ok, *bytes), true;
  const auto* const refusal = std::get_if<spec::Refusal>(&outcome);
  if (refusal == nullptr) return false;
  send_text(header, Kind::refused, protocol::encode_refusal(refusal->name, refusal->got));
  return true;
}

int serve(Subject& subject, std::string_view digest) {
  protocol::HeaderBytes bytes{};
  while (read_all(bytes)) {
    const auto header = protocol::parse_header(bytes);
    if (!header) return 1;
    if (header->kind == Kind::bye) return 0;
    Bytes payload(header->length);
    if (!read_all(payload)) return 1;
    if (header->kind == Kind::hello)
      send_text(*header, Kind::hello, protocol::encode_hello(hello_of(subject)));
    else if (!answer(subject, *header, payload, digest))
      return 1;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span args(argv, static_cast<std::size_t>(argc));
  const auto subject = argc == 2 || argc == 3 ? make_subject(args[1]) : nullptr;
  if (subject == nullptr) return 2;
  return serve(*subject, argc == 3 ? args[2] : "");
}
