// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

/// The few functions of ggml that we call, declared from what the library does: its package holds
/// no headers. Structs here are passed by value or layout, so their fields and order matter.
namespace tritproof::ggml {

struct Context;      // ggml_context
struct GgufContext;  // gguf_context
struct Tensor;       // ggml_tensor, never looked into

struct InitParams {
  std::size_t memory_bytes = 0;
  void* memory = nullptr;
  bool no_alloc = false;
};

struct GgufInitParams {
  bool no_alloc = false;
  Context** context = nullptr;  ///< receives the tensors
};

using LogCallback = void (*)(int level, const char* text, void* user);
using DequantizeRow = void (*)(const void* blocks, float* out, std::int64_t elements);
using QuantizeRow = void (*)(const float* x, void* blocks, std::int64_t elements);

/// A type that we use. ggml checks neither ids nor lengths, so nothing else is ever passed to it.
struct Type {
  std::string_view name;
  int id = 0;
  std::uint64_t elements = 0;  ///< of one block
  std::uint64_t bytes = 0;     ///< of one block
  const char* dequantize = nullptr;
  const char* quantize = nullptr;
};

inline constexpr std::array<Type, 3> kTypes{{
    {"tq1_0", 34, 256, 54, "dequantize_row_tq1_0", "quantize_row_tq1_0_ref"},
    {"tq2_0", 35, 256, 66, "dequantize_row_tq2_0", "quantize_row_tq2_0_ref"},
    {"q2_0", 42, 64, 18, "dequantize_row_q2_0", "quantize_row_q2_0_ref"},
}};

/// The functions, once they were found.
struct Api {
  const char* (*version)() = nullptr;
  const char* (*commit)() = nullptr;
  const char* (*type_name)(int type) = nullptr;
  std::size_t (*type_size)(int type) = nullptr;
  std::int64_t (*block_size)(int type) = nullptr;
  void (*log_set)(LogCallback, void* user) = nullptr;
  std::array<DequantizeRow, kTypes.size()> dequantize{};  ///< in the order of kTypes
  std::array<QuantizeRow, kTypes.size()> quantize{};      ///< in the order of kTypes

  Context* (*init)(InitParams) = nullptr;
  void (*free)(Context*) = nullptr;
  Tensor* (*new_tensor_2d)(Context*, int type, std::int64_t k, std::int64_t n) = nullptr;
  Tensor* (*set_name)(Tensor*, const char* name) = nullptr;
  Tensor* (*get_tensor)(Context*, const char* name) = nullptr;
  void* (*get_data)(const Tensor*) = nullptr;
  std::int64_t (*rows)(const Tensor*) = nullptr;
  std::int64_t (*elements)(const Tensor*) = nullptr;

  GgufContext* (*gguf_init_empty)() = nullptr;
  GgufContext* (*gguf_init_from_file)(const char* path, GgufInitParams) = nullptr;
  void (*gguf_free)(GgufContext*) = nullptr;
  void (*gguf_set_string)(GgufContext*, const char* key, const char* value) = nullptr;
  void (*gguf_add_tensor)(GgufContext*, const Tensor*) = nullptr;
  bool (*gguf_write)(const GgufContext*, const char* path, bool only_metadata) = nullptr;
  std::int64_t (*gguf_tensors)(const GgufContext*) = nullptr;
  const char* (*gguf_tensor_name)(const GgufContext*, std::int64_t index) = nullptr;
  int (*gguf_tensor_type)(const GgufContext*, std::int64_t index) = nullptr;
  std::size_t (*gguf_tensor_offset)(const GgufContext*, std::int64_t index) = nullptr;
  std::size_t (*gguf_tensor_size)(const GgufContext*, std::int64_t index) = nullptr;
  std::size_t (*gguf_data_offset)(const GgufContext*) = nullptr;
};

}  // namespace tritproof::ggml
