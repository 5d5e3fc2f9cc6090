// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/device.h"

#include <xrt/experimental/xrt_elf.h>
#include <xrt/experimental/xrt_ext.h>
#include <xrt/experimental/xrt_module.h>
#include <xrt/experimental/xrt_xclbin.h>
#include <xrt/xrt_bo.h>
#include <xrt/xrt_device.h>
#include <xrt/xrt_hw_context.h>
#include <xrt/xrt_kernel.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <future>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

/// Only the stand-in defines it; without it the address is null.
extern "C" [[gnu::weak]] const int tritproof_xrt_stand_in;

namespace tritproof::xdna {
namespace {

using protocol::State;

std::unexpected<Failure> fail(State state, std::string text) {
  return std::unexpected(Failure{state, std::move(text)});
}

std::string_view name_of(ert_cmd_state state) {
  switch (state) {
    case ERT_CMD_STATE_NEW: return "ERT_CMD_STATE_NEW";
    case ERT_CMD_STATE_QUEUED: return "ERT_CMD_STATE_QUEUED";
    case ERT_CMD_STATE_RUNNING: return "ERT_CMD_STATE_RUNNING";
    case ERT_CMD_STATE_COMPLETED: return "ERT_CMD_STATE_COMPLETED";
    case ERT_CMD_STATE_ERROR: return "ERT_CMD_STATE_ERROR";
    case ERT_CMD_STATE_ABORT: return "ERT_CMD_STATE_ABORT";
    case ERT_CMD_STATE_SUBMITTED: return "ERT_CMD_STATE_SUBMITTED";
    case ERT_CMD_STATE_TIMEOUT: return "ERT_CMD_STATE_TIMEOUT";
    case ERT_CMD_STATE_NORESPONSE: return "ERT_CMD_STATE_NORESPONSE";
    default: return "an ert_cmd_state without a name here";
  }
}

/// Runs `make` on a thread of its own and waits no longer than the budget. The thread that is stuck
/// stays so: the process ends soon.
template <class Make>
auto within(std::chrono::milliseconds budget, const std::string& what, Make make)
    -> Attempt<std::invoke_result_t<Make>> {
  std::packaged_task<std::invoke_result_t<Make>()> task(std::move(make));
  auto made = task.get_future();
  std::thread(std::move(task)).detach();
  if (made.wait_for(budget) != std::future_status::ready)
    return fail(State::SetupError,
                what + " took more than " + std::to_string(budget.count()) + " ms");
  try {
    return made.get();
  } catch (const std::exception& error) {
    return fail(state_of_message(error.what(), State::SetupError), what + ": " + error.what());
  }
}

std::span<std::uint8_t> memory_of(xrt::bo& buffer) {
  return {buffer.map<std::uint8_t*>(), buffer.size()};
}

/// XRT goes beyond its tables, and dies, for more arguments than an xclbin declares.
void check_arguments(const xrt::xclbin& xclbin, const ArgumentMap& map) {
  for (const auto& kernel : xclbin.get_kernels())
    if (kernel.get_name() == map.kernel && kernel.get_num_args() < map.arguments.size())
      throw std::runtime_error(map.kernel + " takes " + std::to_string(kernel.get_num_args()) +
                               " arguments, the map has " + std::to_string(map.arguments.size()));
}

/// A context, the kernel in it, and its buffers: made for one question.
struct Group {
  xrt::hw_context context;
  xrt::kernel kernel;
  std::vector<xrt::bo> buffers;  ///< by argument; null for constants
  xrt::run run;                  ///< made anew for each launch
};

void open_kernel(Group& group, xrt::device& device, const ArgumentMap& map) {
  if (map.flow == Flow::elf) {
    group.context = xrt::hw_context(device, xrt::elf(map.file));
    group.kernel = xrt::ext::kernel(group.context, map.kernel);
    return;
  }
  const xrt::xclbin xclbin(map.file);
  check_arguments(xclbin, map);
  group.context = xrt::hw_context(device, device.register_xclbin(xclbin));
  if (map.flow == Flow::xclbin)
    group.kernel = xrt::kernel(group.context, map.kernel);
  else
    group.kernel =
        xrt::ext::kernel(group.context, xrt::module(xrt::elf(map.instructions)), map.kernel);
}

/// Assigned to xrt::bo: older XRT takes an ext::bo for a scalar when it is set as an argument.
xrt::bo allocate(const Group& group, const xrt::device& device, const Kernel& kernel, int index) {
  const Argument& argument = kernel.map.arguments[static_cast<std::size_t>(index)];
  if (argument.role == Role::instructions)
    return xrt::bo(device, kernel.instructions.size(), xrt::bo::flags::cacheable,
                   static_cast<xrt::memory_group>(group.kernel.group_id(index)));
  if (!is_tensor(argument.role)) return {};
  if (kernel.map.flow != Flow::xclbin) return xrt::ext::bo(device, argument.number);
  return xrt::bo(device, argument.number, xrt::bo::flags::host_only,
                 static_cast<xrt::memory_group>(group.kernel.group_id(index)));
}

std::unique_ptr<Group> make_group(xrt::device device, const Kernel& kernel) {
  auto group = std::make_unique<Group>();
  open_kernel(*group, device, kernel.map);
  for (std::size_t i = 0; i < kernel.map.arguments.size(); ++i) {
    xrt::bo buffer = allocate(*group, device, kernel, static_cast<int>(i));
    if (kernel.map.arguments[i].role == Role::instructions) {
      std::ranges::copy(kernel.instructions, memory_of(buffer).begin());
      buffer.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    }
    group->buffers.push_back(std::move(buffer));
  }
  return group;
}

/// Fills the buffers of one launch and hands them to a new run.
void prepare(Group& group, const Kernel& kernel, const Plan& plan, std::uint64_t launch,
             std::uint64_t poison) {
  group.run = xrt::run(group.kernel);
  for (std::size_t i = 0; i < kernel.map.arguments.size(); ++i) {
    const auto& [role, number] = kernel.map.arguments[i];
    const int index = static_cast<int>(i);
    xrt::bo& buffer = group.buffers[i];
    if (role == Role::u64) group.run.set_arg(index, number);
    if (role == Role::u32) group.run.set_arg(index, static_cast<std::uint32_t>(number));
    if (role == Role::instruction_count)
      group.run.set_arg(index, static_cast<std::uint32_t>(kernel.instructions.size() / 4));
    if (!buffer) continue;
    if (role == Role::output) fill_with_poison(memory_of(buffer), poison);
    if (is_tensor(role) && role != Role::output) plan.fill(launch, role, memory_of(buffer));
    // The poison must reach the device too, or memory that it never wrote would not show.
    if (is_tensor(role)) buffer.sync(XCL_BO_SYNC_BO_TO_DEVICE);
    group.run.set_arg(index, buffer);
  }
}

Attempt<void> carry_out(xrt::run& run, std::chrono::milliseconds budget) {
  try {
    run.start();
    // wait2, not wait: the state that wait returns is the same for the driver's timeout and ours.
    const bool ended = run.wait2(budget) == std::cv_status::no_timeout;
    const std::string state(name_of(run.state()));
    if (!ended)
      return fail(State::Hang, "no end after " + std::to_string(budget.count()) + " ms, " + state);
    if (run.state() != ERT_CMD_STATE_COMPLETED) return fail(State::DeviceError, state);
  } catch (const xrt::run::command_error& error) {
    return fail(State::DeviceError,
                std::string(name_of(error.get_command_state())) + ": " + error.what());
  } catch (const std::exception& error) {
    return fail(state_of_message(error.what(), State::DeviceError), error.what());
  }
  return {};
}

Attempt<void> launch(Group& group, const Kernel& kernel, const Plan& plan, std::uint64_t number,
                     std::uint64_t poison, std::chrono::milliseconds budget,
                     std::span<std::uint8_t> answer) {
  State phase = State::SetupError;
  try {
    prepare(group, kernel, plan, number, poison);
    if (auto done = carry_out(group.run, budget); !done) return done;
    phase = State::DeviceError;
    const auto output = std::ranges::find(kernel.map.arguments, Role::output, &Argument::role);
    xrt::bo& buffer =
        group.buffers[static_cast<std::size_t>(output - kernel.map.arguments.begin())];
    buffer.sync(XCL_BO_SYNC_BO_FROM_DEVICE);
    plan.scatter(number, memory_of(buffer), answer);
  } catch (const std::exception& error) {
    return fail(state_of_message(error.what(), phase), error.what());
  }
  return {};
}

std::string printable(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c < 0x20 || c > 0x7E; }, '?');
  return text.substr(0, 200);
}

std::string describe(const xrt::device& device) {
  try {
    return printable(device.get_info<xrt::info::device::name>() + " [" +
                     device.get_info<xrt::info::device::bdf>() + "]");
  } catch (const std::exception&) {
    return "a device that does not give its name";
  }
}

}  // namespace

struct Device::Handle {
  xrt::device device;
  std::string name;
};

bool stands_in() { return &tritproof_xrt_stand_in != nullptr; }

Device::Device(std::unique_ptr<Handle> handle, Budgets budgets)
    : handle_(std::move(handle)), name_(handle_->name), budgets_(budgets) {}

Device::~Device() = default;

Attempt<std::unique_ptr<Device>> Device::open(unsigned index, Budgets budgets) {
  auto handle = within(budgets.setup, "opening device " + std::to_string(index), [index] {
    xrt::device device(index);
    std::string name = describe(device);
    return std::make_unique<Handle>(Handle{std::move(device), std::move(name)});
  });
  if (!handle) return std::unexpected(handle.error());
  return std::unique_ptr<Device>(new Device(std::move(*handle), budgets));
}

Attempt<void> Device::answer(const Kernel& kernel, const Plan& plan, std::uint64_t poison,
                             std::span<std::uint8_t> answer) {
  auto group = within(budgets_.setup, "a context for " + kernel.map.kernel,
                      [device = handle_->device, &kernel] { return make_group(device, kernel); });
  if (!group) return std::unexpected(group.error());
  for (std::uint64_t number = 0; number < plan.launches(); ++number) {
    auto done = launch(**group, kernel, plan, number, poison, budgets_.run, answer);
    if (done) continue;
    static_cast<void>(group->release());
    return done;
  }
  return {};
}

}  // namespace tritproof::xdna
