// SPDX-License-Identifier: Apache-2.0
#include "hw/host/isolation.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace tritproof::host {
namespace {

bool write_file(const char* path, std::string_view text) {
  const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  const bool written = ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(fd);
  return written;
}

/// User and mount namespaces of our own, in which we are who we were.
bool enter_namespaces(const std::string& uid_map, const std::string& gid_map) {
  if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  write_file("/proc/self/setgroups", "deny");
  return write_file("/proc/self/uid_map", uid_map) && write_file("/proc/self/gid_map", gid_map);
}

}  // namespace

bool hide_folders(std::span<const std::string> folders, const std::string& uid_map,
                  const std::string& gid_map) {
  if (!enter_namespaces(uid_map, gid_map)) return false;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  for (const std::string& folder : folders)
    if (::mount("none", folder.c_str(), "tmpfs", MS_NOSUID, "size=4k") != 0) return false;
  return enter_namespaces(uid_map, gid_map);  // mounts of an outer namespace cannot be taken away
}

bool hiding_works(std::span<const std::string> folders, const std::string& uid_map,
                  const std::string& gid_map) {
  const pid_t pid = ::fork();
  if (pid < 0) return false;
  if (pid == 0) ::_exit(hide_folders(folders, uid_map, gid_map) ? 0 : 1);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return false;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string words_for(const Isolation& isolation) {
  std::string in_force;
  std::string not_in_force;
  const auto say = [&](bool is, const std::string& what) {
    std::string& list = is ? in_force : not_in_force;
    list += (list.empty() ? "" : ", ") + what;
  };
  say(isolation.own_folder, "a folder of its own");
  say(isolation.short_environment, "a short environment");
  say(isolation.no_descriptors, "no other descriptors");
  std::string folders;
  for (const std::string& folder : isolation.folders)
    folders += (folders.empty() ? "" : " ") + folder;
  if (!folders.empty()) say(isolation.hidden, folders + " hidden");
  if (in_force.empty()) in_force = "nothing";
  return "in force: " + in_force +
         (not_in_force.empty() ? std::string() : "; not in force: " + not_in_force);
}

}  // namespace tritproof::host
