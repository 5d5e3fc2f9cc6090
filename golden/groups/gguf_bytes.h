// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>

#include "golden/groups/parts.h"
#include "golden/groups/rules.h"
#include "golden/maker.h"

/// GGUF files put together by hand, and what reading them gives.
namespace tritproof::golden::gguf {

Bytes joined(std::initializer_list<Bytes> parts);
Bytes le64(std::uint64_t number);
/// A length and the bytes.
Bytes text(std::string_view words);
/// A key with its type and value.
Bytes entry(std::string_view key, std::uint32_t type, const Bytes& value);
Bytes alignment_entry(std::uint32_t alignment);

struct Tensor {
  std::string name;
  std::vector<std::uint64_t> dims;
  std::uint32_t id = 0;
  std::uint64_t offset = 0;
};

struct File {
  std::uint32_t version = 3;
  std::vector<Bytes> entries = {};
  std::vector<Tensor> tensors = {};
  std::uint64_t alignment = 32;  ///< 0: data follow at once
  std::uint64_t data = 0;        ///< bytes

  [[nodiscard]] Bytes header() const;
  /// First byte of the data.
  [[nodiscard]] std::uint64_t start() const;
  /// Header, padding and data that are no zeros.
  [[nodiscard]] Recipe recipe() const;
};

/// A tensor of 256 tq1_0 weights behind one key.
File with_entry(Bytes one);
/// One tensor over so many bytes.
File with_tensor(Tensor tensor, std::uint64_t data);
/// All five formats, floats, a known other type and an unknown one, keys of several kinds.
File rich();
/// What rich() lists.
Listing rich_listing();

/// Keeps one file vector. `why` holds the reasoning where it is refused.
struct Shelf {
  Collector& to;
  std::string suffix = "gguf";
  Level level = Level::core;

  void listed(std::string why, Rules rules, std::string flag, Recipe input, Listing listing,
              std::optional<spec::Format> id42 = std::nullopt) const;
  void refused(std::string why, Rules rules, std::string flag, Recipe input,
               spec::RefusalName name = spec::RefusalName::Header,
               std::optional<spec::Format> id42 = std::nullopt) const;
  void put(FileQuestion question, std::variant<Listing, ExpectedRefusal> expected) const;
};

}  // namespace tritproof::golden::gguf
