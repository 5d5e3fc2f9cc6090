// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "hw/host/handles.h"

namespace tritproof {

/// A folder for one test, removed with it.
class TemporaryFolder {
 public:
  const std::filesystem::path& path() const { return path_; }

  /// Writes a file of that name and returns its path.
  std::filesystem::path write(const std::string& name,
                              const std::vector<std::uint8_t>& bytes) const {
    std::ofstream out(path_ / name, std::ios::binary);
    for (const std::uint8_t byte : bytes) out.put(static_cast<char>(byte));
    return path_ / name;
  }

  /// The bytes of a file of that name; empty if there is none.
  std::vector<std::uint8_t> read(const std::string& name) const {
    std::ifstream in(path_ / name, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return {text.begin(), text.end()};
  }

  /// How many names the folder holds.
  std::size_t size() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  host::TempFolder folder_;
  // Where none could be made, nothing can be written either.
  std::filesystem::path path_ = folder_.path().empty() ? "/nonexistent" : folder_.path();
};

}  // namespace tritproof
