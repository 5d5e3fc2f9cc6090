// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/page.h"
#include "codec/container/io.h"

namespace tritproof::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kMostInput = std::uint64_t{64} << 20;  // bytes

struct ReportArguments {
  std::vector<std::string> inputs;
  std::string out;
};

// What made a result is known by the key that nobody else writes.
std::string_view kind_of(const json& data) {
  constexpr std::pair<std::string_view, std::string_view> kinds[] = {{"benches", "gate"},
                                                                     {"kills", "selftest"},
                                                                     {"benchmarks", "bench"},
                                                                     {"sound", "golden"},
                                                                     {"targets", "fuzz"}};
  if (!data.is_object()) return {};
  if (data.contains("predicate") && data["predicate"].contains("headline")) return "certificate";
  for (const auto& [key, kind] : kinds)
    if (data.contains(key)) return kind;
  return {};
}

// The result files of a folder: what a campaign or a certificate keeps there.
std::vector<fs::path> files_of(const fs::path& input) {
  std::error_code error;
  if (!fs::is_directory(input, error)) return {input};
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(input, error))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

class Report {
 public:
  explicit Report(const ReportArguments& arguments) : arguments_(arguments) {}

  int run() {
    for (const std::string& input : arguments_.inputs) {
      std::uint64_t taken = 0;
      const bool folder = fs::is_directory(input);
      for (const fs::path& file : files_of(input))
        if (const int wrong = take(file, folder, taken); wrong != kConforms) return wrong;
      if (taken != 0) continue;
      complain(for_terminal(input) +
               ": no result of gate, selftest, golden, certify, fuzz or bench");
      return kDiffers;
    }
    return write();
  }

 private:
  // In a folder other JSON files may stand beside the results.
  int take(const fs::path& file, bool in_folder, std::uint64_t& taken) {
    std::error_code error;
    const std::uint64_t size = fs::file_size(file, error);
    std::ifstream in(file, std::ios::binary);
    if (error || !in) return complain(for_terminal(file.string()) + ": cannot be read"), kCannotRun;
    json data = size <= kMostInput ? json::parse(in, nullptr, false) : json();
    const std::string_view kind = kind_of(data);
    if (kind.empty()) {
      if (in_folder) return kConforms;
      complain(for_terminal(file.string()) + ": not a result of this tool");
      return kDiffers;
    }
    ++taken;
    parts_.push_back(
        {{"kind", kind}, {"name", file.filename().string()}, {"data", std::move(data)}});
    return kConforms;
  }

  int write() const {
    const std::string text = page_of(parts_);
    auto file = container::OutputFile::create(arguments_.out);
    if (!file) return report(file.error(), arguments_.out);
    const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    auto done = (*file)->append(bytes);
    if (done) done = (*file)->commit();
    return done ? kConforms : report(done.error(), arguments_.out);
  }

  const ReportArguments& arguments_;
  json parts_ = json::array();
};

}  // namespace

void add_report(CLI::App& app, Run& run) {
  CLI::App* command = app.add_subcommand("report", "Draw results as one self-contained page");
  auto a = std::make_shared<ReportArguments>();
  command
      ->add_option("FILE", a->inputs, "JSON of gate, selftest, golden, fuzz or bench, or a folder")
      ->required();
  command->add_option("-o,--output", a->out, "The page to write")->required();
  command->footer(
      "Examples:\n  tritproof gate --json gate.json; tritproof report gate.json -o gate.html\n"
      "  tritproof bench --small --json > bench.json; tritproof report bench.json -o bench.html");
  command->callback([&run, a] { run = [a] { return Report(*a).run(); }; });
}

}  // namespace tritproof::cli
