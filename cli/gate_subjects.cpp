// SPDX-License-Identifier: Apache-2.0
#include "cli/gate_subjects.h"

#include "cli/console.h"
#include "cli/suggest.h"
#include "codec/subjects.h"
#include "hw/host/piped_subject.h"
#include "hw/runners.h"
#include "props/mutants/mutants.h"

namespace tritproof::cli {
namespace {

SubjectSource in_process(std::string_view name) {
  return {std::string(name), false, [name]() -> std::expected<std::unique_ptr<Subject>, Trouble> {
            return make_subject(name);
          }};
}

SubjectSource piped(std::string name, host::Command command, host::Timeouts timeouts = {}) {
  return {name, true,
          [name, command, timeouts]() -> std::expected<std::unique_ptr<Subject>, Trouble> {
            auto subject = host::PipedSubject::start(name, command, timeouts);
            if (!subject) return std::unexpected(subject.error());
            return *std::move(subject);
          }};
}

std::expected<SubjectSource, NoSubjects> runner_source(const hw::RunnerRow& row) {
  const auto command = row.find();
  if (command) return piped(std::string(row.name), *command, row.timeouts);
  return std::unexpected(NoSubjects{
      std::string(row.name) + ": " + command.error().why + "; get it: " + command.error().bring,
      kCannotRun});
}

std::expected<SubjectSource, NoSubjects> named_source(const std::string& name) {
  std::vector<std::string_view> known;
  for (const SubjectRow& row : in_process_subjects()) {
    if (row.name == name) return in_process(row.name);
    known.push_back(row.name);
  }
  if (const hw::RunnerRow* row = hw::runner_named(name)) return runner_source(*row);
  for (const hw::RunnerRow& row : hw::runners()) known.push_back(row.name);
  // A wrong codec is asked for by its number only, and is never among the defaults.
  for (const mutants::Mutant& mutant : mutants::mutants())
    if (mutant.id == name)
      return SubjectSource{name, false,
                           [&mutant]() -> std::expected<std::unique_ptr<Subject>, Trouble> {
                             return mutants::make_mutant(mutant);
                           }};
  return std::unexpected(
      NoSubjects{"no subject '" + for_terminal(name) + "'" + suggestion(name, known), kUsage});
}

}  // namespace

std::expected<std::vector<SubjectSource>, NoSubjects> find_subjects(
    const std::vector<std::string>& names, const std::vector<std::string>& execs) {
  std::vector<std::string> wanted = names;
  if (names.empty() && execs.empty()) {
    for (const SubjectRow& row : in_process_subjects()) wanted.emplace_back(row.name);
    wanted.emplace_back("ggml");
  }
  std::vector<SubjectSource> sources;
  for (const std::string& name : wanted) {
    auto source = named_source(name);
    if (!source) return std::unexpected(source.error());
    sources.push_back(*std::move(source));
  }
  for (std::size_t i = 0; i < execs.size(); ++i)
    sources.push_back(
        piped(i == 0 ? "exec" : "exec" + std::to_string(i + 1), host::Command::shell(execs[i])));
  return sources;
}

std::optional<Trouble> close_subject(Subject& subject) {
  auto* piped = dynamic_cast<host::PipedSubject*>(&subject);
  return piped == nullptr ? std::nullopt : piped->close();
}

}  // namespace tritproof::cli
