// SPDX-License-Identifier: Apache-2.0
#include "codec/container/gguf_layout.h"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "codec/container/checked.h"
#include "codec/container/gguf_types.h"
#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

using spec::RefusalName;
using MaybeRefusal = std::optional<spec::Refusal>;

std::string where_of(const StatedTensor& tensor) {
  return fmt::format("tensor {} ({})", cut(tensor.info.name), name_of(tensor.info.type));
}

/// GGUF-13, compared by subtraction: a sum could wrap.
MaybeRefusal outside(const StatedTensor& tensor, const DataSection& section) {
  const std::uint64_t offset = tensor.info.offset;
  const MaybeSize bytes = tensor.needs ? padded(tensor.needs, section.alignment) : 1;
  if (bytes && offset <= section.size && *bytes <= section.size - offset) return std::nullopt;
  const std::string size = bytes ? fmt::format("{} padded bytes", *bytes) : "more than 2^64 bytes";
  return refusal(RefusalName::Size, where_of(tensor),
                 fmt::format("{} from byte {} of the data", size, offset),
                 fmt::format("a file of {} bytes, {} of them data", section.start + section.size,
                             section.size),
                 tensor.at);
}

/// GGUF-11. Behind a type whose size is not known the next offset is believed if it is aligned and
/// moves forward.
MaybeRefusal misplaced(const StatedTensor& tensor, const StatedTensor* before,
                       const DataSection& section) {
  const std::uint64_t offset = tensor.info.offset;
  const auto wrong = [&](std::string expected) {
    return refusal(RefusalName::Header, where_of(tensor), std::move(expected),
                   fmt::format("offset {}", offset), tensor.at);
  };
  if (offset % section.alignment != 0)
    return wrong(fmt::format("an offset that is a multiple of {}", section.alignment));
  if (before == nullptr && offset != 0) return wrong("offset 0");
  if (before == nullptr) return std::nullopt;
  if (!before->needs && offset <= before->info.offset)
    return wrong(fmt::format("an offset above {}", before->info.offset));
  if (!before->needs) return std::nullopt;
  // outside() has shown that this sum fits the file.
  const std::uint64_t sum = before->info.offset + *padded(before->needs, section.alignment);
  if (offset != sum) return wrong(fmt::format("offset {}, right behind the one before", sum));
  return std::nullopt;
}

/// The last extent runs to the end of the file, and is whole padded bytes like every other.
MaybeRefusal ragged_end(const StatedTensor& last, std::uint64_t extent,
                        const DataSection& section) {
  const MaybeSize wanted =
      last.needs ? padded(last.needs, section.alignment) : padded(extent, section.alignment);
  if (wanted == extent) return std::nullopt;
  return refusal(RefusalName::Size, where_of(last),
                 fmt::format("{} bytes from its offset to the end of the file", wanted.value_or(0)),
                 fmt::format("{}", extent), section.start + last.info.offset);
}

/// Turns stated places into final ones.
void settle(StatedTensor& tensor, std::uint64_t extent, const DataSection& section) {
  tensor.info.bytes = tensor.needs.value_or(extent);
  tensor.info.offset += section.start;
  if (tensor.id != kContestedId) return;
  const std::string where = where_of(tensor);
  auto format = read_42(tensor.info.geometry, extent, section.alignment, section.id42, where);
  if (!format) {
    tensor.info.refusal = std::move(format.error());
    tensor.info.refusal->places.push_back(spec::Place{tensor.info.offset, 0, 0, 0});
    return;
  }
  const spec::FormatRow& row = spec::row_of(*format);
  tensor.info.type = *format;
  tensor.info.bytes = block_bytes(tensor.info.geometry, row.columns, row.bytes).value_or(extent);
}

}  // namespace

std::optional<spec::Refusal> lay_out(std::vector<StatedTensor>& tensors,
                                     const DataSection& section) {
  for (const StatedTensor& tensor : tensors)
    if (auto bad = outside(tensor, section)) return bad;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (auto bad = misplaced(tensors[i], i == 0 ? nullptr : &tensors[i - 1], section)) return bad;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const bool last = i + 1 == tensors.size();
    const std::uint64_t end = last ? section.size : tensors[i + 1].info.offset;
    const std::uint64_t extent = end - tensors[i].info.offset;
    if (last)
      if (auto bad = ragged_end(tensors[i], extent, section)) return bad;
    settle(tensors[i], extent, section);
  }
  return std::nullopt;
}

}  // namespace tritproof::container
