// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

/// What keeps a child from knowing the answers or disturbing its neighbours.
namespace tritproof::host {

/// What was in force. The first three are so for every child that starts at all.
struct Isolation {
  bool own_folder = true;         ///< it starts in an empty folder, removed after it
  bool short_environment = true;  ///< PATH, LANG, TMPDIR and its token, nothing else
  bool no_descriptors = true;     ///< its three pipes, nothing else
  bool hidden = false;            ///< the folders named below are empty for it
  std::vector<std::string> folders;

  friend bool operator==(const Isolation&, const Isolation&) = default;
};

/// One line for people: what was in force and what was not.
[[nodiscard]] std::string words_for(const Isolation& isolation);

/// Gives this process a mount namespace of its own in which each folder is empty. Calls only what
/// is safe after a fork. False: the system does not allow it, and the process is good for nothing.
[[nodiscard]] bool hide_folders(std::span<const std::string> folders, const std::string& uid_map,
                                const std::string& gid_map);

/// Whether `hide_folders` works here: tried in a process that ends at once, because one that fails
/// half-way is left without a user.
[[nodiscard]] bool hiding_works(std::span<const std::string> folders, const std::string& uid_map,
                                const std::string& gid_map);

}  // namespace tritproof::host
