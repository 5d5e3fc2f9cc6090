// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/sums.h"

#include <algorithm>
#include <array>

#include "golden/hex.h"

namespace tritproof::golden {
namespace {

constexpr std::array kPlainNames{kStatementFile, kCertificateFile, kSummaryFile,
                                 kResultsFile,   kLogFile,         kWaiversFile};
constexpr std::size_t kDigits = 64;
constexpr std::size_t kOwnLine = kDigits + 3;  // "# ", the digest, a line feed

std::unexpected<Fault> wrong(std::string name, std::string_view expected, std::size_t line) {
  return std::unexpected(Fault{std::move(name),
                               std::string(kSumsFile) + " line " + std::to_string(line),
                               std::string(expected), "something else"});
}

bool may_be_listed(std::string_view path) {
  if (std::ranges::find(kPlainNames, path) != kPlainNames.end()) return true;
  const std::size_t folder = kOutputsFolder.size();
  return path.starts_with(kOutputsFolder) && path.size() > folder && path[folder] == '/' &&
         is_sha256_hex(path.substr(folder + 1));
}

}  // namespace

std::string write_sums(std::vector<Sum> sums) {
  std::ranges::sort(sums, {}, &Sum::path);
  std::string text;
  for (const Sum& sum : sums) text += sum.sha256 + "  " + sum.path + "\n";
  return text;
}

std::optional<OwnDigest> own_digest(std::string_view text) {
  if (text.size() < kOwnLine || !text.ends_with('\n')) return std::nullopt;
  const std::string_view lines = text.substr(0, text.size() - kOwnLine);
  const std::string_view own = text.substr(lines.size());
  if (!own.starts_with("# ") || !is_sha256_hex(own.substr(2, kDigits))) return std::nullopt;
  return OwnDigest{lines, own.substr(2, kDigits)};
}

std::expected<std::vector<Sum>, Fault> parse_sums(std::string_view text) {
  if (text.size() > kMostSumsBytes) return wrong("too-long", "at most 32 MiB", 1);
  std::vector<Sum> sums;
  while (!text.empty()) {
    const std::size_t line = sums.size() + 1;
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos || end < kDigits + 2 || text.substr(kDigits, 2) != "  " ||
        !is_sha256_hex(text.substr(0, kDigits)))
      return wrong("malformed", "a digest, two spaces, a name", line);
    Sum sum{std::string(text.substr(0, kDigits)),
            std::string(text.substr(kDigits + 2, end - kDigits - 2))};
    if (!may_be_listed(sum.path))
      return wrong("unknown-file", "a file that certificates have", line);
    if (!sums.empty() && sums.back().path >= sum.path)
      return wrong(sums.back().path == sum.path ? "duplicated-file" : "order",
                   "each name once, in order", line);
    if (line > kMostFiles) return wrong("too-many", "at most 262144 files", line);
    sums.push_back(std::move(sum));
    text.remove_prefix(end + 1);
  }
  return sums;
}

}  // namespace tritproof::golden
