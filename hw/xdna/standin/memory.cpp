// SPDX-License-Identifier: Apache-2.0
#include <xrt/experimental/xrt_ext.h>
#include <xrt/xrt_bo.h>

#include <algorithm>
#include <stdexcept>

#include "hw/xdna/standin/parts.h"

namespace xrt {

// Fresh memory holds something, and not the same on both sides.
bo_impl::bo_impl(std::size_t bytes) : host(bytes, 0xA5), device(bytes, 0x5A) {}

bo::bo(const device&, std::size_t bytes, flags, memory_group)
    : handle(std::make_shared<bo_impl>(bytes)) {}

bo::~bo() = default;

std::size_t bo::size() const { return handle->host.size(); }

void* bo::map() { return handle->host.data(); }

void bo::sync(xclBOSyncDirection direction, std::size_t bytes, std::size_t offset) {
  if (offset > size() || bytes > size() - offset) throw std::runtime_error("sync beyond the end");
  const bool down = direction == XCL_BO_SYNC_BO_TO_DEVICE;
  const auto& from = down ? handle->host : handle->device;
  auto& to = down ? handle->device : handle->host;
  std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(offset), bytes,
              to.begin() + static_cast<std::ptrdiff_t>(offset));
}

ext::bo::bo(const device&, std::size_t bytes) : xrt::bo(std::make_shared<bo_impl>(bytes)) {}

}  // namespace xrt
