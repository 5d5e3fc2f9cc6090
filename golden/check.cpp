// SPDX-License-Identifier: Apache-2.0
#include "golden/check.h"

#include <algorithm>
#include <set>

#include "golden/check_parts.h"
#include "golden/index.h"
#include "golden/manifest.h"
#include "golden/suite_files.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

constexpr std::string_view kPipe = "holds between host and runner; the frame tests show it";

constexpr Exempt kExempt[] = {
    {"FRAME-1", kPipe},
    {"FRAME-2", kPipe},
    {"FRAME-3", kPipe},
    {"FRAME-4", kPipe},
    {"FRAME-5", kPipe},
    {"FRAME-6", kPipe},
    {"FRAME-7", kPipe},
    {"FRAME-8", kPipe},
    {"FRAME-9", kPipe},
    {"FRAME-10", kPipe},
    {"FRAME-11", kPipe},
    {"FRAME-12", kPipe},
    {"T2-6", "asks a library for single elements, which no request does"},
    {"PB16I-9", "needs a second file beside the image"},
    {"RAW-1", "is about a file whose name alone says its format"},
    {"RAW-2", "needs a second file beside the tiles"},
    {"RAW-3", "is about what a user states"},
    {"GGUF-16", "is about what our writer makes"},
};

using BlobLevels = std::map<std::string, Level>;

// The lowest level whose vectors need each blob.
void gather(const std::vector<Part>& parts, Level level, BlobLevels& blobs) {
  for (const Part& part : parts) {
    if (const auto* units = std::get_if<Units>(&part.what)) gather(units->of, level, blobs);
    const auto* blob = std::get_if<Blob>(&part.what);
    if (blob == nullptr) continue;
    const auto [at, added] = blobs.emplace(blob->sha256, level);
    if (!added) at->second = std::min(at->second, level);
  }
}

std::optional<Level> manifest_level(std::string_view path) {
  for (std::size_t i = 0; i < std::size(kLevelNames); ++i)
    if (path.ends_with("." + std::string(kLevelNames[i]) + ".json")) return static_cast<Level>(i);
  return std::nullopt;
}

void add_bytes(Level level, std::uint64_t bytes, CheckReport& report) {
  for (std::size_t i = static_cast<std::size_t>(level); i < report.bytes.size(); ++i)
    report.bytes[i] += bytes;
}

void check_blob(const std::filesystem::path& folder, const std::string& path,
                const BlobLevels& needed, CheckReport& report) {
  const std::string name = path.substr(kBlobFolder.size());
  const auto bytes = read_file(folder, path, kMostManifestBytes);
  ++report.blobs;
  if (!bytes) {
    report.faults.push_back(bytes.error());
    return;
  }
  if (const std::string got = sha256_hex(*bytes); got != name)
    report.faults.push_back({"altered-file", path, name, got});
  const auto level = needed.find(name);
  if (level == needed.end())
    report.faults.push_back({"unused-blob", path, "a recipe that names it", "none"});
  else
    add_bytes(level->second, bytes->size(), report);
}

}  // namespace

std::span<const Exempt> exempt_rules() { return kExempt; }

void check_files(const std::filesystem::path& folder, const Suite& suite, CheckReport& report) {
  BlobLevels needed;
  for (const Vector& vector : suite.vectors)
    gather(vector.question.input.parts, vector.question.level, needed);
  for (const FileVector& vector : suite.files)
    gather(vector.question.input.parts, vector.question.level, needed);
  const auto listed = list_files(folder);
  if (!listed) {
    report.faults.push_back(listed.error());
    return;
  }
  for (const std::string& path : *listed) {
    std::error_code error;
    if (path.starts_with(kBlobFolder))
      check_blob(folder, path, needed, report);
    else if (path != kIndexName)
      add_bytes(manifest_level(path).value_or(Level::full),
                std::filesystem::file_size(folder / path, error), report);
  }
  if (report.bytes[0] > kMostSmokeBytes)
    report.faults.push_back({"too-large", "smoke", std::to_string(kMostSmokeBytes) + " bytes",
                             std::to_string(report.bytes[0])});
  if (report.bytes[1] > kMostCoreBytes)
    report.faults.push_back({"too-large", "core", std::to_string(kMostCoreBytes) + " bytes",
                             std::to_string(report.bytes[1])});
}

CheckReport check_suite(const std::filesystem::path& folder, const CheckOptions& options) {
  CheckReport report;
  const auto suite = load_suite(folder, Level::full, options.pinned);
  if (!suite) {
    report.faults.push_back(suite.error());
    return report;
  }
  report.sha256 = suite->sha256;
  check_files(folder, *suite, report);
  check_payloads(*suite, blobs_of(folder), options, report);
  check_counts(*suite, options, report);
  return report;
}

}  // namespace tritproof::golden
