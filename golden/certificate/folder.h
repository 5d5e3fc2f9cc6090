// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "golden/suite.h"
#include "hw/host/handles.h"

/// A certificate's folder as it is found: somebody else's, and possibly made to mislead.
namespace tritproof::golden {

/// All files of a certificate together, and one of them.
inline constexpr std::uint64_t kMostFolderBytes = std::uint64_t{16} << 30;
inline constexpr std::uint64_t kMostFileBytes = std::uint64_t{256} << 20;

struct FoundFile {
  std::string path;  ///< relative: "log.txt", "outputs/…"
  std::uint64_t bytes = 0;
};

/// Regular files with one name each, in the folder and in its outputs/; nothing is followed.
class CertificateFolder {
 public:
  /// Faults: missing-folder, link, not-a-file, unknown-file (another folder), too-many, too-long.
  static std::expected<CertificateFolder, Fault> open(const std::filesystem::path& path);

  /// In order of path.
  [[nodiscard]] const std::vector<FoundFile>& files() const { return files_; }
  [[nodiscard]] bool holds(std::string_view path) const;
  /// All bytes of a file that was listed. Faults: missing-file, too-long, unreadable.
  [[nodiscard]] std::expected<Bytes, Fault> bytes(const std::string& path,
                                                  std::uint64_t most) const;
  [[nodiscard]] std::expected<std::string, Fault> text(const std::string& path,
                                                       std::uint64_t most) const;
  /// sha256 of a file, read in pieces.
  [[nodiscard]] std::expected<std::string, Fault> sha256(const std::string& path) const;

 private:
  std::expected<void, Fault> list(int folder, const std::string& prefix);
  std::expected<host::Fd, Fault> open_file(const std::string& path) const;

  host::Fd root_;
  std::vector<FoundFile> files_;
  std::uint64_t total_ = 0;
};

}  // namespace tritproof::golden
