// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <mutex>
#include <string_view>
#include <vector>

namespace tritproof::host {

/// Makes this process the one that inherits what its children leave behind. Once is enough.
void become_subreaper();

/// The living processes that belong to a child: those of its session, those whose environment
/// carries `token`, and those that this process inherited and that no other child accounts for.
/// Read from /proc; without it only the leader is known.
[[nodiscard]] std::vector<pid_t> family_of(pid_t leader, std::string_view token);

/// Kills the whole family and reaps what this process may reap. False if something was still
/// there after ten seconds: a process that the kernel holds cannot be ended.
bool end_family(pid_t leader, std::string_view token);

/// Leaders that are in use, so that ending one family never touches another. Held locked while a
/// leader is started and enlisted: no family is looked for in between.
[[nodiscard]] std::unique_lock<std::mutex> lock_families();
void enlist(pid_t leader, const std::unique_lock<std::mutex>& held);
void delist(pid_t leader);

}  // namespace tritproof::host
