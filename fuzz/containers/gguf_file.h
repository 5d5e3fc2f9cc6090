// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codec/subject.h"

/// A GGUF file taken apart by its structure alone, whatever rules it breaks: what mutators edit and
/// what the judge of the reader reads. It shares no code with the reader.
namespace tritproof::fuzz {

struct GgufKey {
  std::string key;
  std::uint32_t type = 0;
  Bytes value;  ///< as it stands in the file

  friend bool operator==(const GgufKey&, const GgufKey&) = default;
};

struct GgufTensorLine {
  std::string name;
  std::vector<std::uint64_t> dims;
  std::uint32_t id = 0;
  std::uint64_t offset = 0;

  friend bool operator==(const GgufTensorLine&, const GgufTensorLine&) = default;
};

struct GgufFile {
  std::uint32_t magic = 0;
  std::uint32_t version = 3;
  std::vector<GgufKey> keys;
  std::vector<GgufTensorLine> tensors;
  std::uint64_t header = 0;  ///< bytes up to the end of the tensor lines
  std::uint64_t size = 0;    ///< bytes of the whole file
  Bytes rest;                ///< what follows the tensor lines: padding and data
};

/// What a value's bytes hold, by the first table of spec/gguf.md.
struct GgufValueFacts {
  std::uint64_t bytes = 0;
  int depth = 0;              ///< arrays in one another
  bool bad_boolean = false;   ///< neither 0 nor 1
  std::uint64_t longest = 0;  ///< bytes of its longest text
};

/// Walks one value of that type at the start of `bytes`; nothing if it has an unknown type, does
/// not end there, or nests deeper than 64.
std::optional<GgufValueFacts> gguf_value(std::span<const std::uint8_t> bytes, std::uint32_t type);

/// Takes a file apart; nothing where its counts and lengths do not describe the bytes that there
/// are, up to 2^16 keys, tensors and dimensions.
std::optional<GgufFile> take_apart(std::span<const std::uint8_t> bytes);

/// Header bytes of the file as its fields say; the counts are those of the lists.
Bytes gguf_header(const GgufFile& file);

/// The stated alignment if it is a u32, whatever its number; 32 if none is stated.
std::uint64_t gguf_alignment(const GgufFile& file);

/// Bytes of a tensor of that id; nothing if the id does not settle it, K is not whole blocks, or
/// the number does not fit 63 bits.
std::optional<std::uint64_t> gguf_bytes(std::uint32_t id, const std::vector<std::uint64_t>& dims);

/// Elements and bytes of an id's block; {0, 0} where the id does not settle them.
struct GgufBlock {
  std::uint32_t id = 0;
  std::uint64_t elements = 0;
  std::uint64_t bytes = 0;
};
GgufBlock gguf_block(std::uint32_t id);

/// Ids whose blocks are known, and 42.
std::span<const GgufBlock> gguf_blocks();

}  // namespace tritproof::fuzz
