// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/explain_unit.h"
#include "cli/tensors.h"
#include "codec/convert/census.h"

namespace tritproof::cli {
namespace {

using container::TensorInfo;
using convert::Census;
using nlohmann::json;

struct InspectArguments {
  InputOptions input;
  std::string file;
  std::string tile;
  bool as_json = false;
};

json codes_of(const Census& census) {
  json codes = json::object();
  for (std::size_t i = 0; i < census.codes.size(); ++i)
    if (census.codes[i] != 0) codes[std::to_string(static_cast<int>(i) - 128)] = census.codes[i];
  return codes;
}

json json_of(const Census& c) {
  return {{"weights", c.weights},
          {"codes", codes_of(c)},
          {"reserved", c.counts.reserved},
          {"code3", c.counts.code3},
          {"non_canonical", c.counts.non_canonical},
          {"non_finite_scales", c.counts.non_finite},
          {"zero_scales", c.counts.zero},
          {"subnormal_scales", c.counts.subnormal},
          {"negative_scales", c.negative},
          {"scales", c.scales},
          {"shared_per_128", c.shared},
          {"f16_exact", c.f16_exact},
          {"bf16_exact", c.bf16_exact},
          {"worst_bf16_error", c.worst_bf16_error}};
}

json json_of(const TensorInfo& tensor) {
  json out = {{"name", tensor.name},
              {"type", container::name_of(tensor.type)},
              {"n", tensor.geometry.n},
              {"k", tensor.geometry.k},
              {"offset", tensor.offset},
              {"bytes", tensor.bytes},
              {"bits_per_weight", bits_a_weight(tensor)}};
  if (tensor.refusal) {
    out["refused"] = spec::row_of(tensor.refusal->name).name;
    out["expected"] = tensor.refusal->expected;
    out["got"] = tensor.refusal->got;
  }
  return out;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_codes(const Census& c, const spec::FormatRow& row) {
  for (std::size_t i = 0; i < c.codes.size(); ++i) {
    if (c.codes[i] == 0) continue;
    const int code = static_cast<int>(i) - 128;
    const bool reserved = code == 2 && row.code3 == spec::Code3::reserved;
    print(fmt::format("  code {:<22} {:>15}  {:6.2f} %\n",
                      reserved    ? "3, reserved (weight 0)"
                      : code == 0 ? "0"
                                  : fmt::format("{:+}", code),
                      c.codes[i], share(c.codes[i], c.weights)));
  }
}

void print_census(const Census& c, const spec::FormatRow& row) {
  print_codes(c, row);
  const auto line = [](std::string_view what, std::uint64_t count) {
    print(fmt::format("  {:<27} {:>15}\n", what, count));
  };
  line("reserved codes", c.counts.reserved);
  line("codes 3 (+2)", c.counts.code3);
  line("non-canonical bytes", c.counts.non_canonical);
  line("scales", c.scales);
  print(fmt::format("  {:<27} {:>15}  {:6.2f} %\n", "  one is enough per 128 k", c.shared,
                    share(c.shared, c.scales)));
  print(fmt::format("  {:<27} {:>15}  {:6.2f} %\n", "  f16-exact", c.f16_exact,
                    share(c.f16_exact, c.scales)));
  print(fmt::format("  {:<27} {:>15}  {:6.2f} %, worst relative error {:.6e}", "  bf16-exact",
                    c.bf16_exact, share(c.bf16_exact, c.scales), c.worst_bf16_error));
  print(c.worst_bf16_error > 0.0 ? fmt::format(" (row {}, column {})\n", c.worst_n, c.worst_k)
                                 : std::string("\n"));
  line("  negative", c.negative);
  line("stored scales: subnormal", c.counts.subnormal);
  line("stored scales: zero", c.counts.zero);
  line("stored scales: non-finite", c.counts.non_finite);
}

void print_tensor(const TensorInfo& tensor) {
  print(fmt::format("{}: {}, N={} K={}, {} B at {}, {:.4f} bits a weight\n",
                    for_terminal(tensor.name), for_terminal(container::name_of(tensor.type)),
                    tensor.geometry.n, tensor.geometry.k, tensor.bytes, tensor.offset,
                    bits_a_weight(tensor)));
  if (tensor.refusal) print("  " + describe(*tensor.refusal, tensor.name) + "\n");
}

int list_tensors(const container::Model& model, bool as_json) {
  json all = json::array();
  for (const TensorInfo& tensor : model.tensors())
    if (as_json)
      all.push_back(json_of(tensor));
    else
      print_tensor(tensor);
  if (as_json)
    print(json{{"tensors", all}}.dump(2, ' ', true, json::error_handler_t::replace) + "\n");
  else if (model.tensors().empty())
    print("no tensors\n");
  return kConforms;
}

int inspect_tensor(const container::Model& model, const TensorInfo& tensor,
                   const InspectArguments& arguments) {
  const auto layout = arguments.input.other_layout ? spec::Layout::other : spec::Layout::standard;
  const auto source = stored(model, tensor, layout);
  if (!source) return report(source.error(), arguments.file);
  if (!arguments.tile.empty()) return explain_unit(*source, arguments.tile);
  const auto census = convert::take_census(*source);
  if (!census) return report(census.error(), arguments.file);
  if (arguments.as_json) {
    json out = json_of(tensor);
    out["census"] = json_of(*census);
    print(out.dump(2, ' ', true, json::error_handler_t::replace) + "\n");
    return kConforms;
  }
  print_tensor(tensor);
  print_census(*census, spec::row_of(source->format));
  return kConforms;
}

int run_inspect(const InspectArguments& arguments) {
  const auto options = parsed(arguments.input);
  if (!options) {
    complain(options.error());
    return kUsage;
  }
  const auto model = open_file(arguments.file, *options);
  if (!model) return report(model.error(), arguments.file);
  const auto tensors = (*model)->tensors();
  if (!arguments.input.tensor.empty()) {
    const TensorInfo* one = (*model)->find(arguments.input.tensor);
    if (one != nullptr) return inspect_tensor(**model, *one, arguments);
    complain(no_such_tensor(**model, arguments.input.tensor));
    return kUsage;
  }
  const bool decodes = tensors.size() == 1 && !tensors[0].refusal &&
                       std::holds_alternative<spec::Format>(tensors[0].type);
  if (decodes) return inspect_tensor(**model, tensors[0], arguments);
  if (arguments.tile.empty()) return list_tensors(**model, arguments.as_json);
  complain("--tile needs --tensor: the file holds several tensors");
  return kUsage;
}

}  // namespace

void add_inspect(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("inspect", "Say what a file holds, or explain one tile");
  auto arguments = std::make_shared<InspectArguments>();
  command->add_option("FILE", arguments->file, "A file")->required();
  command->add_option("--tile", arguments->tile, "R,C: explain this tile or block byte by byte");
  add_input_options(*command, arguments->input);
  command->add_flag("--json", arguments->as_json, "Print an object");
  command->footer(
      "Examples:\n  tritproof inspect model.gguf\n"
      "  tritproof inspect model.gguf --tensor blk.0.ffn_gate.weight\n"
      "  tritproof inspect head.t2 --shape 17408,5120 --tile 0,0");
  command->callback([&run, arguments] { run = [arguments] { return run_inspect(*arguments); }; });
}

}  // namespace tritproof::cli
