// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codec/container/data_writer.h"
#include "codec/container/model.h"
#include "codec/container/refuse.h"
#include "fuzz/broken.h"

/// What a tool does with a file that was read: tensors by name, their bytes, and a file written
/// from it; on sound disks and on ones that fail.
namespace tritproof::fuzz {

/// A file whose bytes end before its size says so.
class FailingSource : public container::Source {
 public:
  FailingSource(std::span<const std::uint8_t> bytes, std::uint64_t readable)
      : bytes_(bytes), readable_(readable) {}
  std::uint64_t size() const override { return bytes_.size(); }
  std::expected<void, container::CannotRun> read(std::uint64_t offset,
                                                 std::span<std::uint8_t> out) const override {
    if (offset > readable_ || out.size() > readable_ - offset)
      return std::unexpected(container::CannotRun{"a disk that fails"});
    std::ranges::copy(bytes_.subspan(offset, out.size()), out.begin());
    return {};
  }

 private:
  std::span<const std::uint8_t> bytes_;
  std::uint64_t readable_;
};

/// A disk with room for that many bytes.
class FullSink : public container::Sink {
 public:
  explicit FullSink(std::uint64_t room) : room_(room) {}
  std::expected<void, container::CannotRun> append(std::span<const std::uint8_t> bytes) override {
    if (bytes.size() > room_) return std::unexpected(container::CannotRun{"a disk that is full"});
    room_ -= bytes.size();
    return {};
  }

 private:
  std::uint64_t room_;
};

inline std::optional<spec::RefusalName> refusal_in(const container::Failure& failure) {
  const auto* refusal = std::get_if<spec::Refusal>(&failure);
  return refusal ? std::optional(refusal->name) : std::nullopt;
}

/// Each tensor is found by its name and reads as its bytes in the file, or gives its refusal.
template <Name law>
void check_uses(std::span<const std::uint8_t> bytes, const container::Model& model) {
  if (model.source().size() != bytes.size() || model.side_table() != nullptr)
    broken_law<law>("source/differs/-", "not the source that was read");
  if (model.find("a name that no tensor has") != nullptr)
    broken_law<law>("find/finds/-", "a tensor that is not there");
  for (const container::TensorInfo& tensor : model.tensors()) {
    if (model.find(tensor.name) != &tensor) broken_law<law>("find/differs/-", tensor.name);
    Bytes own(tensor.bytes);
    const auto done = model.read(tensor, 0, own);
    if (done.has_value() == tensor.refusal.has_value() ||
        (!done && refusal_in(done.error()) != tensor.refusal->name))
      broken_law<law>("read/refuses/-", tensor.name);
    if (!done) continue;
    if (!std::ranges::equal(own, bytes.subspan(tensor.offset, tensor.bytes)))
      broken_law<law>("read/differs/-", tensor.name);
    for (const std::uint64_t offset : {std::uint64_t{1}, tensor.bytes + 1})
      if (!own.empty() && model.read(tensor, offset, own))
        broken_law<law>("read/passes-the-end/-", tensor.name);
  }
}

/// A file that cannot be read to its end is never refused for what it holds.
template <Name law, class Read>
void check_failing_disk(std::span<const std::uint8_t> bytes, Read read) {
  for (const std::uint64_t readable : {std::uint64_t{0}, std::uint64_t{bytes.size() / 2}}) {
    const auto model = read(std::make_unique<FailingSource>(bytes, readable));
    if (!model && refusal_in(model.error())) broken_law<law>("failing/refuses/-", "a sound file");
    if (!model || model->tensors().empty()) continue;
    const container::TensorInfo& last = model->tensors().back();
    Bytes own(last.bytes);
    if (!last.refusal && !own.empty() && last.offset + last.bytes > readable &&
        model->read(last, 0, own))
      broken_law<law>("failing/reads/-", last.name);
  }
}

/// Writes all of it: `start` takes a sink, and gives a writer or a failure.
template <class Start>
std::expected<void, container::Failure> write_all(container::Sink& sink, Start start,
                                                  const std::vector<Bytes>& data) {
  auto writer = start(sink);
  if (!writer) return std::unexpected(std::move(writer.error()));
  for (const Bytes& tensor : data)
    if (auto done = writer->append(tensor); !done) return done;
  return writer->finish();
}

/// A sound plan on a disk that fills up, with a byte too many, and with the last tensor missing.
/// `whole`: bytes of the file.
template <Name law, class Start>
void check_writing(Start start, std::vector<Bytes> data, std::uint64_t whole) {
  for (const std::uint64_t room : {std::uint64_t{0}, whole / 2, whole - 1}) {
    FullSink full(room);
    const auto done = write_all(full, start, data);
    if (done || refusal_in(done.error())) broken_law<law>("full/writes/-", "more than fits");
  }
  const auto refused = [&](const std::vector<Bytes>& wrong) {
    Bytes out;
    const auto done = write_all(*container::memory_sink(out), start, wrong);
    if (done || refusal_in(done.error()) != spec::RefusalName::Size)
      broken_law<law>("promise/writes/-", "data that are not those of the plan");
  };
  const bool bare = std::ranges::all_of(data, &Bytes::empty);
  data.push_back({0});
  refused(data);
  data.pop_back();
  while (!data.empty() && data.back().empty()) data.pop_back();
  if (bare) return;
  data.back().push_back(0);
  refused(data);
  data.pop_back();
  refused(data);
}

}  // namespace tritproof::fuzz
