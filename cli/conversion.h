// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/console.h"
#include "cli/convert_to.h"

namespace tritproof::cli {

using Done = std::expected<void, container::Failure>;

/// One run of convert: which tensors take part, and where their bytes go.
class Conversion {
 public:
  explicit Conversion(const Job& job) : job_(job) {}
  container::Loaded<ConvertReport> run();

 private:
  using Tensor = container::TensorInfo;

  static unsigned threads();
  bool select();
  [[nodiscard]] spec::Refusal nothing_converts() const;
  [[nodiscard]] container::Failure cut_short() const;
  [[nodiscard]] bool takes_part(const Tensor& tensor) const;

  Done convert_one(const Tensor& tensor, InOrder::Append append, InOrder::Append ref);
  Done repack_one(const convert::StoredTensor& source, const Tensor& tensor,
                  InOrder::Append& append, Converted& one);
  Done carry(const Tensor& tensor, container::DataWriter& writer);

  Done write();
  Done write_raw(const Tensor& tensor, const std::filesystem::path& path);
  Done write_folder();
  Done write_gguf();
  Done write_q4nx();
  Done write_index(const std::vector<container::IndexRow>& index);
  Done write_data(container::DataWriter& writer);
  Done refuse_mixed(const std::string& container_name);
  Done commit_files();
  container::Loaded<container::OutputFile*> create(const std::filesystem::path& path);

  /// The tensors that go into a container: the chosen ones, and without --tensor all others too.
  template <class Visit>
  Done each_written(Visit visit) {
    for (const Tensor& tensor : model_->tensors())
      if (takes_part(tensor) || job_.tensor.empty())
        if (auto done = visit(tensor); !done) return done;
    return {};
  }

  const Job& job_;
  std::unique_ptr<container::Model> model_;
  std::vector<const Tensor*> chosen_;  ///< in the model's order
  std::vector<std::unique_ptr<container::OutputFile>> files_;
  std::uint64_t committed_ = 0;  ///< tensors, into a folder
  ConvertReport report_;
  Progress progress_;
};

/// Whether a tensor's format can be the source of the job; one that is refused counts, so that it
/// is refused by name instead of left out.
bool converts(const container::TensorInfo& tensor, const Job& job);

}  // namespace tritproof::cli
