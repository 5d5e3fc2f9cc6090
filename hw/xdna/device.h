// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "hw/xdna/failure.h"
#include "hw/xdna/kernels.h"
#include "hw/xdna/plan.h"

namespace tritproof::xdna {

/// How long things may take. The host's clock stands above both; a command's budget stands above
/// the driver's own.
struct Budgets {
  std::chrono::milliseconds setup{8'000};  ///< opening the device; a context and its buffers
  std::chrono::milliseconds run{10'000};   ///< one command
};

/// Whether this program is linked with the stand-in of XRT, which says so in a constant of its own.
[[nodiscard]] bool stands_in();

/// A device behind XRT. This is all of the runner that knows XRT.
///
/// After a Failure the process must end by _exit: what belongs to a command in flight is never
/// destroyed, because XRT ends the process in a destructor then, and a thread may still be stuck.
class Device {
 public:
  /// NoDevice, or SetupError.
  [[nodiscard]] static Attempt<std::unique_ptr<Device>> open(unsigned index, Budgets budgets);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  ~Device();

  /// "NPU Strix [0000:c5:00.1]", printable.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// Answers one question in a fresh context, launch after launch. Outputs hold the poison before
  /// each launch (FRAME-9). SetupError up to the first start; DeviceError with the state's name, or
  /// Hang, after it. Nothing is retried.
  [[nodiscard]] Attempt<void> answer(const Kernel& kernel, const Plan& plan, std::uint64_t poison,
                                     std::span<std::uint8_t> answer);

 private:
  struct Handle;
  explicit Device(std::unique_ptr<Handle> handle, Budgets budgets);

  std::unique_ptr<Handle> handle_;
  std::string name_;
  Budgets budgets_;
};

}  // namespace tritproof::xdna
