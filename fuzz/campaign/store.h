// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// What a campaign keeps, so that a death at any moment leaves each thing as before or as after.
namespace tritproof::fuzz {

using Done = std::expected<void, std::string>;

/// Writes a file under another name, makes it durable, and renames it.
Done write_durably(const std::filesystem::path& file, std::string_view text);

/// Makes what lies in `made` durable and renames that folder to `folder`, which must not be there.
Done settle(const std::filesystem::path& made, const std::filesystem::path& folder);

/// One campaign at a time on a folder. Held until the process ends.
Done lock_folder(const std::filesystem::path& folder);

/// A target's corpus: folders with rising numbers, each whole; the highest one counts.
class Corpus {
 public:
  /// `most` bytes is what an input may have; larger files, links and folders are not taken over.
  Corpus(std::filesystem::path folder, std::size_t most);

  /// The folder that counts; it may be absent when there has been none.
  [[nodiscard]] std::filesystem::path now() const;

  /// Makes the next folder of the files of now() and of `more`.
  Done add(const std::filesystem::path& more);

  /// Makes the next folder of the files of `all` alone.
  Done replace(const std::filesystem::path& all);

  [[nodiscard]] std::size_t files() const;
  [[nodiscard]] std::size_t bytes() const;

 private:
  Done next(const std::vector<std::filesystem::path>& from);
  std::filesystem::path folder_;
  std::size_t most_;
};

}  // namespace tritproof::fuzz
