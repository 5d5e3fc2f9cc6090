// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/detail/abi.h>
#include <xrt/experimental/xrt_xclbin.h>
#include <xrt/xrt_uuid.h>

#include <any>
#include <memory>
#include <string>

namespace xrt_core {
class device;
}

namespace xrt {

namespace info {

/// Facts of a device, numbered as in XRT; only the two that are asked for have a type.
enum class device : unsigned int { bdf = 0, name = 5 };

template <class T, T param>
struct param_traits;
template <>
struct param_traits<device, device::bdf> {
  using return_type = std::string;
};
template <>
struct param_traits<device, device::name> {
  using return_type = std::string;
};

}  // namespace info

class device {
 public:
  device() = default;
  explicit device(unsigned int index);
  device(const device&) = default;
  device(device&&) = default;
  device& operator=(const device&) = default;
  device& operator=(device&&) = default;
  ~device();

  template <info::device param>
  typename info::param_traits<info::device, param>::return_type get_info() const {
    return std::any_cast<typename info::param_traits<info::device, param>::return_type>(
        get_info_std(param, detail::abi{}));
  }
  uuid register_xclbin(const xclbin& xclbin);
  std::shared_ptr<xrt_core::device> get_handle() const { return handle; }

 private:
  std::any get_info_std(info::device param, const detail::abi& abi) const;

  std::shared_ptr<xrt_core::device> handle;
};

}  // namespace xrt
