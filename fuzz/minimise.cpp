// SPDX-License-Identifier: Apache-2.0
#include "fuzz/minimise.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

namespace tritproof::fuzz {
namespace {

using Clock = std::chrono::steady_clock;
constexpr unsigned kMostSeconds = 10;          // of one input
constexpr std::size_t kMostStory = 64u << 10;  // bytes of a story
constexpr std::string_view kMark = "tritproof-finding: ";

[[noreturn]] void run_in_child(const Target& target, std::span<const std::uint8_t> input,
                               int story) {
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(story, STDERR_FILENO);
  alarm(kMostSeconds);
  target.run(input);
  _exit(0);
}

// What the child said; the rest beyond the limit is read and dropped, so that it can end.
std::string read_all(int from) {
  std::string text;
  char block[4096];
  for (ssize_t got = 0; (got = read(from, block, sizeof block)) > 0;)
    if (text.size() < kMostStory) text.append(block, static_cast<std::size_t>(got));
  return text;
}

std::string key_in(const std::string& text, int status) {
  if (status == 0) return {};
  if (const std::size_t at = text.find(kMark); at != std::string::npos) {
    const std::size_t from = at + kMark.size();
    return text.substr(from, text.find('\n', from) - from);
  }
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) return "hang";
  return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) : "died";
}

}  // namespace

std::string key_of(const Target& target, std::span<const std::uint8_t> input) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) run_in_child(target, input, ends[1]);
  close(ends[1]);
  const std::string text = child > 0 ? read_all(ends[0]) : std::string();
  close(ends[0]);
  int status = 0;
  if (child <= 0 || waitpid(child, &status, 0) != child) return {};
  return key_in(text, status);
}

Search::Search(const Target& target, Bytes input, std::chrono::milliseconds time)
    : target_(target), best_(std::move(input)), end_(Clock::now() + time) {
  key_ = key_of(target_, best_);
}

bool Search::take(const Bytes& input) {
  if (Clock::now() >= end_ || key_of(target_, input) != key_) return false;
  best_ = input;
  return true;
}

void Search::approach(const Bytes& base) {
  if (base == best_ || take(base)) return;
  std::vector<std::size_t> differ = differing(base);
  for (std::size_t run = differ.size(); run > 0; run /= 2) {
    for (std::size_t i = 0; i < differ.size() && Clock::now() < end_; i += run) {
      Bytes next = best_;
      for (std::size_t j = i; j < std::min(i + run, differ.size()); ++j)
        next[differ[j]] = base[differ[j]];
      take(next);
    }
    differ = differing(base);
    run = std::min(run, 2 * differ.size());
  }
}

void Search::shorten() {
  for (std::size_t run = best_.size() / 2; run > 0; run /= 2)
    for (std::size_t i = 0; i < best_.size() && Clock::now() < end_;) {
      Bytes next = best_;
      const auto from = next.begin() + static_cast<std::ptrdiff_t>(i);
      next.erase(from, from + static_cast<std::ptrdiff_t>(std::min(run, next.size() - i)));
      if (!take(next)) i += run;
    }
}

std::vector<std::size_t> Search::differing(const Bytes& base) const {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < base.size(); ++i)
    if (base[i] != best_[i]) places.push_back(i);
  return places;
}

Bytes minimise(const Target& target, Bytes input, std::chrono::milliseconds time) {
  Search search(target, std::move(input), time);
  if (!search.reproduces()) return search.best();
  if (target.simplify != nullptr)
    target.simplify(search);
  else
    search.shorten();
  return search.best();
}

}  // namespace tritproof::fuzz
