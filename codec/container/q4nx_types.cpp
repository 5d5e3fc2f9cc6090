// SPDX-License-Identifier: Apache-2.0
#include "codec/container/q4nx_types.h"

#include <array>

#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {

struct DtypeRow {
  std::string_view name;
  std::uint32_t bytes;
};

constexpr std::array<DtypeRow, 16> kDtypes{{{"BOOL", 1},
                                            {"U8", 1},
                                            {"I8", 1},
                                            {"F8_E5M2", 1},
                                            {"F8_E4M3", 1},
                                            {"F8_E8M0", 1},
                                            {"I16", 2},
                                            {"U16", 2},
                                            {"F16", 2},
                                            {"BF16", 2},
                                            {"I32", 4},
                                            {"U32", 4},
                                            {"F32", 4},
                                            {"F64", 8},
                                            {"I64", 8},
                                            {"U64", 8}}};

constexpr std::array<std::string_view, 4> kFloatDtypes{"F32", "F16", "BF16", "F64"};

}  // namespace

std::optional<std::uint32_t> dtype_bytes(std::string_view dtype) {
  for (const DtypeRow& row : kDtypes)
    if (row.name == dtype) return row.bytes;
  return std::nullopt;
}

TensorType dtype_type(const std::string& dtype) {
  for (std::size_t i = 0; i < kFloatDtypes.size(); ++i)
    if (kFloatDtypes[i] == dtype) return static_cast<FloatType>(i);
  return OtherType{0, dtype};
}

// Q4NX-3
std::optional<spec::Format> chunk_format(std::uint64_t bytes) {
  for (const spec::FormatRow& row : spec::kFormats)
    if (row.chunk_bytes != 0 && row.chunk_bytes == bytes) return row.id;
  return std::nullopt;
}

spec::Result<std::string> q4nx_dtype(const TensorType& type, const std::string& where) {
  if (const auto* other = std::get_if<OtherType>(&type)) return other->name;
  if (const auto* number = std::get_if<FloatType>(&type))
    return std::string(kFloatDtypes[static_cast<std::size_t>(*number)]);
  const spec::FormatRow& row = spec::row_of(std::get<spec::Format>(type));
  if (row.chunk_bytes != 0) return std::string(kChunkDtype);  // Q4NX-6 for the rest
  return std::unexpected(refusal(spec::RefusalName::NoSuchConversion, where,
                                 "a format that a Q4NX container can hold", std::string(row.name)));
}

}  // namespace tritproof::container
