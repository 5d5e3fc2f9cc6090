// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/tensors.h"

namespace tritproof::cli {

/// One side of a comparison: the named tensors of a file, or of a folder of files. A folder that
/// convert wrote goes by its tensors.json; any other by the stems of its raw files and, for a
/// container in it, by "stem/tensor" (the stem alone where it holds one tensor).
class Side {
 public:
  /// A tensor and the file that it needs to stay open.
  struct Tensor {
    std::shared_ptr<container::Model> model;
    const container::TensorInfo* info = nullptr;
  };

  static container::Loaded<Side> open(const std::filesystem::path& path,
                                      const container::OpenOptions& options);

  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] bool has(const std::string& name) const { return find(name) != nullptr; }

  /// The tensor of that name; `shape` serves a raw file whose shape nobody else states.
  [[nodiscard]] container::Loaded<Tensor> tensor(const std::string& name,
                                                 std::optional<spec::Geometry> shape) const;

 private:
  struct Entry {
    std::string name;
    std::filesystem::path file;
    std::optional<spec::Geometry> shape;
    std::shared_ptr<container::Model> model;  ///< of a container, which had to be opened for names
    const container::TensorInfo* info = nullptr;
  };

  explicit Side(const container::OpenOptions& options) : options_(options) {}
  container::Loaded<void> add_file(const std::filesystem::path& path, bool in_folder);
  container::Loaded<void> add_folder(const std::filesystem::path& path);
  [[nodiscard]] const Entry* find(const std::string& name) const;

  container::OpenOptions options_;
  std::vector<Entry> entries_;
};

}  // namespace tritproof::cli
