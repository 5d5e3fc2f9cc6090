// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "golden/check_parts.h"
#include "golden/flags.h"
#include "golden/recipe_sources.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "none" : text;
}

// What the bytes show, and the flags that only the recipe can tell, in the table's order.
std::vector<std::string> right_flags(const Question& question,
                                     std::span<const std::uint8_t> payload) {
  const std::vector<std::string> shown = flags_shown(question, payload);
  std::vector<std::string> right;
  for (const Flag& flag : flags()) {
    const std::string name(flag.name);
    const bool stated = std::ranges::find(question.flags, name) != question.flags.end();
    const bool seen = std::ranges::find(shown, name) != shown.end();
    if (flag.shows == nullptr ? stated : seen) right.push_back(name);
  }
  return right;
}

class Checker {
 public:
  Checker(const Suite& suite, const FindBlob& find, const CheckOptions& options)
      : suite_(suite), find_(find), options_(options) {}

  void run(CheckReport& report) {
    std::vector<std::jthread> threads;
    const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1u, 8u);
    for (unsigned i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    threads.clear();
    // Threads find faults in any order; people read them in the set's.
    std::ranges::sort(faults_, {}, &Placed::number);
    for (Placed& placed : faults_) report.faults.push_back(std::move(placed.fault));
    report.sized += sized_;
    if (left_)
      report.faults.push_back({"interrupted", "the payloads", "all of them", "not all were made"});
  }

 private:
  struct Placed {
    std::size_t number = 0;
    Fault fault;
  };

  void work() {
    const std::size_t all = suite_.vectors.size() + suite_.files.size();
    while (true) {
      const std::size_t number = next_++;
      if (number >= all) return;
      if (options_.stop()) {
        left_ = true;
        return;
      }
      if (number < suite_.vectors.size())
        check(number, suite_.vectors[number]);
      else
        check(number, suite_.files[number - suite_.vectors.size()]);
      if (options_.step) options_.step(number + 1, all);
    }
  }

  void fault(std::size_t number, std::string name, std::string where, std::string expected,
             std::string got) {
    const std::lock_guard lock(mutex_);
    faults_.push_back(
        {number, {std::move(name), std::move(where), std::move(expected), std::move(got)}});
  }

  // The payload, if it could be made and is the one that was meant.
  template <class V>
  std::optional<Bytes> payload_of(std::size_t number, const V& vector) {
    const auto size = recipe_bytes(vector.question.input);
    if (size && *size > kMostCheckedBytes && !options_.everything) {
      ++sized_;
      return std::nullopt;
    }
    auto payload = make_bytes(vector.question.input, find_);
    if (!payload) {
      fault(number, "broken-recipe", vector.id, "bytes", payload.error());
      return std::nullopt;
    }
    if (const std::string got = sha256_hex(*payload); got != vector.input_sha256)
      fault(number, "wrong-input", vector.id, vector.input_sha256, got);
    return *std::move(payload);
  }

  void check(std::size_t number, const Vector& vector) {
    const bool refused = std::holds_alternative<ExpectedRefusal>(vector.expected);
    if (refused != (vector.sign == Sign::refused))
      fault(number, "wrong-sign", vector.id, refused ? "refused" : "valid or defect",
            std::string(kSignNames[static_cast<std::size_t>(vector.sign)]));
    const auto payload = payload_of(number, vector);
    if (!payload) return;
    const auto right = right_flags(vector.question, *payload);
    if (right != vector.question.flags)
      fault(number, "wrong-flags", vector.id, listed(right), listed(vector.question.flags));
  }

  void check(std::size_t number, const FileVector& vector) {
    static_cast<void>(payload_of(number, vector));
    for (const std::string& name : vector.question.flags)
      if (const Flag* flag = flag_named(name); flag == nullptr || flag->shows != nullptr)
        fault(number, "wrong-flags", vector.id, "flags of files", name);
  }

  const Suite& suite_;
  const FindBlob& find_;
  const CheckOptions& options_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> sized_{0};
  std::atomic<bool> left_{false};  ///< some, since an end was wanted
  std::mutex mutex_;
  std::vector<Placed> faults_;
};

}  // namespace

void check_payloads(const Suite& suite, const FindBlob& find, const CheckOptions& options,
                    CheckReport& report) {
  Checker(suite, find, options).run(report);
}

}  // namespace tritproof::golden
