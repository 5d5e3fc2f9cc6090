// SPDX-License-Identifier: Apache-2.0
#include "fuzz/minimise.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <optional>

#include "fuzz/question.h"
#include "props/laws/ask.h"
#include "props/properties/case_file.h"

namespace tritproof::fuzz {
namespace {

using Clock = std::chrono::steady_clock;
constexpr unsigned kMostSeconds = 10;         // of one input
constexpr std::size_t kMostText = 64u << 10;  // bytes of a story
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
    if (text.size() < kMostText) text.append(block, static_cast<std::size_t>(got));
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

class Search {
 public:
  Search(const Target& target, Bytes input, std::chrono::milliseconds time)
      : target_(target), best_(std::move(input)), end_(Clock::now() + time) {
    key_ = key_of(target_, best_);
  }

  [[nodiscard]] const Bytes& best() const { return best_; }
  [[nodiscard]] bool reproduces() const { return !key_.empty(); }

  /// Takes an input that ends in the same key.
  bool take(const Bytes& input) {
    if (Clock::now() >= end_ || key_of(target_, input) != key_) return false;
    best_ = input;
    return true;
  }

  /// Makes bytes those of `base`, of the same size, in ever smaller runs of those that differ.
  void approach(const Bytes& base) {
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

  /// Takes runs of bytes out, ever smaller ones.
  void shorten() {
    for (std::size_t run = best_.size() / 2; run > 0; run /= 2)
      for (std::size_t i = 0; i < best_.size() && Clock::now() < end_;) {
        Bytes next = best_;
        const auto from = next.begin() + static_cast<std::ptrdiff_t>(i);
        next.erase(from, from + static_cast<std::ptrdiff_t>(std::min(run, next.size() - i)));
        if (!take(next)) i += run;
      }
  }

 private:
  [[nodiscard]] std::vector<std::size_t> differing(const Bytes& base) const {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < base.size(); ++i)
      if (base[i] != best_[i]) places.push_back(i);
    return places;
  }

  const Target& target_;
  Bytes best_;
  std::string key_;
  Clock::time_point end_;
};

// One unit of a tensor as a question of its own.
std::optional<Bytes> unit_alone(const Question& question, std::uint64_t unit) {
  const laws::Case& asked = question.asked;
  const spec::FormatRow& row = spec::row_of(asked.format);
  if (row.side_table || (asked.op != spec::Op::decode && asked.op != spec::Op::validate)) return {};
  if (!whole(asked) || (unit + 1) * row.bytes > asked.input.size()) return {};
  Question alone = question;
  alone.asked.geometry = {row.rows, row.columns};
  const auto from = asked.input.begin() + static_cast<std::ptrdiff_t>(unit * row.bytes);
  alone.asked.input.assign(from, from + row.bytes);
  return write_question(alone);
}

// The sound question of the same shape, without flags; as long as this one.
Bytes sound_like(const Question& question) {
  Question sound = question;
  laws::Case& asked = sound.asked;
  sound.turn = 1;
  asked.flags.bf16 = asked.flags.clamp = false;
  asked.flags.layout = spec::Layout::standard;
  constexpr std::uint64_t kMostElements = 1u << 20;
  const auto [n, k] = asked.geometry;
  if (laws::input_bytes(asked) && n <= kMostElements && k <= kMostElements &&
      n * k <= kMostElements) {
    asked.input = props::template_of(
        {asked.op, asked.format, asked.flags, asked.geometry, asked.m, "good", {}});
    asked.input.resize(question.asked.input.size());
  }
  return write_question(sound);
}

void simplify_question(Search& search) {
  constexpr std::uint64_t kMostUnits = 64;
  const auto first = parse_question(search.best());
  if (!first) return;
  for (std::uint64_t unit = 0; unit < kMostUnits; ++unit) {
    const auto alone = unit_alone(*first, unit);
    if (!alone || *alone == search.best() || search.take(*alone)) break;
  }
  if (const auto question = parse_question(search.best())) search.approach(sound_like(*question));
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

Bytes minimise(const Target& target, Bytes input, std::chrono::milliseconds time) {
  Search search(target, std::move(input), time);
  if (!search.reproduces()) return search.best();
  if (target.kind == "question")
    simplify_question(search);
  else
    search.shorten();
  return search.best();
}

}  // namespace tritproof::fuzz
