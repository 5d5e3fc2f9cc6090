// SPDX-License-Identifier: Apache-2.0
#include "props/properties/property.h"

#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <unordered_set>

#include "props/properties/case_file.h"
#include "props/properties/generate.h"
#include "props/properties/poser.h"
#include "props/properties/quotas.h"
#include "props/properties/templates.h"

namespace tritproof::props {
namespace {

constexpr int kRounds = 32;  // of asking again for what repeats left missing

/// Nothing is printed while a property runs.
class Silence : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// One subject's run: judges cases and keeps count.
class Run {
 public:
  Run(const laws::Pair& pair, std::uint64_t wanted)
      : subject_(*pair.subject), judge_(*pair.judge), wanted_(wanted) {
    report_.laws_asked.resize(laws::laws().size());
  }

  /// Judges one case; the last one to fail is the smallest, as each accepted shrink fails anew.
  bool holds(Poser& poser) {
    Posed* posed = poser.for_subject(subject_);
    if (posed == nullptr) return true;
    count(*posed);
    const Outcome& got = posed->put.answer_of(subject_);
    // A law that is asked of some cases only must see the shrunk ones too.
    const std::uint64_t index = report_.failure ? 0 : report_.cases - 1;
    auto finding = laws::judge({posed->asked, subject_, judge_, posed->put.answer_of(judge_), got},
                               index, report_.laws_asked);
    if (!finding) return true;
    const Sketch& sketch = poser.sketch();
    report_.failure = Failure{posed->asked, *std::move(finding), one_line(sketch), sketch};
    return false;
  }

  [[nodiscard]] std::uint64_t missing() const {
    return wanted_ > report_.distinct ? wanted_ - report_.distinct : 0;
  }
  [[nodiscard]] bool failed() const { return report_.failure.has_value(); }

  PropertyReport take() { return std::move(report_); }

 private:
  void count(const Posed& posed) {
    if (report_.failure) return;  // shrinking
    ++report_.cases;
    if (!seen_.insert(posed.put.hash).second) return;
    ++report_.distinct;
    for (std::size_t i = 0; i < kInputClasses; ++i)
      report_.seen[i] += posed.classes.test(i) ? 1 : 0;
  }

  Subject& subject_;
  Subject& judge_;
  std::uint64_t wanted_;
  PropertyReport report_;
  std::unordered_set<std::uint64_t> seen_;
};

/// The runs of several subjects over the same sketches.
class Runs {
 public:
  Runs(std::span<const laws::Pair> pairs, const PropertyOptions& options)
      : poser_(laws::judges_of(pairs), options.after_edits),
        stop_(options.stop),
        shrinks_(options.shrink && pairs.size() == 1) {
    for (const laws::Pair& pair : pairs) runs_.emplace_back(pair, options.cases);
  }

  /// False once every subject has failed; afterwards nothing is asked, unless a case is shrunk.
  bool holds(const Sketch& sketch) {
    if (stop_() || (failed() && !shrinks_)) return true;
    poser_.begin(sketch);
    if (shrinks_) return runs_.front().holds(poser_);
    for (Run& run : runs_)
      if (!run.failed()) (void)run.holds(poser_);
    return !failed();
  }

  [[nodiscard]] std::uint64_t missing() const {
    std::uint64_t most = 0;
    for (const Run& run : runs_)
      if (!run.failed()) most = std::max(most, run.missing());
    return most;
  }
  [[nodiscard]] bool failed() const { return std::ranges::all_of(runs_, &Run::failed); }

  std::vector<PropertyReport> take() {
    std::vector<PropertyReport> reports;
    for (Run& run : runs_) reports.push_back(run.take());
    return reports;
  }

 private:
  Poser poser_;
  const std::function<bool()>& stop_;
  bool shrinks_;
  std::vector<Run> runs_;
};

// RapidCheck's property over `sketches`: whether the runs hold on each.
rc::detail::Property property_of(const rc::Gen<Sketch>& sketches, Runs& runs) {
  return rc::gen::map(sketches, [&runs](const Sketch& sketch) {
    rc::detail::CaseDescription description;
    using Result = rc::detail::CaseResult;
    const bool holds = runs.holds(sketch);
    description.result = Result(holds ? Result::Type::Success : Result::Type::Failure);
    description.example = [] { return rc::detail::Example{}; };
    return description;
  });
}

void ask(const rc::Gen<Sketch>& sketches, Runs& runs, const PropertyOptions& options) {
  Silence silence;
  rc::detail::TestParams params;
  std::uint64_t before = ~std::uint64_t{0};
  for (int round = 0; round < kRounds && runs.missing() != 0 && !options.stop(); ++round) {
    if (runs.missing() == before) return;  // nothing new came of the last round
    before = runs.missing();
    params.seed = options.seed + static_cast<std::uint64_t>(round) * 0x9e3779b97f4a7c15u;
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    // A few more than are missing, as some will be repeats.
    params.maxSuccess = static_cast<int>(std::clamp<std::uint64_t>(before, 64, most));
    // Given here in full, so that RC_PARAMS is never read.
    (void)rc::detail::checkProperty(property_of(sketches, runs), {}, params, silence, {});
  }
}

// Whether the subject may be asked for the other layout of a format that has one.
bool takes_both_layouts(const Subject& subject, spec::Op op, spec::Format format) {
  const spec::FormatRow& row = spec::row_of(format);
  spec::Flags flags;
  flags.layout = spec::Layout::other;
  return subject.takes({op, format, flags, {row.rows, row.columns}, 0, {}, 0});
}

void find_shortfalls(PropertyReport& report, const Subject& subject, spec::Op op,
                     spec::Format format, std::uint64_t wanted) {
  if (report.cases == 0) report.shortfalls.push_back("no case was asked");
  if (report.failure) return;
  if (report.distinct < wanted)
    report.shortfalls.push_back(std::to_string(report.distinct) + " distinct cases of " +
                                std::to_string(wanted) + " wanted");
  for (const InputClass what : classes_to_show(op, format)) {
    if (what == InputClass::other_layout && !takes_both_layouts(subject, op, format)) continue;
    const std::uint64_t seen = report.seen[static_cast<std::size_t>(what)];
    if (seen < quota(wanted))
      report.shortfalls.push_back(std::string(name_of(what)) + " was shown by " +
                                  std::to_string(seen) + " cases, wanted " +
                                  std::to_string(quota(wanted)));
  }
}

// Why a subject cannot be asked at all; empty if it can.
std::string obstacle(const Subject& subject, spec::Op op, spec::Format format,
                     const std::string& from) {
  const Template* named = template_named(from);
  if (named == nullptr) return "no template is called " + from;
  if (!spec::defined(op, format) || !subject.declares(op, format))
    return std::string(subject.name()) + " does not declare this op";
  const auto why = unfit(*named, op, format);
  return why ? "the template " + from + " hides faults: " + *why : "";
}

std::vector<PropertyReport> ask_in_step(std::span<const laws::Pair> pairs, spec::Op op,
                                        spec::Format format, const PropertyOptions& options) {
  // RapidCheck keeps what it generates in one place for the whole process.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  Runs runs(pairs, options);
  ask(sketches(op, format, options.from), runs, options);
  std::vector<PropertyReport> reports = runs.take();
  for (std::size_t i = 0; i < reports.size(); ++i)
    find_shortfalls(reports[i], *pairs[i].subject, op, format, options.cases);
  return reports;
}

}  // namespace

PropertyReport run_property(Subject& subject, Subject& judge, spec::Op op, spec::Format format,
                            const PropertyOptions& options) {
  const laws::Pair alone{&subject, &judge};
  return std::move(run_properties({&alone, 1}, op, format, options).front());
}

std::vector<PropertyReport> run_properties(std::span<const laws::Pair> pairs, spec::Op op,
                                           spec::Format format, const PropertyOptions& options) {
  std::vector<PropertyReport> reports(pairs.size());
  std::vector<std::size_t> asked;
  std::vector<laws::Pair> able;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    std::string why = obstacle(*pairs[i].subject, op, format, options.from);
    if (why.empty()) {
      asked.push_back(i);
      able.push_back(pairs[i]);
    } else {
      reports[i].shortfalls.push_back(std::move(why));
    }
  }
  if (able.empty()) return reports;
  auto done = ask_in_step(able, op, format, options);
  for (std::size_t i = 0; i < able.size(); ++i) {
    PropertyReport& report = reports[asked[i]] = std::move(done[i]);
    if (!report.failure || !options.shrink || able.size() == 1 || options.stop()) continue;
    // The same cases again: only a single run can be shrunk.
    PropertyReport alone = run_property(*able[i].subject, *able[i].judge, op, format, options);
    if (alone.failure) report = std::move(alone);
  }
  return reports;
}

}  // namespace tritproof::props
