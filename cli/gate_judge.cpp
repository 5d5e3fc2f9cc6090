// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_judge.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/gate_paths.h"
#include "codec/subjects.h"
#include "props/gate/bench.h"
#include "props/gate/selftest.h"

namespace tritproof::cli {
namespace {

std::string words_of(const Trouble& trouble) {
  return std::string(name_of(trouble.verdict)) + ": " + trouble.what;
}

/// The reference judges everybody, and second judges the reference. One that is judged itself is
/// the same object, so that it is asked a case once.
class Judges {
 public:
  [[nodiscard]] Subject* of(const Subject& subject,
                            std::span<const std::unique_ptr<Subject>> judged) const {
    const auto& judge = subject.name() == reference_->name() ? second_ : reference_;
    const auto same = std::ranges::find(
        judged, judge->name(), [](const auto& one) -> std::string_view { return one->name(); });
    return same == judged.end() ? judge.get() : same->get();
  }

 private:
  std::unique_ptr<Subject> reference_ = make_reference_subject();
  std::unique_ptr<Subject> second_ = make_second_subject();
};

/// Subjects that are judged in step, on formats one after the other.
struct Task {
  std::vector<std::size_t> sources;
  std::size_t first = 0;
  std::size_t count = 0;
};

class Judging {
 public:
  Judging(std::span<const SubjectSource> sources, std::span<const spec::Format> formats,
          const JudgeOptions& options, const StoredVectors* vectors, Progress& progress,
          gate::Result& result)
      : sources_(sources),
        formats_(formats),
        options_(options),
        vectors_(vectors),
        progress_(progress),
        result_(result) {}

  [[nodiscard]] std::vector<Task> tasks() const {
    std::vector<Task> tasks;
    std::vector<std::size_t> in_process;
    for (std::size_t s = 0; s < sources_.size(); ++s)
      if (sources_[s].piped)
        tasks.push_back({{s}, 0, formats_.size()});
      else
        in_process.push_back(s);
    if (!in_process.empty())
      for (std::size_t f = 0; f < formats_.size(); ++f) tasks.push_back({in_process, f, 1});
    return tasks;
  }

  void judge_some(const Task& task) {
    if (interrupted()) return leave_out(task);
    std::vector<std::unique_ptr<Subject>> made;
    std::vector<std::size_t> able;
    for (const std::size_t source : task.sources) {
      auto subject = sources_[source].make();
      if (subject) {
        made.push_back(*std::move(subject));
        able.push_back(source);
      }
      for (std::size_t f = task.first; f < task.first + task.count; ++f) {
        gate::Bench& bench = bench_of(source, f);
        bench.subject = sources_[source].name;
        bench.format = formats_[f];
        if (!subject) bench.shortfalls.push_back(words_of(subject.error()));
      }
    }
    for (std::size_t f = task.first; f < task.first + task.count && !made.empty(); ++f)
      judge_format(able, made, f);
    for (std::size_t i = 0; i < made.size(); ++i)
      if (const auto trouble = close_subject(*made[i]))
        bench_of(able[i], task.first).shortfalls.push_back(words_of(*trouble));
  }

 private:
  gate::Bench& bench_of(std::size_t source, std::size_t format) {
    return result_.benches[source * formats_.size() + format];
  }

  void leave_out(const Task& task) {
    for (const std::size_t source : task.sources)
      for (std::size_t f = task.first; f < task.first + task.count; ++f) {
        gate::Bench& bench = bench_of(source, f);
        bench.subject = sources_[source].name;
        bench.format = formats_[f];
        bench.shortfalls.emplace_back(gate::kCutShort);
      }
  }

  void judge_format(const std::vector<std::size_t>& sources,
                    const std::vector<std::unique_ptr<Subject>>& made, std::size_t f) {
    const SubjectSource& source = sources_[sources.front()];
    gate::Budget budget = gate::budget_of(options_.level, options_.seed, source.piped);
    budget.stored = options_.stored;
    budget.stop = interrupted;
    progress_.show(fmt::format("gate: {} {}", source.name, spec::row_of(formats_[f]).name));
    const Judges judges;
    std::vector<laws::Pair> pairs;
    for (const auto& subject : made) pairs.push_back({subject.get(), judges.of(*subject, made)});
    auto benches = gate::run_benches(pairs, formats_[f], budget);
    std::vector<Seat> seats;
    for (std::size_t i = 0; i < made.size(); ++i) {
      gate::Bench& bench = bench_of(sources[i], f) = std::move(benches[i]);
      bench.subject = sources_[sources[i]].name;
      if (bench.declared) seats.push_back({*made[i], *pairs[i].judge, bench});
    }
    if (vectors_ == nullptr || seats.empty()) return;
    judge_vectors(*vectors_, seats);
    judge_paths(*vectors_, seats);
    if (interrupted())
      for (const Seat& seat : seats) seat.bench.shortfalls = {std::string(gate::kCutShort)};
  }

  std::span<const SubjectSource> sources_;
  std::span<const spec::Format> formats_;
  const JudgeOptions& options_;
  const StoredVectors* vectors_;
  Progress& progress_;
  gate::Result& result_;
};

}  // namespace

void judge_all(std::span<const SubjectSource> sources, std::span<const spec::Format> formats,
               const JudgeOptions& options, const StoredVectors* vectors, Progress& progress,
               gate::Result& result) {
  result.benches.resize(sources.size() * formats.size());
  Judging judging(sources, formats, options, vectors, progress, result);
  const std::vector<Task> tasks = judging.tasks();
  gate::share(tasks.size(), options.threads, [&](std::size_t i) { judging.judge_some(tasks[i]); });
}

}  // namespace tritproof::cli
