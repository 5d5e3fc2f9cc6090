// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/convert_to.h"
#include "cli/suggest.h"

namespace tritproof::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct ConvertArguments {
  InputOptions input;
  std::string to;
  std::string in;
  std::string out;
  bool clamp = false;
  bool as_json = false;
};

// Where the output goes, by its suffix: a container, one raw file, or a folder of raw files.
std::expected<Destination, std::string> destination_of(const fs::path& out, spec::Format target) {
  const std::string suffix = out.extension().string();
  const spec::FormatRow& row = spec::row_of(target);
  std::error_code error;
  if (fs::is_directory(out, error) || suffix.empty()) return Destination::folder;
  if (suffix == ".gguf") {
    if (row.gguf_id != 0) return Destination::gguf;
    return std::unexpected(fmt::format("a GGUF file cannot hold {}", row.name));
  }
  if (suffix == ".safetensors" || suffix == ".q4nx") {
    if (row.chunk_bytes != 0) return Destination::q4nx;
    return std::unexpected(fmt::format("a Q4NX container cannot hold {}", row.name));
  }
  const auto named = container::raw_format(out);
  if (named == target) return Destination::raw;
  return std::unexpected(
      fmt::format("the suffix of '{}' does not go with --to {}; want .{}, a "
                  "container's suffix or a folder",
                  for_terminal(out.string()), row.name, row.name));
}

std::expected<Job, std::string> job_of(const ConvertArguments& arguments) {
  Job job;
  const auto open = parsed(arguments.input);
  if (!open) return std::unexpected(open.error());
  job.repack = arguments.to == "repack-q4_1";
  const std::string name = job.repack ? "q4_1" : arguments.to;
  const auto target = spec::format_named(name);
  if (!target) {
    std::vector<std::string_view> names = format_names();
    names.emplace_back("repack-q4_1");
    return std::unexpected("--to: no format '" + for_terminal(name) + "'" +
                           suggestion(name, names));
  }
  const auto destination = destination_of(arguments.out, *target);
  if (!destination) return std::unexpected(destination.error());
  if (same_file(arguments.in, arguments.out))
    return std::unexpected("the input and the output are the same file");
  if (spec::row_of(*target).side_table && same_file(container::side_table_path(arguments.in),
                                                    container::side_table_path(arguments.out)))
    return std::unexpected("the input's and the output's .ref are the same file");
  job.open = *open;
  job.target = *target;
  job.destination = *destination;
  job.in = arguments.in;
  job.out = arguments.out;
  job.tensor = arguments.input.tensor;
  job.layout = arguments.input.other_layout ? spec::Layout::other : spec::Layout::standard;
  job.options.clamp_plus2 = arguments.clamp;
  return job;
}

json json_of(const Converted& one) {
  const spec::Counts& c = one.seen.counts;
  return {{"tensor", one.name},          {"from", one.from},
          {"n", one.geometry.n},         {"k", one.geometry.k},
          {"bytes_in", one.bytes_in},    {"bytes_out", one.bytes_out},
          {"clamped", one.seen.clamped}, {"non_canonical", c.non_canonical},
          {"non_finite", c.non_finite},  {"zero", c.zero},
          {"subnormal", c.subnormal},    {"rounded", one.rounded},
          {"numbers", one.numbers}};
}

void print_text(const Converted& one, std::string_view to) {
  print(fmt::format("{}: {} {} B -> {} {} B, N={} K={}", for_terminal(one.name), one.from,
                    one.bytes_in, to, one.bytes_out, one.geometry.n, one.geometry.k));
  if (one.seen.clamped != 0) print(fmt::format(", {} codes clamped", one.seen.clamped));
  if (one.seen.counts.non_finite != 0)
    print(fmt::format(", {} non-finite scales copied", one.seen.counts.non_finite));
  if (one.seen.counts.non_canonical != 0)
    print(fmt::format(", {} non-canonical bytes read", one.seen.counts.non_canonical));
  if (one.numbers != 0)
    print(fmt::format(", {} of {} numbers changed by rounding", one.rounded, one.numbers));
  print("\n");
}

int run_convert(const ConvertArguments& arguments) {
  const auto job = job_of(arguments);
  if (!job) {
    complain(job.error());
    return kUsage;
  }
  heed_interrupts();
  const auto report_of = convert_file(*job);
  if (!report_of) return report(report_of.error(), arguments.in);
  if (!report_of->usage.empty()) {
    complain(report_of->usage);
    return kUsage;
  }
  for (const std::string& name : report_of->left_out)
    complain(for_terminal(name) + ": left out, it is of no format that converts");
  if (arguments.as_json) {
    json tensors = json::array();
    for (const Converted& one : report_of->tensors) tensors.push_back(json_of(one));
    print(json{{"to", arguments.to},
               {"tensors", tensors},
               {"carried", report_of->carried},
               {"left_out", report_of->left_out}}
              .dump(2) +
          "\n");
    return kConforms;
  }
  for (const Converted& one : report_of->tensors) print_text(one, arguments.to);
  if (report_of->carried != 0) print(fmt::format("{} tensors carried over\n", report_of->carried));
  return kConforms;
}

}  // namespace

void add_convert(CLI::App& app, Run& run) {
  CLI::App* command =
      app.add_subcommand("convert", "Convert losslessly, or say what stands in the way");
  auto arguments = std::make_shared<ConvertArguments>();
  command->add_option("IN", arguments->in, "A file")->required();
  command->add_option("--to", arguments->to, "The target format, or repack-q4_1")->required();
  command->add_option("-o,--output", arguments->out, "A file or, for raw formats, a folder")
      ->required();
  command->add_flag("--clamp-plus2", arguments->clamp, "Turn +2 into +1 and report how many");
  add_input_options(*command, arguments->input);
  command->add_flag("--json", arguments->as_json, "Print an object");
  command->footer(
      "Examples:\n  tritproof convert --to t2 model.gguf -o converted/\n"
      "  tritproof convert --to pb16i model.gguf --tensor blk.0.ffn_gate.weight -o gate.pb16i\n"
      "  tritproof convert --to tq2_0 head.t2 --shape 17408,5120 -o head.gguf");
  command->callback([&run, arguments] { run = [arguments] { return run_convert(*arguments); }; });
}

}  // namespace tritproof::cli
