// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/detail/pimpl.h>
#include <xrt/experimental/xrt_elf.h>
#include <xrt/xrt_device.h>

#include <cstdint>
#include <map>
#include <string>

namespace xrt {

class hw_context_impl;
class hw_context : public detail::pimpl<hw_context_impl> {
 public:
  using cfg_param_type = std::map<std::string, std::uint32_t>;
  enum class access_mode : std::uint8_t { exclusive = 0, shared = 1 };

  hw_context() = default;
  hw_context(const device& device, const elf& elf);
  /// What the line above is a default argument of in XRT 2.19.
  hw_context(const device& device, const elf& elf, const cfg_param_type& cfg, access_mode mode);
  hw_context(const device& device, const uuid& xclbin, access_mode mode);
  hw_context(const device& device, const uuid& xclbin)
      : hw_context(device, xclbin, access_mode::shared) {}
  hw_context(const hw_context&) = default;
  hw_context(hw_context&&) = default;
  hw_context& operator=(const hw_context&) = default;
  hw_context& operator=(hw_context&&) = default;
  ~hw_context();
};

}  // namespace xrt
