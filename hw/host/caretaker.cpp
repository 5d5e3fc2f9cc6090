// SPDX-License-Identifier: Apache-2.0
#include "hw/host/caretaker.h"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

namespace tritproof::host {
namespace {

constexpr std::uint64_t kFirstLooks = 4;  // answers after which a child's descriptors are looked at
constexpr std::uint64_t kLookEvery = 64;

/// The lines of one text that another has not.
std::string only_in(std::string_view text, const std::string& other) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (("\n" + other).find("\n" + std::string(line) + "\n") != other.npos) continue;
    out += (out.empty() ? "" : ", ") + std::string(line);
  }
  return out.empty() ? "nothing" : out;
}

std::string change(const protocol::Hello& was, const protocol::Hello& is) {
  const std::string before = protocol::encode_hello(was);
  const std::string after = protocol::encode_hello(is);
  return "the hello changed: it said " + only_in(before, after) + ", a new child says " +
         only_in(after, before);
}

}  // namespace

std::uint64_t make_poison(const std::function<std::uint32_t()>& random) {
  constexpr std::uint64_t kExponent = 0x7f80;
  while (true) {
    const std::uint64_t word = static_cast<std::uint64_t>(random()) << 32 | random();
    bool usable = word != 0;
    for (int shift = 0; shift < 64; shift += 16)
      usable = usable && (word >> shift & kExponent) != kExponent;
    if (usable) return word;
  }
}

bool killed(const Outcome& outcome) {
  const auto* const found = std::get_if<Trouble>(&outcome);
  return found != nullptr && found->verdict != Verdict::mismatch &&
         found->verdict != Verdict::not_run;
}

Caretaker::Caretaker(Command command, const RunOptions& options)
    : command_(std::move(command)), options_(options) {
  isolation_.hidden = !command_.hidden.empty();
  for (const auto& folder : command_.hidden) isolation_.folders.push_back(folder.string());
}

std::expected<std::unique_ptr<Caretaker>, Trouble> Caretaker::start(Command command,
                                                                    const RunOptions& options) {
  std::unique_ptr<Caretaker> out(new Caretaker(std::move(command), options));
  if (auto launched = out->launch(); !launched) return std::unexpected(std::move(launched.error()));
  out->hello_ = out->subject_->hello();
  out->look();
  return out;
}

std::expected<void, Trouble> Caretaker::launch() {
  auto subject = PipedSubject::start(options_.name, command_, options_.timeouts, options_.hello);
  if (!subject) return std::unexpected(std::move(subject.error()));
  subject_ = std::move(*subject);
  ++children_;
  answers_ = 0;
  held_ = counted_ = false;
  isolation_.hidden = isolation_.hidden && subject_->child()->hides();
  return {};
}

bool Caretaker::declares(const Request& request) const {
  return std::ranges::find(hello_.ops, protocol::Capability{request.op, request.format}) !=
         hello_.ops.end();
}

bool Caretaker::takes(const Request& request) const { return subject_->takes(request); }

Asked Caretaker::ask(Request request, std::span<const std::uint8_t> input) {
  request.input = input;
  request.poison = make_poison(std::ref(random_));
  const auto start = Clock::now();
  Outcome outcome = subject_->answer(request);
  const auto time = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
  if (!killed(outcome)) watch();
  return {std::move(outcome), static_cast<std::uint64_t>(time.count()), children_};
}

/// Looks at what the child holds open after its first answers, and now and then, until it holds a
/// device.
void Caretaker::watch() {
  ++answers_;
  seen_.answering += answers_ == 1 ? 1 : 0;
  if (!held_ && (answers_ <= kFirstLooks || answers_ % kLookEvery == 0)) look();
  if (!held_ || counted_) return;
  counted_ = true;
  ++seen_.holding;
}

void Caretaker::look() {
  if (hello_.is_double || subject_->child() == nullptr) return;
  for (SeenDevice& device : devices_held(subject_->child()->family(), options_.roots)) {
    held_ = true;
    if (std::ranges::find(seen_.devices, device) == seen_.devices.end())
      seen_.devices.push_back(std::move(device));
  }
  std::ranges::sort(seen_.devices, {}, &SeenDevice::node);
}

void Caretaker::end_child() {
  if (subject_) errors_ = subject_->errors();
  subject_.reset();
}

bool Caretaker::fresh(std::string_view id, std::string_view why) {
  end_child();
  if (given_up_) return false;
  if (attempts_ == options_.most_restarts) {
    given_up_ = GivenUp{Unasked::restarts_spent, std::to_string(attempts_) +
                                                     " new children were needed, which is all that "
                                                     "is allowed"};
    return false;
  }
  ++attempts_;
  if (auto launched = launch(); !launched) {
    last_failure_ = std::string(name_of(launched.error().verdict)) + ": " + launched.error().what;
    return false;
  }
  restarts_.push_back({children_, std::string(id), std::string(why)});
  if (subject_->hello() == hello_) return true;
  given_up_ = GivenUp{Unasked::device_lost, change(hello_, subject_->hello())};
  end_child();
  return false;
}

bool Caretaker::healthy() {
  if (!options_.probe) return true;
  const Asked asked = ask(options_.probe->request, options_.probe->input);
  if (const auto* const trouble = std::get_if<Trouble>(&asked.outcome))
    last_failure_ =
        "the health probe: " + std::string(name_of(trouble->verdict)) + ", " + trouble->what;
  else if (!options_.probe->healthy(asked.outcome))
    last_failure_ = "the health probe was answered wrongly";
  else
    return ++probes_, true;
  return false;
}

bool Caretaker::revive(std::string_view id, std::string_view why) {
  for (unsigned attempt = 0; attempt < options_.probe_attempts; ++attempt) {
    if (attempt != 0) std::this_thread::sleep_for(options_.probe_pause);
    if (fresh(id, why) && healthy()) return true;
    if (given_up_) return false;
  }
  end_child();
  given_up_ = GivenUp{Unasked::device_lost, "the device did not come back after " +
                                                std::string(id) + " (" + last_failure_ + ")"};
  return false;
}

std::optional<Trouble> Caretaker::close() {
  if (!subject_) return std::nullopt;
  auto found = subject_->close();
  end_child();
  return found;
}

std::string Caretaker::errors() const {
  return subject_ ? std::string(subject_->errors()) : errors_;
}

}  // namespace tritproof::host
