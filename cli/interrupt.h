// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <atomic>
#include <csignal>

/// Ctrl-C and `kill`: long work ends early and says so, instead of dying in the middle of a file.
namespace tritproof::cli {

/// The exit code of work that was interrupted, as shells know it.
inline constexpr int kInterrupted = 130;

/// Set once somebody wants an end.
inline std::atomic<bool> interrupt_flag{false};
static_assert(std::atomic<bool>::is_always_lock_free);

inline bool interrupted() { return interrupt_flag; }

/// From now on the first SIGINT or SIGTERM sets the flag; the second one ends the process as ever.
/// What a shell put in the background stays deaf to Ctrl-C.
inline void heed_interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    action.sa_handler = [](int) {
      interrupt_flag = true;
      constexpr char text[] = "\ntritproof: coming to an end; once more ends at once\n";
      static_cast<void>(!::write(STDERR_FILENO, text, sizeof text - 1));
    };
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace tritproof::cli
