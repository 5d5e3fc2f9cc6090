// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite.h"

/// SHA256SUMS, the root of a certificate: what is signed, and what `sha256sum -c` reads.
namespace tritproof::golden {

inline constexpr std::string_view kSumsFile = "SHA256SUMS";
inline constexpr std::string_view kSignatureFile = "SHA256SUMS.sig";
inline constexpr std::string_view kStatementFile = "statement.json";
inline constexpr std::string_view kCertificateFile = "certificate.json";
inline constexpr std::string_view kSummaryFile = "certificate.txt";
inline constexpr std::string_view kResultsFile = "results.jsonl";
inline constexpr std::string_view kLogFile = "log.txt";
inline constexpr std::string_view kWaiversFile = "waivers.json";
inline constexpr std::string_view kOutputsFolder = "outputs";

/// No certificate lists more files.
inline constexpr std::size_t kMostFiles = 1 << 18;
inline constexpr std::size_t kMostSumsBytes = std::size_t{32} << 20;

struct Sum {
  std::string sha256;
  std::string path;  ///< a name of above, or outputs/ and 64 hex digits

  friend bool operator==(const Sum&, const Sum&) = default;
};

/// Lines "sha256  path", in order of path. A certificate's file ends with a line `# sha256` of all
/// lines before it, which tells a change here from one in a listed file.
std::string write_sums(std::vector<Sum> sums);

/// The lines of a file and the digest that its last line states for them.
struct OwnDigest {
  std::string_view lines;
  std::string_view sha256;
};
std::optional<OwnDigest> own_digest(std::string_view text);

/// The lines before the last one. Strict: each name once, in order, of a kind that certificates
/// have.
std::expected<std::vector<Sum>, Fault> parse_sums(std::string_view lines);

}  // namespace tritproof::golden
