// SPDX-License-Identifier: Apache-2.0
#include "props/properties/property.h"

#include <rapidcheck.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <tuple>
#include <unordered_set>

#include "props/laws/words.h"
#include "props/properties/case_file.h"
#include "props/properties/generate.h"
#include "props/properties/quotas.h"
#include "props/properties/templates.h"

namespace tritproof::props {
namespace {

constexpr int kRounds = 32;  // of asking again for what repeats left missing

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

std::uint64_t hash_of(const laws::Case& asked) {
  const spec::Flags& flags = asked.flags;
  std::uint64_t hash =
      static_cast<std::uint64_t>(asked.op) << 8 | static_cast<std::uint64_t>(asked.format);
  for (const std::uint64_t word :
       {std::uint64_t{flags.bf16}, std::uint64_t{flags.clamp},
        static_cast<std::uint64_t>(flags.layout),
        flags.target ? static_cast<std::uint64_t>(*flags.target) : 0,
        static_cast<std::uint64_t>(flags.mode), static_cast<std::uint64_t>(flags.narrowing),
        asked.geometry.n, asked.geometry.k, asked.m, std::uint64_t{asked.input.size()}})
    hash = mixed(hash, word);
  std::size_t at = 0;
  for (; at + 8 <= asked.input.size(); at += 8)
    hash = mixed(hash, laws::load_word(asked.input, at, 8));
  for (; at < asked.input.size(); ++at) hash = mixed(hash, asked.input[at]);
  return hash;
}

/// Nothing is printed while a property runs.
class Silence : public rc::detail::TestListener {
 public:
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// One run: judges sketches and keeps count.
class Run {
 public:
  Run(Subject& subject, Subject& judge, const PropertyOptions& options)
      : subject_(subject), judge_(judge), options_(options) {
    report_.laws_asked.resize(laws::laws().size());
  }

  /// Judges one sketch; the last one to fail is the smallest, as each accepted shrink fails anew.
  bool holds(const Sketch& sketch) {
    laws::Case asked = case_of(sketch, template_for(sketch));
    if (options_.after_edits) options_.after_edits(asked.input);
    if (!settle(asked)) return true;
    count(asked);
    const Outcome expected = judge_.answer(asked.request());
    const Outcome got = subject_.answer(asked.request());
    const std::uint64_t index = report_.failure ? 0 : report_.cases - 1;
    auto finding = laws::judge({asked, subject_, judge_, expected, got}, index, report_.laws_asked);
    // A law that is asked of some cases only must see the shrunk ones too.
    if (!finding) return true;
    report_.failure = Failure{std::move(asked), *std::move(finding), one_line(sketch), sketch};
    return false;
  }

  [[nodiscard]] std::uint64_t missing() const {
    return options_.cases > report_.distinct ? options_.cases - report_.distinct : 0;
  }
  [[nodiscard]] bool failed() const { return report_.failure.has_value(); }

  PropertyReport take() { return std::move(report_); }

 private:
  // Op, format and template of a run are always the same.
  const Bytes& template_for(const Sketch& sketch) {
    const auto key = std::tuple(sketch.geometry.n, sketch.geometry.k, sketch.m);
    const auto [at, fresh] = templates_.try_emplace(key);
    if (fresh) at->second = template_of(sketch);
    return at->second;
  }

  // Leaves out what the subject does not take; false if it does not take the case at all.
  bool settle(laws::Case& asked) const {
    if (!subject_.takes(asked.request())) asked.flags.bf16 = false;
    if (!subject_.takes(asked.request())) asked.flags.layout = spec::Layout::standard;
    if (!subject_.takes(asked.request())) asked.flags.mode = spec::ReplayMode::i64;
    return subject_.takes(asked.request());
  }

  void count(const laws::Case& asked) {
    if (report_.failure) return;  // shrinking
    ++report_.cases;
    if (!seen_.insert(hash_of(asked)).second) return;
    ++report_.distinct;
    const Classes classes = classify(asked);
    for (std::size_t i = 0; i < kInputClasses; ++i) report_.seen[i] += classes.test(i) ? 1 : 0;
  }

  Subject& subject_;
  Subject& judge_;
  const PropertyOptions& options_;
  PropertyReport report_;
  std::unordered_set<std::uint64_t> seen_;
  std::map<std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>, Bytes> templates_;
};

// RapidCheck's property over `sketches`: whether the run holds on each.
rc::detail::Property property_of(const rc::Gen<Sketch>& sketches, Run& run) {
  return rc::gen::map(sketches, [&run](const Sketch& sketch) {
    rc::detail::CaseDescription description;
    using Result = rc::detail::CaseResult;
    const bool holds = run.holds(sketch);
    description.result = Result(holds ? Result::Type::Success : Result::Type::Failure);
    description.example = [] { return rc::detail::Example{}; };
    return description;
  });
}

void ask(const rc::Gen<Sketch>& sketches, Run& run, std::uint64_t seed) {
  Silence silence;
  rc::detail::TestParams params;
  std::uint64_t before = ~std::uint64_t{0};
  for (int round = 0; round < kRounds && run.missing() != 0 && !run.failed(); ++round) {
    if (run.missing() == before) return;  // nothing new came of the last round
    before = run.missing();
    params.seed = seed + static_cast<std::uint64_t>(round) * 0x9e3779b97f4a7c15u;
    constexpr std::uint64_t most = std::numeric_limits<int>::max();
    // A few more than are missing, as some will be repeats.
    params.maxSuccess = static_cast<int>(std::clamp<std::uint64_t>(before, 64, most));
    // Given here in full, so that RC_PARAMS is never read.
    (void)rc::detail::checkProperty(property_of(sketches, run), {}, params, silence, {});
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

}  // namespace

PropertyReport run_property(Subject& subject, Subject& judge, spec::Op op, spec::Format format,
                            const PropertyOptions& options) {
  PropertyReport report;
  const Template* from = template_named(options.from);
  if (from == nullptr) report.shortfalls.push_back("no template is called " + options.from);
  if (!spec::defined(op, format) || !subject.declares(op, format))
    report.shortfalls.push_back(std::string(subject.name()) + " does not declare this op");
  if (!report.shortfalls.empty()) return report;
  if (auto why = unfit(*from, op, format)) {
    report.shortfalls.push_back("the template " + options.from + " hides faults: " + *why);
    return report;
  }
  // RapidCheck keeps what it generates in one place for the whole process.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  Run run(subject, judge, options);
  ask(sketches(op, format, options.from), run, options.seed);
  report = run.take();
  find_shortfalls(report, subject, op, format, options.cases);
  return report;
}

}  // namespace tritproof::props
