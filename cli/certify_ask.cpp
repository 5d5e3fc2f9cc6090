// SPDX-License-Identifier: Apache-2.0
#include "cli/certify_ask.h"

#include <algorithm>

#include "cli/certify_report.h"
#include "cli/console.h"
#include "cli/gate_subjects.h"
#include "cli/suggest.h"
#include "cli/tensors.h"
#include "codec/container/io.h"
#include "golden/certificate/challenge.h"
#include "golden/certificate/rows.h"
#include "hw/host/lock.h"
#include "hw/runners.h"

namespace tritproof::cli {
namespace {

namespace fs = std::filesystem;

using Fine = std::expected<void, Wrong>;

std::unexpected<Wrong> usage(std::string what) {
  return std::unexpected(Wrong{kUsage, std::move(what)});
}

std::unexpected<Wrong> cannot_run(std::string what) {
  return std::unexpected(Wrong{kCannotRun, std::move(what)});
}

std::expected<std::string, Wrong> read_text(const std::string& path, std::uint64_t most) {
  const auto source = container::file_source(path);
  if (!source) return cannot_run(source.error().what);
  if ((*source)->size() > most)
    return std::unexpected(Wrong{kDiffers, path + " is longer than " + std::to_string(most)});
  std::string text((*source)->size(), '\0');
  const auto done =
      (*source)->read(0, std::span(reinterpret_cast<std::uint8_t*>(text.data()), text.size()));
  if (!done) return cannot_run(done.error().what);
  return text;
}

/// A program behind a pipe, which is not to see the answers.
void set_program(host::Command command, golden::Ask& ask) {
  command.hidden.push_back(golden::suite_folder());
  ask.command = std::move(command);
}

/// What --backend-arg gives the runner: `--KEY`, then its value.
std::expected<std::vector<std::string>, Wrong> given_to(const CertifyArguments& arguments,
                                                        const hw::RunnerRow& row) {
  std::vector<std::string> given;
  for (const std::string& argument : arguments.backend_arguments) {
    const std::size_t equals = argument.find('=');
    if (equals == 0 || equals == std::string::npos)
      return usage("--backend-arg wants KEY=VALUE, not '" + argument + "'");
    const std::string key = argument.substr(0, equals);
    if (!row.takes(key))
      return usage(std::string(row.name) + " takes no --backend-arg " + key +
                   (row.options.empty() ? "" : "; it takes " + std::string(row.options)));
    given.push_back("--" + key);
    // The child runs in a folder of its own: a file is named from the caller's.
    const std::string value = argument.substr(equals + 1);
    std::error_code error;
    given.push_back(fs::exists(value, error) ? fs::absolute(value).string() : value);
  }
  return given;
}

Fine take_runner(const CertifyArguments& arguments, const hw::RunnerRow& row, golden::Ask& ask) {
  const auto given = given_to(arguments, row);
  if (!given) return std::unexpected(given.error());
  auto command = row.find(*given);
  if (!command)
    return cannot_run(arguments.backend + ": " + command.error().why +
                      "; get it: " + command.error().bring);
  ask.options.timeouts = row.timeouts;
  set_program(*std::move(command), ask);
  return {};
}

Fine take_subject(const CertifyArguments& arguments, Asked& asked) {
  golden::Ask& ask = asked.ask;
  if (arguments.backend.empty() == arguments.exec.empty())
    return usage("certify takes either --backend NAME or --exec 'CMD'");
  ask.options.lock_folder = host::default_lock_folder();
  ask.name = arguments.exec.empty() ? arguments.backend : "exec";
  if (!arguments.exec.empty()) {
    if (!arguments.backend_arguments.empty()) return usage("--backend-arg belongs to --backend");
    set_program(host::Command::shell(arguments.exec), ask);
    return {};
  }
  if (const hw::RunnerRow* row = hw::runner_named(arguments.backend))
    return take_runner(arguments, *row, ask);
  auto found = find_subjects({arguments.backend}, {});
  if (!found) return std::unexpected(Wrong{found.error().exit, found.error().what});
  if (!arguments.backend_arguments.empty() || arguments.resume)
    return usage(arguments.backend +
                 " runs in this process: it takes no --backend-arg and no --resume");
  auto made = found->front().make();
  if (!made) return cannot_run(made.error().what);
  asked.in_process = *std::move(made);
  ask.in_process = asked.in_process.get();
  return {};
}

Fine take_extras(const CertifyArguments& arguments, golden::Ask& ask) {
  if (arguments.out.empty() && !ask.stop_at_failure)
    return usage("a certificate needs a folder: -o DIR (only --level smoke goes without)");
  if (!arguments.out.empty()) ask.folder = arguments.out;
  ask.thin = arguments.thin;
  ask.resume = arguments.resume;
  ask.challenge = arguments.challenge;
  if (!ask.challenge.empty() && !golden::is_challenge(ask.challenge))
    return usage("a challenge is 16 to 128 lower-case hex digits, an even number of them");
  for (const std::string& text : arguments.rows) {
    auto row = golden::parse_row(text);
    if (!row) return usage(row.error());
    ask.rows.push_back(*std::move(row));
  }
  if (arguments.key.empty()) return {};
  if (!ask.folder) return usage("--sign signs a certificate: it needs -o DIR");
  if (!fs::is_regular_file(arguments.key)) return cannot_run("no key " + arguments.key);
  ask.key = arguments.key;
  return {};
}

Fine take_waivers(const CertifyArguments& arguments, golden::Ask& ask) {
  if (arguments.waivers.empty()) return {};
  auto text = read_text(arguments.waivers, golden::kMostWaiversBytes);
  if (!text) return std::unexpected(text.error());
  auto waivers = golden::parse_waivers(*text);
  if (!waivers)
    return std::unexpected(Wrong{kDiffers, arguments.waivers + ": " + fault_text(waivers.error())});
  ask.waivers = *std::move(waivers);
  ask.waivers_text = *std::move(text);
  return {};
}

}  // namespace

Fine take_vectors(const CertifyArguments& arguments, golden::Ask& ask) {
  ask.suite = golden::suite_folder();
  ask.version = TRITPROOF_VERSION;
  const auto level = std::ranges::find(golden::kLevelNames, arguments.level);
  ask.level = static_cast<golden::Level>(level - std::begin(golden::kLevelNames));
  ask.stop_at_failure = ask.level == golden::Level::smoke;
  for (const std::string& name : arguments.formats) {
    const auto format = spec::format_named(name);
    if (!format) return usage("no format '" + name + "'" + suggestion(name, format_names()));
    ask.formats.push_back(*format);
  }
  if (ask.formats.empty())
    for (const spec::FormatRow& row : spec::kFormats) ask.formats.push_back(row.id);
  std::ranges::sort(ask.formats);
  const auto twice = std::ranges::unique(ask.formats);
  ask.formats.erase(twice.begin(), twice.end());
  return {};
}

std::expected<Asked, Wrong> asked_for(const CertifyArguments& arguments) {
  Asked asked;
  Fine done = take_subject(arguments, asked);
  if (arguments.timeout)
    asked.ask.options.timeouts.answer = std::chrono::seconds(*arguments.timeout);
  if (done) done = take_vectors(arguments, asked.ask);
  if (done) done = take_extras(arguments, asked.ask);
  if (done) done = take_waivers(arguments, asked.ask);
  if (!done) return std::unexpected(std::move(done.error()));
  return asked;
}

}  // namespace tritproof::cli
