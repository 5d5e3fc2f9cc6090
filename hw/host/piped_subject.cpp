// SPDX-License-Identifier: Apache-2.0
#include "hw/host/piped_subject.h"

#include <algorithm>
#include <utility>

#include "hw/protocol/sizes.h"
#include "hw/protocol/states.h"

namespace tritproof::host {
namespace {

constexpr std::chrono::milliseconds kGoodbye{1'000};  // from a closed pipe to the end of a process
constexpr std::size_t kLastWords = 200;
constexpr std::uint64_t kStale = 64;  // FRAME-9: poison bytes that make an answer a mismatch

using protocol::Header;
using protocol::HeaderBytes;
using protocol::Kind;

Trouble trouble(Verdict verdict, std::string what) { return Trouble{verdict, std::move(what)}; }

Trouble bad_frame(protocol::Error error, std::string_view where) {
  return trouble(Verdict::protocol_error, std::string(sentence_of(error.fault)) + ", at byte " +
                                              std::to_string(error.at) + " of " +
                                              std::string(where));
}

std::string last_words(std::string_view errors) {
  while (errors.ends_with('\n')) errors.remove_suffix(1);
  if (errors.empty()) return {};
  const std::size_t start = errors.size() - std::min(errors.size(), kLastWords);
  return "; its stderr ends: " + std::string(errors.substr(start));
}

/// Any trouble of a handshake is one of the setup, but for what a child says of its device.
Trouble of_setup(Trouble found) {
  const bool device = found.verdict == Verdict::no_device || found.verdict == Verdict::device_error;
  if (!device) found.verdict = Verdict::setup_error;
  return found;
}

/// FRAME-11: what the child says of its device, if that is what the payload holds.
std::optional<Trouble> state_of(std::span<const std::uint8_t> payload) {
  const auto said = protocol::parse_state(payload);
  if (!said) return std::nullopt;
  return trouble(protocol::row_of(said->state).verdict,
                 "it says: " + std::string(said->text.substr(0, kLastWords)));
}

/// FRAME-9: a poison of 0 stands for none.
std::optional<Trouble> stale(const Request& request, const Outcome& outcome) {
  const auto* const bytes = std::get_if<Bytes>(&outcome);
  if (bytes == nullptr || request.poison == 0) return std::nullopt;
  const std::uint64_t left = protocol::poison_bytes(*bytes, request.poison);
  if (left < kStale) return std::nullopt;
  return trouble(Verdict::mismatch,
                 std::to_string(left) + " of " + std::to_string(bytes->size()) +
                     " bytes are the poison: " + (left == bytes->size() ? "stale" : "partial"));
}

/// FRAME-12: narrowings differ for pb16i only (REPLAY-4).
bool narrows(const protocol::Hello& hello, const Request& request) {
  if (request.op != spec::Op::replay || request.format != spec::Format::pb16i) return true;
  constexpr std::string_view names[] = {"exact", "wrap16", "sat16"};
  const auto said = std::ranges::find(hello.policies, "narrowing", &protocol::Policy::name);
  return said == hello.policies.end() ||
         said->value == names[std::to_underlying(request.flags.narrowing)];
}

std::string too_many(const char* what, std::uint64_t wanted, std::uint64_t most) {
  return std::string(what) + " = " + std::to_string(wanted) + " passes the declared limit of " +
         std::to_string(most);
}

std::optional<Trouble> outside_limits(const protocol::Hello& hello, const Request& request) {
  const auto over = [](const char* what, std::uint64_t wanted, std::optional<std::uint64_t> most) {
    return most && wanted > *most
               ? std::optional(trouble(Verdict::not_run, too_many(what, wanted, *most)))
               : std::nullopt;
  };
  if (auto found = over("N", request.geometry.n, hello.max_n)) return found;
  if (auto found = over("K", request.geometry.k, hello.max_k)) return found;
  return over("M", request.m, hello.max_m);
}

/// FRAME-8: whether an answer of this length can belong to the request. Told before it is read.
std::optional<Trouble> wrong_length(const Request& request, std::uint64_t length) {
  const auto expected = protocol::answer_bytes(request);
  const bool exact = protocol::whole_units(request);
  if (expected && (exact ? length == *expected : length <= *expected)) return std::nullopt;
  return trouble(Verdict::protocol_error,
                 "the answer has " + std::to_string(length) + " bytes where " +
                     (expected ? std::to_string(*expected) : std::string("no number of")) +
                     " belong");
}

}  // namespace

std::expected<std::unique_ptr<PipedSubject>, Trouble> PipedSubject::start(
    std::string name, Command command, Timeouts timeouts, protocol::HostHello hello) {
  std::unique_ptr<PipedSubject> subject(
      new PipedSubject(std::move(name), std::move(command), timeouts, std::move(hello)));
  auto answer = subject->launch();
  if (!answer) return std::unexpected(std::move(answer.error()));
  subject->hello_ = std::move(*answer);
  return subject;
}

bool PipedSubject::declares(spec::Op op, spec::Format format) const {
  const protocol::Capability wanted{op, format};
  return std::ranges::find(hello_.ops, wanted) != hello_.ops.end();
}

bool PipedSubject::takes(const Request& request) const {
  const auto says = [this](std::string_view name, std::string_view value) {
    return std::ranges::find(hello_.policies,
                             protocol::Policy{std::string(name), std::string(value)}) !=
           hello_.policies.end();
  };
  const spec::Flags& flags = request.flags;
  if (flags.bf16 && !says("bf16", "nearest-even")) return false;
  if (flags.layout == spec::Layout::other && !says("layouts", "both")) return false;
  const bool listed = std::ranges::find(hello_.modes, flags.mode) != hello_.modes.end();
  if (request.op == spec::Op::replay && !listed &&
      !(hello_.modes.empty() && flags.mode == spec::ReplayMode::i64))
    return false;
  return narrows(hello_, request) && !outside_limits(hello_, request);
}

Outcome PipedSubject::answer(const Request& request) {
  if (!declares(request.op, request.format))  // FRAME-10
    return spec::Refusal{spec::RefusalName::NoSuchConversion, 1, {}, name_, "", "not declared"};
  if (auto found = outside_limits(hello_, request)) return std::move(*found);
  if (auto found = ready()) {
    stop_child();
    return std::move(*found);
  }
  Outcome outcome = exchange(request);
  const auto* const found = std::get_if<Trouble>(&outcome);
  if (found != nullptr && found->verdict != Verdict::not_run) stop_child();
  if (auto old = stale(request, outcome)) return std::move(*old);
  return outcome;
}

std::expected<protocol::Hello, Trouble> PipedSubject::launch() {
  auto child = Child::start(command_);
  if (!child) return std::unexpected(trouble(Verdict::setup_error, child.error()));
  child_ = std::move(*child);
  const auto deadline = Clock::now() + timeouts_.handshake;
  // FRAME-3: no request before both have said who they are.
  const std::string text = protocol::encode_host_hello(host_hello_);
  const Header question{Kind::hello, random_id(), 0, 0, 0, text.size()};
  const HeaderBytes head = protocol::encode_header(question);
  Outgoing out(head, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  const auto fail = [&](Trouble found) {
    stop_child();
    return std::unexpected(of_setup(std::move(found)));
  };
  HeaderBytes bytes{};
  if (const Progress p = child_->receive(out, bytes, deadline); p != Progress::done)
    return fail(stopped(p, "before its hello"));
  const auto header = protocol::parse_header(bytes);
  if (!header) return fail(bad_frame(header.error(), "its hello's header"));
  if (header->kind != Kind::hello && header->kind != Kind::refused)
    return fail(trouble(Verdict::setup_error, "its first frame is not a hello"));
  Bytes payload(header->length);
  if (const Progress p = child_->receive(out, payload, deadline); p != Progress::done)
    return fail(stopped(p, "within its hello"));
  if (header->kind == Kind::refused)
    return fail(state_of(payload).value_or(
        trouble(Verdict::setup_error, "its first frame is not a hello")));
  auto hello = protocol::parse_hello(payload);
  if (!hello) return fail(bad_frame(hello.error(), "its hello"));
  return std::move(*hello);
}

/// A child that can take a request: the one we have, or a new one in place of a lost one.
std::optional<Trouble> PipedSubject::ready() {
  if (!child_) {
    ++restarts_;
    auto hello = launch();
    if (!hello) return std::move(hello.error());
    if (*hello != hello_)
      return trouble(Verdict::setup_error, "a new child declares other things than the first");
  }
  if (!child_->quiet())
    return trouble(Verdict::protocol_error, "it wrote a frame that nobody asked for");
  if (const auto end = child_->ended(Clock::now()))
    return trouble(Verdict::crash,
                   "it " + *end + " before the request" + last_words(child_->errors()));
  return std::nullopt;
}

Outcome PipedSubject::exchange(const Request& request) {
  const std::uint64_t id = random_id();
  const auto head = protocol::encode_request(id, request);
  if (!head) return trouble(Verdict::not_run, "the request does not fit a frame");
  const auto deadline = Clock::now() + timeouts_.answer;
  Outgoing out(*head, request.input);
  Outcome outcome = read_answer(request, id, out, deadline);
  if (std::holds_alternative<Trouble>(outcome)) return outcome;
  // An early answer does not release the child from reading its request to the end.
  if (const Progress p = child_->flush(out, deadline); p != Progress::done)
    return stopped(p, "after its answer, with its request unread");
  if (!child_->quiet()) return stopped(Progress::unsolicited, "after its answer");  // FRAME-7
  return outcome;
}

Outcome PipedSubject::read_answer(const Request& request, std::uint64_t id, Outgoing& out,
                                  Clock::time_point deadline) {
  HeaderBytes bytes{};
  if (const Progress p = child_->receive(out, bytes, deadline); p != Progress::done)
    return stopped(p, "before its answer");
  const auto header = protocol::parse_header(bytes);
  if (!header) return bad_frame(header.error(), "its answer's header");  // FRAME-2
  if (header->id != id) return trouble(Verdict::protocol_error, "it answered with a wrong id");
  if (header->kind != Kind::ok && header->kind != Kind::refused)
    return trouble(Verdict::protocol_error, "its frame is neither an answer nor a refusal");
  if (header->kind == Kind::ok)
    if (auto found = wrong_length(request, header->length)) return std::move(*found);
  Bytes payload(header->length);
  if (const Progress p = child_->receive(out, payload, deadline); p != Progress::done)
    return stopped(p, "within its answer");
  return understood(*header, std::move(payload));
}

Outcome PipedSubject::understood(const Header& header, Bytes payload) const {
  if (header.kind == Kind::ok) return payload;
  if (auto state = state_of(payload)) return std::move(*state);
  const auto refusal = protocol::parse_refusal(payload);
  if (!refusal) return bad_frame(refusal.error(), "its refusal");
  return spec::Refusal{refusal->name, 0, {}, name_, "", std::string(refusal->text)};
}

/// The verdict for a transfer that did not end well.
Trouble PipedSubject::stopped(Progress progress, std::string_view where) {
  const std::string place(where);
  if (progress == Progress::unsolicited)
    return trouble(Verdict::protocol_error, "it wrote a frame that nobody asked for " + place);
  if (progress == Progress::deadline)
    return trouble(Verdict::hang, "the clock ran out " + place + last_words(child_->errors()));
  const auto end = child_->ended(Clock::now() + kGoodbye);
  const std::string words = last_words(child_->errors());
  if (!end) return trouble(Verdict::protocol_error, "it closed its output " + place + words);
  return trouble(Verdict::crash, "it " + *end + " " + place + words);
}

std::optional<Trouble> PipedSubject::close() {
  if (!child_) return std::nullopt;
  const HeaderBytes bye = protocol::encode_header({Kind::bye, random_id(), 0, 0, 0, 0});
  const auto deadline = Clock::now() + timeouts_.handshake;
  Outgoing out(bye);
  const Progress sent = child_->flush(out, deadline);
  child_->close_input();
  const auto end = child_->ended(deadline);
  std::optional<Trouble> found;
  if (sent == Progress::unsolicited || !child_->quiet())
    found = trouble(Verdict::protocol_error, "it wrote a frame that nobody asked for");
  else if (!end)
    found = trouble(Verdict::hang, "it did not end after bye");
  else if (child_->exit_status() != 0)
    found = trouble(Verdict::crash, "it " + *end + " after bye" + last_words(child_->errors()));
  stop_child();
  return found;
}

std::string_view PipedSubject::errors() const {
  return child_ ? child_->errors() : std::string_view(last_errors_);
}

std::uint64_t PipedSubject::random_id() {
  return static_cast<std::uint64_t>(random_()) << 32 | random_();
}

void PipedSubject::stop_child() {
  if (!child_) return;
  child_->drain_errors();
  last_errors_ = child_->errors();
  child_.reset();
}

}  // namespace tritproof::host
