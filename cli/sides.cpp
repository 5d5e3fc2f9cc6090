// SPDX-License-Identifier: Apache-2.0
#include "cli/sides.h"

#include <algorithm>

namespace tritproof::cli {
namespace {

namespace fs = std::filesystem;
using container::Loaded;

bool is_container(const fs::path& path) {
  const std::string suffix = path.extension().string();
  return suffix == ".gguf" || suffix == ".safetensors" || suffix == ".q4nx";
}

}  // namespace

Loaded<Side> Side::open(const fs::path& path, const container::OpenOptions& options) {
  Side side(options);
  std::error_code error;
  const auto done =
      fs::is_directory(path, error) ? side.add_folder(path) : side.add_file(path, false);
  if (!done) return std::unexpected(done.error());
  return side;
}

Loaded<void> Side::add_file(const fs::path& path, bool in_folder) {
  const std::string stem = path.stem().string();
  std::error_code error;
  if (!is_container(path) && fs::exists(path, error)) {
    entries_.push_back({stem, path, {}, nullptr, nullptr});
    return {};
  }
  auto opened = open_file(path, options_);
  if (!opened) return std::unexpected(opened.error());
  const std::shared_ptr<container::Model> model = *std::move(opened);
  const bool lone = model->tensors().size() == 1;
  for (const container::TensorInfo& tensor : model->tensors()) {
    const std::string name = !in_folder ? tensor.name : lone ? stem : stem + "/" + tensor.name;
    entries_.push_back({name, path, {}, model, &tensor});
  }
  return {};
}

Loaded<void> Side::add_folder(const fs::path& path) {
  std::error_code error;
  if (fs::exists(path / container::kIndexName, error)) {
    const auto rows = container::read_index(path);
    if (!rows) return std::unexpected(rows.error());
    for (const container::IndexRow& row : *rows)
      entries_.push_back({row.name, path / row.file, row.geometry, nullptr, nullptr});
    return {};
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(path, error))
    if (is_container(entry.path()) || container::raw_format(entry.path()))
      files.push_back(entry.path());
  if (error) return std::unexpected(container::CannotRun{path.string() + ": " + error.message()});
  std::ranges::sort(files);
  for (const fs::path& file : files)
    if (auto done = add_file(file, true); !done) return done;
  return {};
}

std::vector<std::string> Side::names() const {
  std::vector<std::string> names;
  for (const Entry& entry : entries_) names.push_back(entry.name);
  return names;
}

const Side::Entry* Side::find(const std::string& name) const {
  const auto found = std::ranges::find(entries_, name, &Entry::name);
  return found == entries_.end() ? nullptr : &*found;
}

Loaded<Side::Tensor> Side::tensor(const std::string& name,
                                  std::optional<spec::Geometry> shape) const {
  const Entry* entry = find(name);
  if (entry == nullptr) return std::unexpected(container::CannotRun{"no tensor " + name});
  if (entry->model) return Tensor{entry->model, entry->info};
  container::OpenOptions options = options_;
  if (entry->shape) options.shape = entry->shape;
  auto opened = open_file(entry->file, options);
  if (!opened && !options.shape && shape) {
    options.shape = shape;
    opened = open_file(entry->file, options);
  }
  if (!opened) return std::unexpected(opened.error());
  const std::shared_ptr<container::Model> model = *std::move(opened);
  if (model->tensors().empty())
    return std::unexpected(container::CannotRun{entry->file.string() + " holds no tensor"});
  return Tensor{model, &model->tensors().front()};
}

}  // namespace tritproof::cli
