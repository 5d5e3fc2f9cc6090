// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/detail/pimpl.h>
#include <xrt/xrt_uuid.h>

#include <cstddef>
#include <string>
#include <vector>

namespace xrt {

class xclbin_impl;
class xclbin : public detail::pimpl<xclbin_impl> {
 public:
  class kernel_impl;
  class kernel : public detail::pimpl<kernel_impl> {
   public:
    explicit kernel(std::shared_ptr<kernel_impl> impl) : pimpl(std::move(impl)) {}
    std::string get_name() const;
    std::size_t get_num_args() const;
  };

  explicit xclbin(const std::string& path);
  std::vector<kernel> get_kernels() const;
  uuid get_uuid() const;
};

}  // namespace xrt
