// SPDX-License-Identifier: Apache-2.0
#include "fuzz/campaign/process.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

namespace tritproof::fuzz {
namespace {

constexpr int kNoProgram = 127;

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  all.push_back(nullptr);
  return all;
}

// Only calls that a child of fork may make.
[[noreturn]] void become(char* const* words, char* const* environment, int log, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNoProgram);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGPIPE, SIG_DFL);
  const int nowhere = open("/dev/null", O_RDONLY | O_CLOEXEC);
  dup2(nowhere, STDIN_FILENO);
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  execve(words[0], words, environment);
  _exit(kNoProgram);
}

}  // namespace

std::expected<pid_t, std::string> start_child(const Command& command) {
  std::vector<std::string> words = command.words, lines = command.environment;
  for (char** line = environ; *line != nullptr; ++line) lines.emplace_back(*line);
  const int log = open(command.log.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (log < 0) return std::unexpected(command.log.string() + ": " + std::strerror(errno));
  const std::vector<char*> argv = pointers(words), environment = pointers(lines);
  const pid_t parent = getpid(), child = fork();
  if (child == 0) become(argv.data(), environment.data(), log, parent);
  const int error = errno;
  close(log);
  if (child < 0) return std::unexpected(std::string("fork: ") + std::strerror(error));
  return child;
}

std::optional<int> ended(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, WNOHANG) != child) return {};
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int wait_for(pid_t child, std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  bool killed = false;
  for (;;) {
    if (const auto code = ended(child)) return *code;
    if (!killed && std::chrono::steady_clock::now() >= end) {
      send(child, SIGKILL);
      killed = true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

void send(pid_t child, int signal) {
  // The group may not be there yet; the child always is.
  if (kill(-child, signal) != 0) kill(child, signal);
}

}  // namespace tritproof::fuzz
