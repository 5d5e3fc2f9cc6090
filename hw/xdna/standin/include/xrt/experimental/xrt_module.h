// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/detail/pimpl.h>
#include <xrt/experimental/xrt_elf.h>

namespace xrt {

class module_impl;
class module : public detail::pimpl<module_impl> {
 public:
  explicit module(const elf& elf);
};

}  // namespace xrt
