// SPDX-License-Identifier: Apache-2.0
#include "cli/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

#include "cli/interrupt.h"
#include "golden/flags.h"
#include "golden/judge.h"
#include "props/gate/explain.h"
#include "props/gate/selftest.h"

namespace tritproof::cli {
namespace {

using golden::Vector;

laws::Case case_of(const Vector& vector, Bytes payload) {
  const golden::Question& q = vector.question;
  return {q.why, q.op, q.format, q.options, q.geometry, q.m, std::move(payload)};
}

gate::Broken broken_of(const Vector& vector, Bytes payload, const golden::Judged& judged) {
  gate::Broken broken;
  broken.asked = case_of(vector, std::move(payload));
  broken.finding = {"vectors", vector.id, "what the vector holds", judged.what};
  broken.domain = "vector " + vector.id;
  return broken;
}

// Words about the place; the vector's own rule stands where these find nothing more exact.
void explain(const Vector& vector, gate::Broken& broken, Subject& subject, Subject& judge) {
  gate::explain(broken, subject, judge);
  if (broken.rule == gate::rule_of(broken.asked.op, broken.asked.format) &&
      !vector.question.rules.empty())
    broken.rule = vector.question.rules.front();
}

bool concerns(const Vector& vector, const mutants::Mutant& mutant) {
  return vector.question.op == mutant.op && vector.question.format == mutant.format;
}

bool claims(const Vector& vector, std::string_view family) {
  return std::ranges::any_of(vector.question.flags, [&](const std::string& name) {
    const golden::Flag* flag = golden::flag_named(name);
    return flag != nullptr && flag->claims == family;
  });
}

bool failed(const Vector& vector, std::span<const std::uint8_t> payload, Subject& subject) {
  const Verdict verdict = golden::judge(vector, payload, subject).verdict;
  return verdict != Verdict::pass && verdict != Verdict::not_run;
}

// The first vector that a subject fails, among those that `wanted` names.
template <class Wanted>
VectorKill first_failed(const StoredVectors& vectors, Subject& subject, const Wanted& wanted) {
  VectorKill kill;
  for (const Vector& vector : vectors.suite.vectors) {
    if (interrupted()) break;
    if (!wanted(vector)) continue;
    const auto payload = golden::make_bytes(vector.question.input, vectors.find);
    if (!payload) continue;
    ++kill.tried;
    if (!failed(vector, *payload, subject)) continue;
    kill.id = vector.id;
    break;
  }
  return kill;
}

// Mutants of one op and format. Vectors whose flags claim a mutant's family come first: they catch
// it soonest.
void put_on_trial(const StoredVectors& vectors, std::span<const mutants::Mutant* const> group,
                  VectorTrial& trial) {
  std::vector<std::unique_ptr<Subject>> subjects;
  for (const mutants::Mutant* mutant : group) subjects.push_back(mutants::make_mutant(*mutant));
  const auto kill_of = [&](std::size_t i) -> VectorKill& {
    return trial.kills[static_cast<std::size_t>(group[i] - mutants::mutants().data())];
  };
  for (std::size_t i = 0; i < group.size(); ++i) kill_of(i).mutant = group[i];
  for (const bool claimed : {true, false})
    for (const Vector& vector : vectors.suite.vectors) {
      if (interrupted()) return;
      if (!concerns(vector, *group.front())) continue;
      std::expected<Bytes, std::string> payload;
      bool made = false;
      for (std::size_t i = 0; i < group.size(); ++i) {
        if (!kill_of(i).id.empty() || claims(vector, group[i]->family) != claimed) continue;
        if (!std::exchange(made, true))
          payload = golden::make_bytes(vector.question.input, vectors.find);
        if (!payload) break;
        ++kill_of(i).tried;
        if (failed(vector, *payload, *subjects[i])) kill_of(i).id = vector.id;
      }
    }
}

/// What the vectors have shown of one subject so far.
struct Asked {
  explicit Asked(const Seat& whose) : seat(whose) {}

  void take(const Vector& vector, const Bytes& payload) {
    const golden::Judged judged = golden::judge(vector, payload, seat.subject);
    if (judged.verdict == Verdict::not_run) return;
    ++tally.cases;
    ops.insert(vector.question.op);
    if (judged.verdict == Verdict::pass || tally.first) return;
    tally.first = broken_of(vector, payload, judged);
    explain(vector, *tally.first, seat.subject, seat.judge);
  }

  void finish() {
    gate::Bench& bench = seat.bench;
    for (const spec::Op op :
         {spec::Op::decode, spec::Op::validate, spec::Op::encode, spec::Op::quantise,
          spec::Op::expand, spec::Op::convert, spec::Op::replay})
      if (spec::defined(op, bench.format) && seat.subject.declares(op, bench.format) &&
          !ops.contains(op))
        bench.shortfalls.push_back(fmt::format("{}: no stored vector was put", spec::name_of(op)));
    bench.cases += tally.cases;
    if (tally.cases != 0)
      tally.standing = tally.first ? gate::Standing::fail : gate::Standing::pass;
    bench.laws.push_back(std::move(tally));
  }

  Seat seat;
  gate::LawTally tally{"vectors", 0, {}, gate::Standing::not_asked, {}};
  std::set<spec::Op> ops;
};

void check_claims(const StoredVectors& vectors, VectorTrial& trial) {
  std::set<std::string_view> claimed;
  for (const Vector& vector : vectors.suite.vectors)
    for (const std::string& name : vector.question.flags)
      if (const golden::Flag* flag = golden::flag_named(name))
        if (!flag->claims.empty()) claimed.insert(flag->claims);
  for (const VectorKill& kill : trial.kills)
    if (kill.id.empty() && claimed.contains(kill.mutant->family))
      trial.shortfalls.push_back(fmt::format("no vector catches {}, whose family {} a flag claims",
                                             kill.mutant->id, kill.mutant->family));
}

}  // namespace

std::expected<StoredVectors, golden::Fault> load_vectors(golden::Level level) {
  const std::filesystem::path folder = golden::suite_folder();
  auto suite = golden::load_suite(folder, level);
  if (!suite) return std::unexpected(std::move(suite.error()));
  return StoredVectors{*std::move(suite), golden::blobs_of(folder)};
}

std::string text_of(const golden::Fault& fault) {
  return fmt::format("{}: {}: expected {}, got {}", fault.name, fault.where, fault.expected,
                     fault.got);
}

void judge_vectors(const StoredVectors& vectors, std::span<const Seat> seats) {
  std::deque<Asked> all;
  for (const Seat& seat : seats) all.emplace_back(seat);
  for (const Vector& vector : vectors.suite.vectors) {
    if (interrupted()) break;
    if (vector.question.format != seats.front().bench.format) continue;
    std::expected<Bytes, std::string> payload;
    bool made = false;
    for (Asked& one : all) {
      if (!one.seat.subject.declares(vector.question.op, vector.question.format)) continue;
      if (!std::exchange(made, true))
        payload = golden::make_bytes(vector.question.input, vectors.find);
      if (payload)
        one.take(vector, *payload);
      else
        one.seat.bench.shortfalls.push_back(vector.id + ": " + payload.error());
    }
  }
  for (Asked& one : all) one.finish();
}

void judge_files(const StoredVectors& vectors, gate::Result& result) {
  for (const golden::FileVector& vector : vectors.suite.files) {
    const auto file = golden::make_bytes(vector.question.input, vectors.find);
    const golden::Judged judged = file ? golden::judge_file(vector, *file)
                                       : golden::Judged{Verdict::setup_error, file.error(), {}};
    if (judged.verdict != Verdict::pass)
      result.shortfalls.push_back(fmt::format("container reader, vector {}: {}: {}", vector.id,
                                              name_of(judged.verdict), judged.what));
  }
  if (vectors.suite.files.empty())
    result.shortfalls.emplace_back("no vector was put to the container readers");
}

std::uint64_t VectorTrial::survivors() const {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(kills, [](const VectorKill& kill) { return kill.id.empty(); }));
}

VectorTrial put_vectors_on_trial(const StoredVectors& vectors, unsigned threads) {
  VectorTrial trial;
  const auto all = mutants::mutants();
  trial.kills.resize(all.size());
  // The codec that mutants are edits of must pass, or kills would prove nothing; the longest first.
  VectorKill control_failed;
  const auto groups = gate::mutant_groups();
  gate::share(1 + groups.size(), threads, [&](std::size_t i) {
    if (i != 0) return put_on_trial(vectors, groups[i - 1], trial);
    const auto control = mutants::make_control();
    control_failed = first_failed(vectors, *control, [&](const Vector& vector) {
      return control->declares(vector.question.op, vector.question.format);
    });
  });
  if (!control_failed.id.empty())
    trial.shortfalls.push_back("the control fails vector " + control_failed.id);
  if ((all.size() - trial.survivors()) * 100 < all.size() * kLeastCaught)
    trial.shortfalls.push_back(fmt::format("vectors alone catch {} of {} wrong codecs, want {} %",
                                           all.size() - trial.survivors(), all.size(),
                                           kLeastCaught));
  check_claims(vectors, trial);
  return trial;
}

}  // namespace tritproof::cli
