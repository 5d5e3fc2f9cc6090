// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <ctime>

namespace tritproof::host {

/// Keeps a signal that our own write may raise (SIGPIPE, SIGXFSZ) from ending us, without touching
/// the process's handler: blocked here, taken away at the end if it was not pending before.
class NoSignal {
 public:
  explicit NoSignal(int number) {
    ::sigemptyset(&set_);
    ::sigaddset(&set_, number);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, number) == 1;
    ::pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  NoSignal(const NoSignal&) = delete;
  NoSignal& operator=(const NoSignal&) = delete;
  ~NoSignal() {
    constexpr timespec kNow{0, 0};
    while (!was_pending_ && ::sigtimedwait(&set_, nullptr, &kNow) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t set_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace tritproof::host
