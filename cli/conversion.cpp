// SPDX-License-Identifier: Apache-2.0
#include "cli/conversion.h"

#include <algorithm>
#include <thread>

#include "codec/streaming.h"

namespace tritproof::cli {

using container::Failure;
using container::Loaded;
using container::TensorInfo;

namespace {

std::unexpected<Failure> refused(Failure failure, const TensorInfo& tensor) {
  if (auto* refusal = std::get_if<spec::Refusal>(&failure); refusal && refusal->where.empty())
    refusal->where = "tensor " + tensor.name;
  return std::unexpected(std::move(failure));
}

}  // namespace

bool converts(const TensorInfo& tensor, const Job& job) {
  const auto* format = std::get_if<spec::Format>(&tensor.type);
  if (tensor.refusal) return true;  // to be refused by its own name, not left out
  if (format == nullptr) return false;
  return job.repack ? *format == spec::Format::q4_1 || *format == spec::Format::q4_k
                    : spec::row_of(*format).ternary;
}

Loaded<ConvertReport> convert_file(const Job& job) { return Conversion(job).run(); }

Loaded<ConvertReport> Conversion::run() {
  auto model = open_file(job_.in, job_.open);
  if (!model) return std::unexpected(model.error());
  model_ = *std::move(model);
  if (!select()) return report_;
  if (chosen_.empty()) return std::unexpected<Failure>(nothing_converts());
  if (auto done = write(); !done)
    return std::unexpected(interrupted() ? cut_short() : done.error());
  if (auto done = commit_files(); !done) return std::unexpected(done.error());
  return report_;
}

// Which tensors take part; false if the request makes no sense.
bool Conversion::select() {
  if (!job_.tensor.empty()) {
    const TensorInfo* one = model_->find(job_.tensor);
    if (one == nullptr)
      report_.usage = no_such_tensor(*model_, job_.tensor);
    else
      chosen_.push_back(one);
    return one != nullptr;
  }
  for (const TensorInfo& tensor : model_->tensors())
    if (converts(tensor, job_)) chosen_.push_back(&tensor);
  if (job_.destination == Destination::raw && chosen_.size() > 1) {
    report_.usage = "the file holds several tensors: name one with --tensor, or give a folder";
    return false;
  }
  return true;
}

Failure Conversion::cut_short() const {
  return container::CannotRun{"interrupted: " + std::to_string(committed_) + " of " +
                              std::to_string(chosen_.size()) +
                              " tensors are written, each of them whole"};
}

spec::Refusal Conversion::nothing_converts() const {
  return {spec::RefusalName::NoSuchConversion,
          1,
          {},
          {},
          job_.repack ? "a tensor of q4_1 or q4_k" : "a tensor of a ternary format",
          model_->tensors().empty() ? "no tensors" : container::name_of(model_->tensors()[0].type)};
}

bool Conversion::takes_part(const TensorInfo& tensor) const {
  return std::ranges::binary_search(chosen_, &tensor);  // they point into one array, in order
}

unsigned Conversion::threads() { return std::max(1u, std::thread::hardware_concurrency()); }

// One tensor through `append`, its side table, if any, through `ref`.
Done Conversion::convert_one(const TensorInfo& tensor, InOrder::Append append,
                             InOrder::Append ref) {
  progress_.show("convert " + for_terminal(tensor.name));
  const auto source = stored(*model_, tensor, job_.layout);
  if (!source) return std::unexpected(source.error());
  const Stoppable stoppable(*source);
  Converted one{
      tensor.name, container::name_of(tensor.type), tensor.geometry, tensor.bytes, 0, {}, 0, 0};
  if (job_.repack) {
    if (auto done = repack_one(*source, tensor, append, one); !done) return done;
  } else {
    const auto size = convert::target_size(source->format, job_.target, tensor.geometry);
    if (!size) return refused(size.error(), tensor);
    InOrder units(std::move(append));
    InOrder exponents(std::move(ref));
    const auto seen = streaming::convert(stoppable.tensor(), job_.target, job_.options, units,
                                         &exponents, {nullptr, fast::Path::floats, threads()});
    if (!seen) return refused(seen.error(), tensor);
    one.bytes_out = size->units;
    one.seen = *seen;
  }
  report_.tensors.push_back(std::move(one));
  return {};
}

Done Conversion::repack_one(const convert::StoredTensor& source, const TensorInfo& tensor,
                            InOrder::Append& append, Converted& one) {
  std::vector<std::uint8_t> tiles(tensor.bytes);
  if (auto done = model_->read(tensor, 0, tiles); !done) return done;
  auto repacked = convert::repack_q4_1(source.format, tensor.geometry, tiles);
  if (!repacked) return refused(repacked.error(), tensor);
  one.bytes_out = repacked->tiles.size();
  one.rounded = repacked->changed;
  one.numbers = repacked->numbers;
  return append(repacked->tiles);
}

Done Conversion::carry(const TensorInfo& tensor, container::DataWriter& writer) {
  std::vector<std::uint8_t> part;
  for (std::uint64_t at = 0; at < tensor.bytes; at += part.size()) {
    if (interrupted()) return std::unexpected<Failure>(cut_short());
    part.resize(std::min<std::uint64_t>(1 << 20, tensor.bytes - at));
    if (auto done = model_->read(tensor, at, part); !done) return done;
    if (auto done = writer.append(part); !done) return done;
  }
  ++report_.carried;
  return {};
}

}  // namespace tritproof::cli
