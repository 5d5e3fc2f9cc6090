// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

using xrtMemoryGroup = std::uint32_t;

enum xclBOSyncDirection {
  XCL_BO_SYNC_BO_TO_DEVICE = 0,
  XCL_BO_SYNC_BO_FROM_DEVICE = 1,
};

namespace xrt {

using memory_group = xrtMemoryGroup;

class device;
class bo_impl;

/// Memory that exists twice: here once as the host sees it and once as the device does, so that
/// what was not synced is not seen.
class bo {
 public:
  enum class flags : std::uint32_t {
    normal = 0,
    cacheable = 1u << 24,
    host_only = 1u << 29,
  };

  bo() {}
  bo(const device& device, std::size_t bytes, flags flags, memory_group group);
  bo(std::shared_ptr<bo_impl> impl) : handle(std::move(impl)) {}
  bo(const bo&) = default;
  bo(bo&&) = default;
  bo& operator=(const bo&) = default;
  bo& operator=(bo&&) = default;
  ~bo();

  explicit operator bool() const { return handle != nullptr; }
  std::size_t size() const;
  void sync(xclBOSyncDirection direction, std::size_t bytes, std::size_t offset);
  void sync(xclBOSyncDirection direction) { sync(direction, size(), 0); }
  void* map();
  template <class Pointer>
  Pointer map() {
    return reinterpret_cast<Pointer>(map());
  }
  const std::shared_ptr<bo_impl>& get_handle() const { return handle; }

 private:
  std::shared_ptr<bo_impl> handle;
};

}  // namespace xrt
