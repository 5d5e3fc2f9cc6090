// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/detail/ert.h>
#include <xrt/detail/pimpl.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_hw_context.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace xrt {

class kernel_impl;
class kernel {
 public:
  kernel() = default;
  kernel(const hw_context& context, const std::string& name);
  kernel(std::shared_ptr<kernel_impl> impl) : handle(std::move(impl)) {}
  kernel(const kernel&) = default;
  kernel(kernel&&) = default;
  kernel& operator=(const kernel&) = default;
  kernel& operator=(kernel&&) = default;
  ~kernel();

  int group_id(int index) const;
  const std::shared_ptr<kernel_impl>& get_handle() const { return handle; }

 private:
  std::shared_ptr<kernel_impl> handle;
};

class run_impl;
class run {
 public:
  class command_error_impl;
  class command_error : public detail::pimpl<command_error_impl>, public std::exception {
   public:
    command_error(ert_cmd_state state, const std::string& what);
    ert_cmd_state get_command_state() const;
    const char* what() const noexcept override;

   private:
    std::shared_ptr<command_error_impl> m_impl;
  };

  run() = default;
  explicit run(const kernel& kernel);
  run(const run&) = default;
  run(run&&) = default;
  run& operator=(const run&) = default;
  run& operator=(run&&) = default;
  /// Aborts the process if the command is in flight, as XRT does since 2.23.
  ~run();

  void start();
  std::cv_status wait2(const std::chrono::milliseconds& timeout) const;
  ert_cmd_state state() const;

  template <class Scalar>
  requires(!std::is_base_of_v<bo, std::decay_t<Scalar>>) void set_arg(int index, Scalar&& value) {
    set_arg_at_index(index, &value, sizeof(value));
  }
  void set_arg(int index, bo& buffer) { set_arg_at_index(index, buffer); }
  void set_arg(int index, const bo& buffer) { set_arg_at_index(index, buffer); }

 private:
  void set_arg_at_index(int index, const void* value, std::size_t bytes);
  void set_arg_at_index(int index, const bo& buffer);

  std::shared_ptr<run_impl> handle;
};

}  // namespace xrt
