// SPDX-License-Identifier: Apache-2.0
#include "hw/host/child.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>
#include <thread>
#include <utility>

#include "hw/host/family.h"
#include "hw/host/no_signal.h"
#include "hw/host/transcript.h"

namespace tritproof::host {
namespace {

using std::chrono::milliseconds;

constexpr std::size_t kErrorBytes = 64u << 10;
constexpr milliseconds kSlice{20};      // a child can die while a grandchild keeps its pipes open
constexpr int kErrorReadsPerTurn = 16;  // a flood of stderr must not hold up the clock

std::string random_token() {
  std::random_device random;
  std::string out;
  for (int i = 0; i < 4; ++i) out += std::to_string(random());
  return out;
}

int until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp(left, milliseconds(0), kSlice).count());
}

std::string describe(const siginfo_t& info) {
  if (info.si_code == CLD_EXITED) return "exited with status " + std::to_string(info.si_status);
  return "was killed by signal " + std::to_string(info.si_status) + " (" +
         ::strsignal(info.si_status) + ")";
}

/// How the process ended; it stays to be reaped. Nothing while it runs.
std::optional<siginfo_t> end_of(pid_t pid) {
  siginfo_t info{};
  const int failed = ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT);
  if (failed != 0 || info.si_pid != pid) return std::nullopt;
  return info;
}

/// Reads once. Bytes read, 0 if none wait, nothing at the end of the stream.
std::optional<std::size_t> read_some(const Fd& fd, std::span<std::uint8_t> into) {
  const ssize_t got = ::read(fd.get(), into.data(), into.size());
  if (got > 0) return static_cast<std::size_t>(got);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  return std::nullopt;
}

}  // namespace

std::expected<std::unique_ptr<Child>, std::string> Child::start(const Command& command) {
  become_subreaper();
  auto folder = std::make_unique<TempFolder>();
  if (folder->path().empty()) return std::unexpected("no temporary folder can be made");
  std::string token = random_token();
  const auto families = lock_families();
  auto pipes = spawn(command, folder->path(), token);
  if (!pipes) return std::unexpected(pipes.error());
  enlist(pipes->pid, families);
  return std::unique_ptr<Child>(
      new Child(std::move(folder), std::move(token), std::move(*pipes), command.transcript));
}

Child::~Child() {
  end_family(pid(), token_);
  delist(pid());
}

/// Waits a moment for something to do; false once the deadline is past.
bool Child::wait_for_pipes(bool writing, Clock::time_point deadline) {
  if (Clock::now() >= deadline) return false;
  pollfd fds[3] = {{pipes_.output.get(), POLLIN, 0},
                   {pipes_.errors.get(), POLLIN, 0},
                   {writing ? pipes_.input.get() : -1, POLLOUT, 0}};
  ::poll(fds, 3, until(deadline));
  if (fds[1].revents != 0) drain_errors();
  return true;
}

void Child::send(Outgoing& out) {
  if (out.done()) return;
  if (!pipes_.input.open()) return out.drop();
  const NoSignal guard(SIGPIPE);
  const auto run = out.next();
  const ssize_t sent = ::write(pipes_.input.get(), run.data(), run.size());
  if (sent >= 0) {
    const auto bytes = static_cast<std::size_t>(sent);
    if (transcript_) transcript_->sent(run.first(bytes));
    return out.sent(bytes);
  }
  if (errno != EAGAIN && errno != EINTR) out.drop();  // it reads no more; its output will tell
}

Progress Child::receive(Outgoing& out, std::span<std::uint8_t> in, Clock::time_point deadline) {
  while (!in.empty()) {
    send(out);
    const bool over = end_of(pid()).has_value();  // asked before the read: what it wrote is there
    const auto got = read_some(pipes_.output, in);
    if (!got || (*got == 0 && over)) return Progress::closed;
    if (transcript_) transcript_->received(in.first(*got));
    in = in.subspan(*got);
    if (*got == 0 && !wait_for_pipes(!out.done(), deadline)) return Progress::deadline;
    if (*got != 0 && Clock::now() >= deadline && !in.empty()) return Progress::deadline;
  }
  return Progress::done;
}

Progress Child::flush(Outgoing& out, Clock::time_point deadline) {
  while (true) {
    send(out);
    if (out.done()) return Progress::done;
    if (!quiet()) return Progress::unsolicited;
    if (end_of(pid())) return Progress::closed;
    if (!wait_for_pipes(true, deadline)) return Progress::deadline;
  }
}

bool Child::quiet() const {
  int waiting = 0;
  return ::ioctl(pipes_.output.get(), FIONREAD, &waiting) != 0 || waiting == 0;
}

std::optional<std::string> Child::ended(Clock::time_point deadline) {
  while (true) {
    const auto info = end_of(pid());
    drain_errors();
    if (info) return describe(*info);
    if (Clock::now() >= deadline) return std::nullopt;
    std::this_thread::sleep_for(milliseconds(1));
  }
}

std::optional<int> Child::exit_status() {
  const auto info = end_of(pid());
  if (!info || info->si_code != CLD_EXITED) return std::nullopt;
  return info->si_status;
}

void Child::drain_errors() {
  std::array<std::uint8_t, 16384> buffer{};
  for (int turn = 0; turn < kErrorReadsPerTurn && pipes_.errors.open(); ++turn) {
    const auto got = read_some(pipes_.errors, buffer);
    if (!got) pipes_.errors.reset();
    if (!got || *got == 0) return;
    errors_.append(reinterpret_cast<const char*>(buffer.data()), *got);
    if (errors_.size() > 2 * kErrorBytes) errors_.erase(0, errors_.size() - kErrorBytes);
  }
}

std::vector<pid_t> Child::family() const { return family_of(pid(), token_); }

std::string_view Child::errors() const {
  const std::string_view all = errors_;
  return all.substr(all.size() - std::min(all.size(), kErrorBytes));
}

}  // namespace tritproof::host
