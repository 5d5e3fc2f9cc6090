// SPDX-License-Identifier: Apache-2.0
#include "bench/ggml.h"

#include <dlfcn.h>

#include <cstdio>

#include "hw/ggml/library.h"

namespace tritproof::bench {

ggml::DequantizeRow ggml_decoder(const std::string& library, std::string_view type) {
  const auto index = ggml::type_named(type);
  if (!index) return nullptr;
  if (const auto known = ggml::load(library)) return known->dequantize[*index];
  void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  void* const found =
      handle == nullptr ? nullptr : ::dlsym(handle, ggml::kTypes[*index].dequantize);
  if (found == nullptr) std::fprintf(stderr, "%s: %s\n", library.c_str(), ::dlerror());
  return reinterpret_cast<ggml::DequantizeRow>(found);
}

}  // namespace tritproof::bench
