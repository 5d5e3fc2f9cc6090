// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

namespace xrt::detail {

/// What all handles of XRT are: one shared pointer.
template <class Impl>
class pimpl {
 public:
  pimpl() = default;
  explicit pimpl(std::shared_ptr<Impl> impl) : handle(std::move(impl)) {}
  const std::shared_ptr<Impl>& get_handle() const { return handle; }
  explicit operator bool() const { return handle != nullptr; }

 protected:
  ~pimpl() = default;
  pimpl(const pimpl&) = default;
  pimpl(pimpl&&) = default;
  pimpl& operator=(const pimpl&) = default;
  pimpl& operator=(pimpl&&) = default;

  std::shared_ptr<Impl> handle;
};

}  // namespace xrt::detail
