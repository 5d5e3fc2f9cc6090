// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "codec/subject.h"
#include "hw/host/handles.h"
#include "hw/host/no_signal.h"

namespace tritproof::golden {
namespace {

using Clock = std::chrono::steady_clock;
using host::Fd;
using host::Pipe;

constexpr std::size_t kPipePiece = 65536;
constexpr std::chrono::milliseconds kLook{20};

/// What posix_spawnp is told besides the program.
class Setting {
 public:
  Setting(int input, int output, bool quiet) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    if (quiet) posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes_);
    // A group of its own, so that what it starts ends with it; signals as a shell would set them.
    sigset_t none;
    sigset_t piping;
    sigemptyset(&none);
    sigemptyset(&piping);
    sigaddset(&piping, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &piping);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  std::expected<pid_t, std::string> start(const std::vector<std::string>& argv) const {
    std::vector<char*> words;
    for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    pid_t pid = -1;
    const int failed =
        ::posix_spawnp(&pid, words[0], &actions_, &attributes_, words.data(), environ);
    if (failed != 0)
      return std::unexpected("cannot start " + argv[0] + ": " + std::strerror(failed));
    return pid;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

/// Sends what is left of `input` without waiting. False once there is nothing more to send.
bool send_some(int fd, std::string_view& input) {
  while (!input.empty()) {
    const ssize_t put = ::write(fd, input.data(), input.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno == EAGAIN;
    input.remove_prefix(static_cast<std::size_t>(put));
  }
  return false;
}

/// Feeds and drains the program until it closes its output. False if the time is up.
bool converse(const Program& program, Fd input, const Fd& output, Clock::time_point deadline) {
  const host::NoSignal no_signal(SIGPIPE);  // a program need not read its input
  std::string_view rest = program.input;
  Bytes piece(kPipePiece);
  for (;;) {
    if (input.open() && !send_some(input.get(), rest)) input.reset();
    std::array<pollfd, 2> wait{pollfd{output.get(), POLLIN, 0}, pollfd{input.get(), POLLOUT, 0}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    if (::poll(wait.data(), wait.size(), static_cast<int>(left.count())) < 0 && errno != EINTR)
      return false;
    if (wait[0].revents == 0) continue;
    const ssize_t got = ::read(output.get(), piece.data(), piece.size());
    if (got == 0) return true;
    if (got > 0 && program.output)
      program.output(std::span(piece).first(static_cast<std::size_t>(got)));
  }
}

/// Reaps it, killing its group first unless it ends by itself.
Ended reap(pid_t pid, bool in_time, Clock::time_point deadline) {
  int status = 0;
  while (in_time && ::waitpid(pid, &status, WNOHANG) == 0) {
    if (Clock::now() >= deadline) in_time = false;
    ::poll(nullptr, 0, static_cast<int>(kLook.count()));
  }
  if (!in_time) {
    ::kill(-pid, SIGKILL);
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  }
  return {in_time, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status)};
}

}  // namespace

std::expected<Ended, std::string> run_program(const Program& program) {
  Pipe input = Pipe::make();
  Pipe output = Pipe::make();
  if (!input.read.open() || !output.read.open()) return std::unexpected("no pipe could be made");
  ::fcntl(input.write.get(), F_SETFL, O_NONBLOCK);
  const auto deadline = Clock::now() + program.patience;
  const auto pid = Setting(input.read.get(), output.write.get(), program.quiet).start(program.argv);
  if (!pid) return std::unexpected(pid.error());
  input.read.reset();
  output.write.reset();
  const bool in_time = converse(program, std::move(input.write), output.read, deadline);
  return reap(*pid, in_time, deadline);
}

}  // namespace tritproof::golden
