// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>
#include <xrt/experimental/xrt_ext.h>
#include <xrt/xrt_kernel.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "hw/xdna/standin/parts.h"

namespace xrt {

namespace standin = tritproof::xdna::standin;
using standin::Mode;

namespace {

std::shared_ptr<kernel_impl> find_kernel(const hw_context& context, const std::string& name) {
  const auto& part = context.get_handle();
  if (part->map.kernel != name) throw std::runtime_error("No such kernel '" + name + "'");
  return std::make_shared<kernel_impl>(kernel_impl{part});
}

/// What a library does that takes the descriptors of its process for its own.
void write_everywhere() {
  constexpr char noise[] = "NPU: DPU_PC 0xffffffff, context id 3, firmware state unknown....\n";
  for (int fd = 3; fd < 256; ++fd)
    if (::fcntl(fd, F_GETFD) != -1) [[maybe_unused]]
      const ssize_t sent = ::write(fd, noise, sizeof noise - 1);
}

/// The state in which a command ends in this mode.
ert_cmd_state end_in(Mode mode) {
  switch (mode) {
    case Mode::tdr: return ERT_CMD_STATE_TIMEOUT;
    case Mode::abort: return ERT_CMD_STATE_ABORT;
    case Mode::error: return ERT_CMD_STATE_ERROR;
    default: return ERT_CMD_STATE_COMPLETED;
  }
}

}  // namespace

class run::command_error_impl {
 public:
  ert_cmd_state state;
  std::string what;
};

kernel::kernel(const hw_context& context, const std::string& name)
    : handle(find_kernel(context, name)) {}

kernel::~kernel() = default;

int kernel::group_id(int) const { return 0; }

ext::kernel::kernel(const hw_context& context, const std::string& name)
    : xrt::kernel(find_kernel(context, name)) {}

ext::kernel::kernel(const hw_context& context, const module&, const std::string& name)
    : xrt::kernel(find_kernel(context, name)) {}

run::command_error::command_error(ert_cmd_state state, const std::string& what)
    : pimpl(std::make_shared<command_error_impl>(command_error_impl{state, what})) {}

ert_cmd_state run::command_error::get_command_state() const { return handle->state; }

const char* run::command_error::what() const noexcept { return handle->what.c_str(); }

run::run(const kernel& kernel) : handle(std::make_shared<run_impl>()) {
  handle->context = kernel.get_handle()->context;
  handle->values.resize(handle->context->map.arguments.size());
}

run::~run() {
  if (handle.use_count() != 1 || handle->state != ERT_CMD_STATE_RUNNING) return;
  std::fputs("xrt::run destructed while command is still in progress\n", stderr);
  std::abort();
}

void run::set_arg_at_index(int index, const void* value, std::size_t bytes) {
  const auto* const first = static_cast<const std::uint8_t*>(value);
  handle->values.at(static_cast<std::size_t>(index)) =
      std::vector<std::uint8_t>(first, first + bytes);
}

void run::set_arg_at_index(int index, const bo& buffer) {
  handle->values.at(static_cast<std::size_t>(index)) = buffer.get_handle();
}

void run::start() {
  if (handle->state != ERT_CMD_STATE_NEW && handle->state != ERT_CMD_STATE_COMPLETED)
    throw std::runtime_error("a command that failed cannot be started again");
  handle->state = ERT_CMD_STATE_RUNNING;
  if (standin::mode() == Mode::crash) {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would turn the crash into an exit
    std::raise(SIGSEGV);
  }
}

/// A command is carried out when it is waited for: whoever looks earlier sees nothing.
std::cv_status run::wait2(const std::chrono::milliseconds& timeout) const {
  const Mode mode = standin::mode();
  if (mode == Mode::hang) {
    while (timeout.count() == 0) ::pause();
    std::this_thread::sleep_for(timeout);
    return std::cv_status::timeout;
  }
  if (mode == Mode::garbage) write_everywhere();
  handle->state = end_in(mode);
  std::string wrong;
  if (handle->state == ERT_CMD_STATE_COMPLETED)
    wrong = standin::compute(handle->context->map, handle->values, mode);
  if (!wrong.empty()) handle->state = ERT_CMD_STATE_ERROR;
  if (handle->state != ERT_CMD_STATE_COMPLETED)
    throw command_error(handle->state, "Command failed to complete successfully" +
                                           (wrong.empty() ? "" : ": " + wrong));
  return std::cv_status::no_timeout;
}

ert_cmd_state run::state() const { return handle->state; }

}  // namespace xrt
