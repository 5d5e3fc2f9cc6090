// SPDX-License-Identifier: Apache-2.0
#include "hw/host/family.h"

#include <dirent.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>

#include "hw/host/handles.h"

namespace tritproof::host {
namespace {

constexpr std::string_view kTokenKey = "TRITPROOF_CHILD=";
constexpr auto kPatience = std::chrono::seconds(10);
constexpr auto kPause = std::chrono::milliseconds(5);

struct Leaders {
  std::mutex mutex;
  std::set<pid_t> pids;
};

Leaders& leaders() {
  static Leaders all;
  return all;
}

bool is_other_leader(pid_t pid, pid_t own) { return pid != own && leaders().pids.contains(pid); }

struct Entry {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t session = 0;
  char state = '?';
};

/// What can be read of a file in /proc; a stream would throw when the process ends meanwhile.
std::string slurp(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string out;
  std::array<char, 4096> buffer{};
  ssize_t got = 0;
  while (fd.open() && (got = ::read(fd.get(), buffer.data(), buffer.size())) > 0)
    out.append(buffer.data(), static_cast<std::size_t>(got));
  return out;
}

/// A process's line in /proc; nothing if it is gone.
std::optional<Entry> entry_of(pid_t pid) {
  const std::string text = slurp("/proc/" + std::to_string(pid) + "/stat");
  const std::size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  Entry entry;
  entry.pid = pid;
  int group = 0;
  if (std::sscanf(text.c_str() + name_end + 1, " %c %d %d %d", &entry.state, &entry.parent, &group,
                  &entry.session) != 4)
    return std::nullopt;
  return entry;
}

std::vector<Entry> processes() {
  std::vector<Entry> out;
  const std::unique_ptr<DIR, int (*)(DIR*)> proc(::opendir("/proc"), ::closedir);
  if (!proc) return out;
  while (const dirent* const file = ::readdir(proc.get())) {
    const std::string_view name = file->d_name;
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc{} || end != name.data() + name.size()) continue;
    if (const auto entry = entry_of(pid)) out.push_back(*entry);
  }
  return out;
}

/// The token in a process's environment; empty if it has none or does not show it.
std::string token_of(pid_t pid) {
  const std::string all = '\0' + slurp("/proc/" + std::to_string(pid) + "/environ");
  const std::size_t at = all.find('\0' + std::string(kTokenKey));
  if (at == std::string::npos) return {};
  return std::string(all.c_str() + at + 1 + kTokenKey.size());
}

bool belongs(const Entry& entry, pid_t leader, std::string_view token) {
  if (entry.pid == leader || entry.session == leader) return true;
  if (is_other_leader(entry.session, leader) || entry.session == ::getsid(0)) return false;
  const std::string carried = token_of(entry.pid);
  // A process without a token got rid of its environment; it is ours only if we inherited it.
  return carried.empty() ? entry.parent == ::getpid() : carried == token;
}

}  // namespace

void become_subreaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

std::unique_lock<std::mutex> lock_families() { return std::unique_lock(leaders().mutex); }

void enlist(pid_t leader, const std::unique_lock<std::mutex>&) { leaders().pids.insert(leader); }

void delist(pid_t leader) {
  const auto lock = lock_families();
  leaders().pids.erase(leader);
}

std::vector<pid_t> family_of(pid_t leader, std::string_view token) {
  const auto lock = lock_families();
  std::vector<pid_t> out;
  for (const Entry& entry : processes())
    if (belongs(entry, leader, token)) out.push_back(entry.pid);
  return out;
}

bool end_family(pid_t leader, std::string_view token) {
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  bool leader_reaped = false;
  while (true) {
    if (!leader_reaped) ::kill(-leader, SIGKILL);
    if (!leader_reaped) leader_reaped = ::waitpid(leader, nullptr, WNOHANG) != 0;
    auto members = family_of(leader, token);
    if (leader_reaped) std::erase(members, leader);
    for (const pid_t pid : members) {
      ::kill(pid, SIGKILL);
      if (pid != leader) ::waitpid(pid, nullptr, WNOHANG);
    }
    if (leader_reaped && members.empty()) return true;
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace tritproof::host
