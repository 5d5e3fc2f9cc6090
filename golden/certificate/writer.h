// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "golden/certificate/evidence.h"
#include "golden/certificate/sums.h"
#include "hw/host/handles.h"

/// Writes a certificate's folder under another name until it is whole.
namespace tritproof::golden {

/// The folder in the making: NAME.partial beside NAME. Evidence goes there as it comes, so that a
/// run that was killed can go on. Errors are sentences: a full disk, no permission, a name that is
/// taken.
class Writer {
 public:
  using Done = std::expected<void, std::string>;

  /// `go_on`: with what an earlier run left; otherwise that is thrown away.
  static std::expected<Writer, std::string> open(const std::filesystem::path& name, bool go_on);

  /// Where the host keeps its resume file.
  [[nodiscard]] std::filesystem::path resume_file() const { return partial_ / "resume"; }
  /// What an earlier run left, the last line of each id.
  [[nodiscard]] const std::map<std::string, ResultLine>& earlier() const { return earlier_; }

  /// Keeps an answer's bytes by their digest.
  [[nodiscard]] Done keep_output(const std::string& sha256, std::span<const std::uint8_t> bytes);
  /// The bytes of an answer that was kept, if their digest is still theirs.
  [[nodiscard]] std::optional<Bytes> output(const std::string& sha256) const;
  /// Keeps a line at once, in the order in which answers come.
  [[nodiscard]] Done keep_line(const ResultLine& line);

  /// Writes one of the plain files.
  [[nodiscard]] Done put(std::string_view file, std::string_view text);
  /// Removes what only a resumed run needs, lists and digests all files, has the list signed, and
  /// gives the folder its name. Outputs other than these are removed.
  [[nodiscard]] Done finish(
      const std::set<std::string>& outputs,
      const std::function<std::expected<std::string, std::string>(const std::string& sums)>& sign);
  /// Removes the folder in the making.
  void discard();

 private:
  [[nodiscard]] Done prepare(bool go_on);
  [[nodiscard]] Done read_earlier();
  [[nodiscard]] Done list_outputs(const std::set<std::string>& outputs);
  [[nodiscard]] std::filesystem::path output_file(const std::string& sha256) const;

  std::filesystem::path name_;
  std::filesystem::path partial_;
  host::Fd lock_;   ///< of the folder in the making
  host::Fd lines_;  ///< of the file that lines go to as they come
  std::map<std::string, ResultLine> earlier_;
  std::vector<Sum> sums_;
};

}  // namespace tritproof::golden
