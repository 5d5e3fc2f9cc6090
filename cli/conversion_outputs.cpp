// SPDX-License-Identifier: Apache-2.0
#include "cli/conversion.h"
#include "codec/container/gguf_writer.h"
#include "codec/container/names.h"
#include "codec/container/q4nx_writer.h"

/// Where a conversion's bytes go: raw files, a folder of them, or a container.
namespace tritproof::cli {

namespace fs = std::filesystem;
using container::CannotRun;
using container::Failure;
using container::Loaded;
using container::OutputFile;
using container::TensorInfo;

namespace {

InOrder::Append into(OutputFile* file) {
  return [file](std::span<const std::uint8_t> bytes) -> Done {
    if (auto done = file->append(bytes); !done) return std::unexpected<Failure>(done.error());
    return {};
  };
}

InOrder::Append into(container::DataWriter& writer) {
  return [&writer](std::span<const std::uint8_t> bytes) { return writer.append(bytes); };
}

// For targets without a side table: nothing is ever put here.
Done no_table(std::span<const std::uint8_t>) { return {}; }

}  // namespace

Done Conversion::write() {
  switch (job_.destination) {
    case Destination::raw: return write_raw(*chosen_.front(), job_.out);
    case Destination::folder: return write_folder();
    case Destination::gguf: return write_gguf();
    case Destination::q4nx: return write_q4nx();
  }
  return {};
}

Loaded<OutputFile*> Conversion::create(const fs::path& path) {
  auto file = OutputFile::create(path);
  if (!file) return std::unexpected(file.error());
  files_.push_back(*std::move(file));
  return files_.back().get();
}

Done Conversion::write_raw(const TensorInfo& tensor, const fs::path& path) {
  const auto units = create(path);
  if (!units) return std::unexpected(units.error());
  if (!spec::row_of(job_.target).side_table) return convert_one(tensor, into(*units), no_table);
  const auto ref = create(container::side_table_path(path));
  if (!ref) return std::unexpected(ref.error());
  return convert_one(tensor, into(*units), into(*ref));
}

Done Conversion::write_folder() {
  std::error_code error;
  fs::create_directories(job_.out, error);
  if (error)
    return std::unexpected<Failure>(
        CannotRun{"cannot make the folder " + job_.out.string() + ": " + error.message()});
  container::OutputNames names;
  std::vector<container::IndexRow> index;
  for (const TensorInfo* tensor : chosen_) {
    const std::string suffix = "." + std::string(spec::row_of(job_.target).name);
    const auto name = names.add(tensor->name, suffix);
    if (!name) return std::unexpected<Failure>(name.error());
    const fs::path path = job_.out / *name;
    if (same_file(job_.in, path))
      return std::unexpected<Failure>(CannotRun{"the output would overwrite the input"});
    if (auto done = write_raw(*tensor, path); !done) return done;
    index.push_back({tensor->name, *name, job_.target, tensor->geometry});
    if (auto done = commit_files(); !done) return done;  // a model has many
    ++committed_;
  }
  if (job_.tensor.empty())
    for (const TensorInfo& tensor : model_->tensors())
      if (!converts(tensor, job_)) report_.left_out.push_back(tensor.name);
  return write_index(index);
}

Done Conversion::commit_files() {
  for (const auto& file : files_)
    if (auto done = file->commit(); !done) return std::unexpected<Failure>(done.error());
  files_.clear();
  return {};
}

Done Conversion::write_index(const std::vector<container::IndexRow>& index) {
  const auto file = create(job_.out / container::kIndexName);
  if (!file) return std::unexpected(file.error());
  const std::string text = container::index_text(index);
  return into(*file)(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

Done Conversion::write_data(container::DataWriter& writer) {
  auto done = each_written([&](const TensorInfo& tensor) {
    return takes_part(tensor) ? convert_one(tensor, into(writer), no_table) : carry(tensor, writer);
  });
  if (!done) return done;
  return writer.finish();
}

Done Conversion::write_gguf() {
  container::GgufPlan plan;
  const auto* info = std::get_if<container::GgufInfo>(&model_->info());
  if (info != nullptr) {
    plan.metadata = info->entries;
    plan.alignment = info->alignment;
  }
  auto planned = each_written([&](const TensorInfo& t) -> Done {
    if (takes_part(t))
      plan.tensors.push_back({t.name, job_.target,
                              info != nullptr ? t.dims : std::vector{t.geometry.k, t.geometry.n},
                              0});
    else if (info != nullptr)
      plan.tensors.push_back(container::rewritten(t));
    else
      report_.left_out.push_back(t.name);
    return {};
  });
  if (!planned) return planned;
  if (!report_.left_out.empty()) return refuse_mixed("a GGUF");
  const auto file = create(job_.out);
  if (!file) return std::unexpected(file.error());
  auto writer = container::start_gguf(**file, plan);
  if (!writer) return std::unexpected(writer.error());
  return write_data(*writer);
}

Done Conversion::write_q4nx() {
  container::Q4nxPlan plan;
  const auto* info = std::get_if<container::Q4nxInfo>(&model_->info());
  if (info != nullptr) plan.metadata = info->metadata;
  auto planned = each_written([&](const TensorInfo& t) -> Done {
    if (!takes_part(t) && info == nullptr) {
      report_.left_out.push_back(t.name);
      return {};
    }
    if (!takes_part(t)) {
      plan.tensors.push_back(container::rewritten_q4nx(t));
      return {};
    }
    auto shape = container::chunk_shape(job_.target, t.geometry, t.name);
    if (!shape) return std::unexpected<Failure>(shape.error());
    plan.tensors.push_back({t.name, job_.target, *std::move(shape), 0});
    return {};
  });
  if (!planned) return planned;
  if (!report_.left_out.empty()) return refuse_mixed("a Q4NX container");
  const auto file = create(job_.out);
  if (!file) return std::unexpected(file.error());
  auto writer = container::start_q4nx(**file, plan);
  if (!writer) return std::unexpected(writer.error());
  return write_data(*writer);
}

// A tensor of another container's own types is not dropped silently.
Done Conversion::refuse_mixed(const std::string& container_name) {
  return std::unexpected<Failure>(
      spec::Refusal{spec::RefusalName::NoSuchConversion,
                    report_.left_out.size(),
                    {},
                    "tensor " + report_.left_out.front(),
                    "tensors that " + container_name + " can take, or --tensor",
                    "a tensor of another container's type"});
}

}  // namespace tritproof::cli
