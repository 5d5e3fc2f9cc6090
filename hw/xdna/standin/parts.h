// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <xrt/xrt_bo.h>
#include <xrt/xrt_kernel.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hw/xdna/argument_map.h"

/// What stands behind the handles of the stand-in. Its ELF and xclbin files are texts in the form
/// of an argument map: what the kernel in them does, as a device would know it.
namespace tritproof::xdna::standin {

/// What the stand-in does, by the environment variable TRITPROOF_XRT_STANDIN.
enum class Mode : std::uint8_t {
  ok,           ///< all is well; also without the variable
  nodevice,     ///< there is no device
  hang,         ///< a command does not end
  tdr,          ///< the driver ends it: ERT_CMD_STATE_TIMEOUT
  abort,        ///< ERT_CMD_STATE_ABORT
  error,        ///< ERT_CMD_STATE_ERROR
  stuck_setup,  ///< no context is ever made
  crash,        ///< the process dies in start
  partial,      ///< a quarter of the output is written, and the command completes
  stale,        ///< nothing is written, and the command completes
  garbage,      ///< something is written into every open descriptor
};
inline constexpr std::array<std::string_view, 11> kModeNames{
    "ok",          "nodevice", "hang",    "tdr",   "abort",  "error",
    "stuck-setup", "crash",    "partial", "stale", "garbage"};

/// Throws std::runtime_error for a name that is none.
Mode mode();

/// Reads a stand-in's kernel file; throws std::runtime_error.
ArgumentMap read_kernel(const std::string& path);

/// An argument of a run: not set, a scalar's bytes, or a buffer.
using Value =
    std::variant<std::monostate, std::vector<std::uint8_t>, std::shared_ptr<xrt::bo_impl>>;

/// What the kernel does with the device's copies; the sentence says why it could not.
std::string compute(const ArgumentMap& kernel, const std::vector<Value>& values, Mode mode);

}  // namespace tritproof::xdna::standin

namespace xrt {

class bo_impl {
 public:
  explicit bo_impl(std::size_t bytes);

  std::vector<std::uint8_t> host;
  std::vector<std::uint8_t> device;
};

class elf_impl {
 public:
  tritproof::xdna::ArgumentMap map;
};

class xclbin_impl {
 public:
  tritproof::xdna::ArgumentMap map;
  uuid id;
};

class xclbin::kernel_impl {
 public:
  std::string name;
  std::size_t arguments = 0;
};

class module_impl {};

class hw_context_impl {
 public:
  tritproof::xdna::ArgumentMap map;
};

class kernel_impl {
 public:
  std::shared_ptr<hw_context_impl> context;
};

class run_impl {
 public:
  std::shared_ptr<hw_context_impl> context;
  std::vector<tritproof::xdna::standin::Value> values;
  ert_cmd_state state = ERT_CMD_STATE_NEW;
};

}  // namespace xrt
