// SPDX-License-Identifier: Apache-2.0
#include "hw/host/spawn.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <vector>

#include "hw/host/isolation.h"

namespace tritproof::host {
namespace {

constexpr int kPipeBytes = 1 << 20;  // wanted, not needed: fewer switches for large answers

/// All that the new process needs, made before the fork: after it nothing may allocate.
struct Plan {
  std::string program;
  std::string folder;
  std::vector<std::string> environment;
  std::vector<std::string> hidden;
  bool hides = false;
  std::string uid_map;
  std::string gid_map;
  std::vector<char*> argv;
  std::vector<char*> envp;
  int fds[3] = {-1, -1, -1};
  int report = -1;
  pid_t parent = -1;
};

std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const std::string& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

void close_all_on_exec() {
  constexpr unsigned kCloseOnExec = 4;
  if (::syscall(SYS_close_range, 3u, ~0u, kCloseOnExec) == 0) return;
  rlimit limit{};
  const bool known = ::getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 65536;
  const int end = known ? static_cast<int>(limit.rlim_cur) : 65536;
  for (int fd = 3; fd < end; ++fd) ::fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void default_signals() {
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Moves the pipes away from 0, 1, 2 first, in case our own were closed there.
bool place_descriptors(Plan& plan) {
  for (int& fd : plan.fds) fd = ::fcntl(fd, F_DUPFD_CLOEXEC, 10);
  plan.report = ::fcntl(plan.report, F_DUPFD_CLOEXEC, 10);
  for (int i = 0; i < 3; ++i)
    if (::dup2(plan.fds[i], i) < 0) return false;
  return plan.report >= 0;
}

void report(const Plan& plan, int what) {
  [[maybe_unused]] const ssize_t told = ::write(plan.report, &what, sizeof what);
}

/// The new process up to its exec: only calls that are safe after a fork.
[[noreturn]] void become(Plan& plan) {
  const rlimit no_core{0, 0};
  const bool placed = ::setsid() >= 0 && place_descriptors(plan);
  default_signals();
  ::setrlimit(RLIMIT_CORE, &no_core);
  const bool hidden = !plan.hides || hide_folders(plan.hidden, plan.uid_map, plan.gid_map);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != plan.parent) ::_exit(127);
  if (placed && hidden && ::chdir(plan.folder.c_str()) == 0) {
    close_all_on_exec();
    ::execve(plan.program.c_str(), plan.argv.data(), plan.envp.data());
  }
  report(plan, errno);
  ::_exit(127);
}

std::vector<std::string> environment(const std::string& folder, const std::string& token) {
  const char* const path = std::getenv("PATH");
  return {std::string("PATH=") + (path != nullptr ? path : "/usr/bin:/bin"), "LANG=C",
          "TMPDIR=" + folder, "TRITPROOF_CHILD=" + token};
}

std::vector<std::string> absolute_folders(const std::vector<std::filesystem::path>& folders) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& folder : folders)
    if (std::filesystem::is_directory(folder, error))
      out.push_back(std::filesystem::absolute(folder, error).string());
  return out;
}

/// The errno that the child reports before its exec; 0 if there was none.
int listen(const Fd& from) {
  int word = 0;
  while (true) {
    const ssize_t got = ::read(from.get(), &word, sizeof word);
    if (got < 0 && errno == EINTR) continue;
    return got == sizeof word ? word : 0;
  }
}

Fd not_blocking(Fd fd) {
  ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK);
  ::fcntl(fd.get(), F_SETPIPE_SZ, kPipeBytes);
  return fd;
}

}  // namespace

std::expected<Spawned, std::string> spawn(const Command& command, const std::string& folder,
                                          const std::string& token) {
  auto program = locate(command);
  if (!program) return std::unexpected(program.error());
  Pipe in = Pipe::make();
  Pipe out = Pipe::make();
  Pipe err = Pipe::make();
  Pipe status = Pipe::make();
  if (!in.read.open() || !out.read.open() || !err.read.open() || !status.read.open())
    return std::unexpected("no pipes to be had: " + std::string(std::strerror(errno)));
  const std::string uid = std::to_string(::getuid());
  const std::string gid = std::to_string(::getgid());
  Plan plan{*program,
            folder,
            environment(folder, token),
            absolute_folders(command.hidden),
            false,
            uid + " " + uid + " 1",
            gid + " " + gid + " 1",
            {},
            {},
            {in.read.get(), out.write.get(), err.write.get()},
            status.write.get(),
            ::getpid()};
  plan.hides = !plan.hidden.empty() && hiding_works(plan.hidden, plan.uid_map, plan.gid_map);
  plan.argv = pointers(command.argv);
  plan.envp = pointers(plan.environment);
  const pid_t pid = ::fork();
  if (pid < 0) return std::unexpected("cannot fork: " + std::string(std::strerror(errno)));
  if (pid == 0) become(plan);
  status.write.reset();
  const int failed = listen(status.read);
  if (failed != 0) {
    ::waitpid(pid, nullptr, 0);
    return std::unexpected(*program + " cannot be started: " + std::strerror(failed));
  }
  return Spawned{pid, not_blocking(std::move(in.write)), not_blocking(std::move(out.read)),
                 not_blocking(std::move(err.read)), plan.hides};
}

}  // namespace tritproof::host
