// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "codec/container/io.h"
#include "spec/formats.h"
#include "spec/ops.h"
#include "spec/refusals.h"

/// What every container yields: named tensors over bytes that stay in the file.
namespace tritproof::container {

enum class FloatType : std::uint8_t { f32, f16, bf16, f64 };

/// Bytes a number of that type takes.
std::uint32_t bytes_of(FloatType type);

/// A type that is only carried: a GGUF type id, or (id 0) the dtype of a safetensors file.
struct OtherType {
  std::uint32_t id = 0;
  std::string name;

  friend bool operator==(const OtherType&, const OtherType&) = default;
};

using TensorType = std::variant<spec::Format, FloatType, OtherType>;

/// The type's name for people: "tq1_0", "f16", "q4_0", "id 107". Untrusted where a file gave it.
std::string name_of(const TensorType& type);

/// One tensor. `dims` are in the file's own order (GGUF: K first; safetensors: K last).
struct TensorInfo {
  std::string name;
  TensorType type = FloatType::f32;
  spec::Geometry geometry;          ///< K: the contiguous dimension; N: the product of the others
  std::vector<std::uint64_t> dims;  ///< elements, or tiles and bytes of a tile in a Q4NX container
  std::uint64_t offset = 0;         ///< bytes from the start of the source
  std::uint64_t bytes = 0;          ///< without padding, except for types whose size is unknown
  /// Why this tensor cannot be used, although it can be listed and the others can be used.
  std::optional<spec::Refusal> refusal;
};

/// A key of a GGUF with its value as it stands in the file, so that it can be written back.
struct GgufEntry {
  std::string key;
  std::uint32_t type = 0;           ///< one of the 13 value types
  std::vector<std::uint8_t> value;  ///< for an array: element type, count, elements

  friend bool operator==(const GgufEntry&, const GgufEntry&) = default;
};

struct GgufInfo {
  std::uint32_t version = 3;
  std::uint32_t alignment = 32;  ///< bytes
  std::vector<GgufEntry> entries;
};

using TextPair = std::pair<std::string, std::string>;

struct Q4nxInfo {
  std::vector<TextPair> metadata;  ///< the __metadata__ map, in its order
};

struct RawInfo {};

using ContainerInfo = std::variant<GgufInfo, Q4nxInfo, RawInfo>;

/// An opened file. Holds no tensor data, only where they are.
class Model {
 public:
  Model(std::unique_ptr<Source> source, std::vector<TensorInfo> tensors, ContainerInfo info,
        std::unique_ptr<Source> side_table = nullptr);

  [[nodiscard]] std::span<const TensorInfo> tensors() const { return tensors_; }
  [[nodiscard]] const ContainerInfo& info() const { return info_; }
  [[nodiscard]] const Source& source() const { return *source_; }

  /// The .ref of a raw t2s or pb16i file (4N bytes); null for every other file.
  [[nodiscard]] const Source* side_table() const { return side_table_.get(); }

  /// The tensor of that name, or null.
  [[nodiscard]] const TensorInfo* find(std::string_view name) const;

  /// Fills `out` from byte `offset` of the tensor. The tensor's own refusal if it has one;
  /// CannotRun if the file cannot be read or the range leaves the tensor.
  [[nodiscard]] std::expected<void, Failure> read(const TensorInfo& tensor, std::uint64_t offset,
                                                  std::span<std::uint8_t> out) const;

 private:
  std::unique_ptr<Source> source_;
  std::unique_ptr<Source> side_table_;
  std::vector<TensorInfo> tensors_;
  ContainerInfo info_;
  std::vector<std::size_t> by_name_;  ///< indices into tensors_, sorted by name
};

/// N * K elements in blocks of that many elements along K, times the bytes of a block. Nothing if
/// K is not whole blocks or the number does not fit 64 bits.
std::optional<std::uint64_t> block_bytes(spec::Geometry geometry, std::uint64_t elements,
                                         std::uint64_t bytes);

/// Bytes that a tensor of that geometry takes in that format, without a side table. Geometry if N
/// or K is zero or not whole units; Size if the number does not fit 64 bits.
spec::Result<std::uint64_t> format_bytes(spec::Format format, spec::Geometry geometry,
                                         const std::string& where);

}  // namespace tritproof::container
