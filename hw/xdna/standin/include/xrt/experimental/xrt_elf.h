// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/detail/pimpl.h>

#include <string>

namespace xrt {

class elf_impl;
class elf : public detail::pimpl<elf_impl> {
 public:
  explicit elf(const std::string& path);
};

}  // namespace xrt
