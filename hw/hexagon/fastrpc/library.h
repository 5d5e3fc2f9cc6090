// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>

#include "hw/hexagon/fastrpc/remote.h"

namespace tritproof::fastrpc {

/// The functions of libcdsprpc.so. Loaded once and never unloaded: its threads outlive any handle.
struct Library {
  int (*open)(const char* uri, remote_handle64* handle) = nullptr;
  int (*invoke)(remote_handle64 handle, std::uint32_t scalars, remote_arg* arguments) = nullptr;
  int (*close)(remote_handle64 handle) = nullptr;
  int (*session_control)(std::uint32_t request, void* data, std::uint32_t bytes) = nullptr;
  int (*handle_control)(std::uint32_t request, void* data, std::uint32_t bytes) = nullptr;
  void* (*allocate)(int heap, std::uint32_t flags, int bytes) = nullptr;
  void (*free)(void* memory) = nullptr;
  /// What the library says of itself if it is a stand-in, else empty. Nothing here can unset it.
  std::string stand_in;
};

/// dlopen, then every symbol. The error is a sentence: which of them is missing.
[[nodiscard]] std::expected<Library, std::string> load(const char* path);

/// "AEE_ECONNRESET (0x68): the DSP was reset": a result of FastRPC for people.
[[nodiscard]] std::string name_of(int result);

/// Whether a result of opening says that there is no such device, rather than that it fails.
[[nodiscard]] bool means_no_device(int result);

}  // namespace tritproof::fastrpc
