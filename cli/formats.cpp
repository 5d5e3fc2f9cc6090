// SPDX-License-Identifier: Apache-2.0
#include "spec/formats.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "spec/ops.h"

namespace tritproof::cli {
namespace {

using nlohmann::json;

constexpr std::string_view name_of(spec::FieldKind kind) {
  using enum spec::FieldKind;
  switch (kind) {
    case code2: return "2-bit codes";
    case int4: return "int4 codes";
    case uint4: return "uint4 codes";
    case int8: return "int8 codes";
    case base3x5: return "5 base-3 digits a byte";
    case base3x4: return "4 base-3 digits a byte";
    case uint8: return "uint8";
    case int16: return "int16";
    case f16: return "f16";
    case bf16: return "bf16";
  }
  return "";
}

constexpr std::string_view name_of(spec::Code3 code3) {
  switch (code3) {
    case spec::Code3::none: return "none";
    case spec::Code3::reserved: return "reserved";
    case spec::Code3::plus_two: return "+2";
  }
  return "";
}

std::vector<std::string> ops_of(spec::Format format) {
  std::vector<std::string> ops;
  for (std::size_t i = 0; i < spec::kOpNames.size(); ++i)
    if (spec::defined(static_cast<spec::Op>(i + 1), format)) ops.emplace_back(spec::kOpNames[i]);
  return ops;
}

json json_of(const spec::FormatRow& row) {
  json fields = json::array();
  for (const spec::Field& field : spec::fields_of(row))
    fields.push_back({{"name", field.name},
                      {"kind", name_of(field.kind)},
                      {"offset", field.offset},
                      {"bytes", field.bytes}});
  return {{"name", row.name},
          {"number", static_cast<int>(row.id)},
          {"rows", row.rows},
          {"columns", row.columns},
          {"bytes", row.bytes},
          {"bits_per_weight", row.bytes * 8.0 / row.elements()},
          {"group", row.group},
          {"code3", name_of(row.code3)},
          {"side_table", row.side_table},
          {"layouts", row.second_layout ? 2 : 1},
          {"gguf_id", row.gguf_id},
          {"chunk_bytes", row.chunk_bytes},
          {"fields", fields},
          {"ops", ops_of(row.id)}};
}

int list_formats(bool as_json) {
  if (as_json) {
    json formats = json::array();
    for (const spec::FormatRow& row : spec::kFormats) formats.push_back(json_of(row));
    print(json{{"formats", formats}}.dump(2) + "\n");
    return kConforms;
  }
  print(fmt::format("{:<8}{:>8}{:>7}{:>9}{:>7}{:>6}  {}\n", "format", "unit", "bytes", "bits/w",
                    "group", "gguf", "ops"));
  for (const spec::FormatRow& row : spec::kFormats)
    print(fmt::format("{:<8}{:>8}{:>7}{:>9.4f}{:>7}{:>6}  {}\n", row.name,
                      fmt::format("{}x{}", row.rows, row.columns), row.bytes,
                      row.bytes * 8.0 / row.elements(), row.group,
                      row.gguf_id == 0 ? "-" : std::to_string(row.gguf_id),
                      fmt::join(ops_of(row.id), " ")));
  return kConforms;
}

}  // namespace

void add_formats(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("formats", "List the formats and what is known of them");
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "Print an object, with the field tables");
  command->footer("Example:\n  tritproof formats --json");
  command->callback([&run, as_json] { run = [as_json] { return list_formats(*as_json); }; });
}

}  // namespace tritproof::cli
