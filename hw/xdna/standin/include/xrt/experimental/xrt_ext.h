// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/experimental/xrt_module.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_kernel.h>

#include <cstddef>
#include <string>

namespace xrt::ext {

class bo : public xrt::bo {
 public:
  bo(const device& device, std::size_t bytes);
};

class kernel : public xrt::kernel {
 public:
  kernel(const hw_context& context, const std::string& name);
  kernel(const hw_context& context, const module& module, const std::string& name);
};

}  // namespace xrt::ext
