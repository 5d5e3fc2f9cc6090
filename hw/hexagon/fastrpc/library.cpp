// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/fastrpc/library.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace tritproof::fastrpc {
namespace {

struct ResultRow {
  std::uint32_t code = 0;
  std::string_view name;
  std::string_view sentence;
};

constexpr std::array<ResultRow, 13> kResults{{
    {kFailed, "AEE_EFAILED", "general failure"},
    {kUnableToLoad, "AEE_EUNABLETOLOAD", "the module cannot be loaded"},
    {kBadState, "AEE_EBADSTATE", "the process on the DSP is gone"},
    {kBadParameter, "AEE_EBADPARM", "an argument is not accepted"},
    {kUnsupported, "AEE_EUNSUPPORTED", "not supported here"},
    {kBufferTooSmall, "AEE_EBUFFERTOOSMALL", "the answer does not fit its buffer"},
    {kNoSuch, "AEE_ENOSUCH", "no such name"},
    {kInvalidDevice, "AEE_EINVALIDDEVICE", "the device node cannot be opened"},
    {kNoSuchDevice, "AEE_ENOSUCHDEVICE", "no such device"},
    {kNoSuchFile, "AEE_ENOSUCHFILE", "no such file on the DSP's search path"},
    {kBadAlignment, "AEE_EBADMEMALIGN", "a buffer is not a multiple of 128"},
    {kCannotOpen, "AEE_EFOPEN", "the device node cannot be opened"},
    {kConnectionReset, "AEE_ECONNRESET", "the DSP was reset"},
}};

std::string hexadecimal(std::uint32_t number) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  do text.insert(text.begin(), digits[number & 15]);
  while ((number >>= 4) != 0);
  return "0x" + text;
}

template <class Function>
bool take(void* library, const char* name, Function*& into) {
  into = reinterpret_cast<Function*>(::dlsym(library, name));
  return into != nullptr;
}

}  // namespace

std::expected<Library, std::string> load(const char* path) {
  void* const library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return std::unexpected(std::string(::dlerror()));
  Library found;
  const char* missing = nullptr;
  const auto need = [&](const char* name, auto& into) {
    if (!take(library, name, into)) missing = name;
  };
  need("remote_handle64_open", found.open);
  need("remote_handle64_invoke", found.invoke);
  need("remote_handle64_close", found.close);
  need("remote_session_control", found.session_control);
  need("remote_handle_control", found.handle_control);
  need("rpcmem_alloc", found.allocate);
  need("rpcmem_free", found.free);
  if (missing != nullptr) return std::unexpected(std::string(path) + " has no function " + missing);
  if (const void* const words = ::dlsym(library, "tritproof_stand_in"))
    found.stand_in = static_cast<const char*>(words);
  return found;
}

std::string name_of(int result) {
  const auto code = static_cast<std::uint32_t>(result);
  const bool on_dsp = code >= FASTRPC_ON_DSP && code < FASTRPC_ON_DSP + 0x400;
  const auto row =
      std::ranges::find(kResults, on_dsp ? code - FASTRPC_ON_DSP : code, &ResultRow::code);
  if (row == kResults.end()) return "result " + hexadecimal(code);
  return std::string(row->name) + " (" + hexadecimal(code) +
         (on_dsp ? ", from the DSP): " : "): ") + std::string(row->sentence);
}

bool means_no_device(int result) {
  return result == kInvalidDevice || result == kNoSuchDevice || result == kCannotOpen;
}

}  // namespace tritproof::fastrpc
