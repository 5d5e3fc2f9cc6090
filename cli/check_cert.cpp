// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/certify_report.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/known.h"
#include "golden/certificate/challenge.h"
#include "golden/certificate/check.h"

namespace tritproof::cli {
namespace {

using golden::Checked;
using nlohmann::json;

struct CheckArguments {
  std::string folder;
  std::string allowed_signers;
  std::string challenge;
  std::string other;
  bool as_json = false;
};

Checked check_one(const CheckArguments& arguments, const std::string& folder, Progress& progress) {
  golden::CheckAsk ask;
  ask.folder = folder;
  ask.suite = golden::suite_folder();
  if (!arguments.allowed_signers.empty()) ask.allowed_signers = arguments.allowed_signers;
  if (!arguments.challenge.empty()) ask.challenge = arguments.challenge;
  ask.today = today();
  ask.step = [&progress](std::uint64_t done, std::uint64_t all) {
    progress.show(fmt::format("check-cert: {} of {} verdicts", done, all));
  };
  Checked checked = golden::check(ask);
  progress.clear();
  return checked;
}

bool passed(const Checked& checked) {
  return checked.intact() && golden::result_of(*checked.certificate) != golden::ResultOf::failed;
}

int exit_of(const Checked& checked) {
  if (checked.cannot_run) return kCannotRun;
  return passed(checked) ? kConforms : kDiffers;
}

std::string rests_text(const golden::Rests& rests) {
  std::string out = fmt::format("judged again: {} from the bytes, {} from refusals", rests.on_bytes,
                                rests.on_refusals);
  if (rests.on_digests != 0)
    out += fmt::format(", {} from digests only: their bytes are not here", rests.on_digests);
  if (rests.on_the_run != 0)
    out += fmt::format(", {} failures as the run saw them", rests.on_the_run);
  return out + fmt::format("; {} never asked\n", rests.never_asked);
}

std::string checked_text(const Checked& checked) {
  std::string out = checked.signature.empty() ? "" : for_terminal(checked.signature) + "\n";
  if (checked.certificate) out += for_terminal(golden::headline(*checked.certificate)) + "\n";
  for (const golden::Fault& fault : checked.faults) out += fault_text(fault) + "\n";
  if (!checked.intact()) return out + "check-cert: not intact\n";
  out += rests_text(checked.rests);
  out += fmt::format("check-cert: intact, {}\n", passed(checked) ? "passed" : "not passed");
  return out;
}

json json_of(const Checked& checked) {
  json faults = json::array();
  for (const golden::Fault& fault : checked.faults)
    faults.push_back({{"name", fault.name},
                      {"where", fault.where},
                      {"expected", fault.expected},
                      {"got", fault.got}});
  const golden::Rests& rests = checked.rests;
  return {{"signature", checked.signature},
          {"intact", checked.intact()},
          {"passed", passed(checked)},
          {"headline", checked.certificate ? golden::headline(*checked.certificate) : ""},
          {"faults", faults},
          {"cannot_run", checked.cannot_run.value_or("")},
          {"on_bytes", rests.on_bytes},
          {"on_digests", rests.on_digests},
          {"on_refusals", rests.on_refusals},
          {"on_the_run", rests.on_the_run},
          {"never_asked", rests.never_asked}};
}

int diff(const CheckArguments& arguments, const Checked& left, Progress& progress) {
  const Checked right = check_one(arguments, arguments.other, progress);
  print(fmt::format("{}: {}", for_terminal(arguments.folder), checked_text(left)));
  print(fmt::format("{}: {}", for_terminal(arguments.other), checked_text(right)));
  for (const Checked* one : {&left, &right}) {
    if (one->cannot_run) complain(for_terminal(*one->cannot_run));
    if (!one->intact()) return exit_of(*one);
  }
  const auto lines = golden::differences(left, right);
  for (const std::string& line : lines) print(for_terminal(line) + "\n");
  print(lines.empty() ? "nothing differs\n" : fmt::format("{} differences\n", lines.size()));
  return lines.empty() ? kConforms : kDiffers;
}

int check(const CheckArguments& arguments) {
  if (!arguments.challenge.empty() && !golden::is_challenge(arguments.challenge)) {
    complain("a challenge is 16 to 128 lower-case hex digits, an even number of them");
    return kUsage;
  }
  if (arguments.as_json && !arguments.other.empty()) {
    complain("--json and --diff do not go together");
    return kUsage;
  }
  Progress progress;
  const Checked checked = check_one(arguments, arguments.folder, progress);
  if (!arguments.other.empty()) return diff(arguments, checked, progress);
  if (checked.cannot_run) complain(for_terminal(*checked.cannot_run));
  if (arguments.as_json)
    print(json_of(checked).dump(2, ' ', false, json::error_handler_t::replace) + "\n");
  else if (!checked.cannot_run)
    print(checked_text(checked));
  return exit_of(checked);
}

}  // namespace

void add_check_cert(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("check-cert", "Check a certificate again, without the device");
  auto a = std::make_shared<CheckArguments>();
  command->add_option("folder", a->folder, "The certificate")->required();
  command->add_option("--allowed-signers", a->allowed_signers,
                      "Who may sign, as ssh-keygen(1) has it; unsigned is then a failure");
  command->add_option("--challenge", a->challenge, "The challenge that it must answer");
  command->add_option("--diff", a->other, "Say what changed in this other certificate");
  command->add_flag("--json", a->as_json, "Print an object");
  command->footer("Example:\n  tritproof check-cert ggml-certificate");
  command->callback([&run, a] { run = [a] { return check(*a); }; });
}

}  // namespace tritproof::cli
