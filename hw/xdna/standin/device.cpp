// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>
#include <xrt/experimental/xrt_module.h>
#include <xrt/experimental/xrt_xclbin.h>
#include <xrt/xrt_device.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "hw/xdna/standin/parts.h"

extern "C" {
/// By which a program that is linked with this library knows that it is. Beside the constructor of
/// xrt::device, without which no such program links.
extern const int tritproof_xrt_stand_in;
const int tritproof_xrt_stand_in = 1;
}

namespace tritproof::xdna::standin {

Mode mode() {
  const char* const set = std::getenv("TRITPROOF_XRT_STANDIN");
  const auto found = std::ranges::find(kModeNames, std::string_view(set != nullptr ? set : "ok"));
  if (found == kModeNames.end()) throw std::runtime_error("TRITPROOF_XRT_STANDIN names no mode");
  return static_cast<Mode>(found - kModeNames.begin());
}

ArgumentMap read_kernel(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (!in.is_open()) throw std::runtime_error("Failed to open '" + path + "'");
  auto map = parse_argument_map(text);
  if (!map) throw std::runtime_error(path + " is no kernel: " + map.error().text());
  return std::move(*map);
}

}  // namespace tritproof::xdna::standin

namespace xrt_core {

class device {
 public:
  std::map<std::array<unsigned char, 16>, tritproof::xdna::ArgumentMap> loaded;
};

}  // namespace xrt_core

namespace xrt {

namespace standin = tritproof::xdna::standin;
using tritproof::xdna::Flow;

device::device(unsigned int index) {
  if (standin::mode() == standin::Mode::nodevice || index != 0)
    throw std::runtime_error(" No such device with index '" + std::to_string(index) + "'");
  handle = std::make_shared<xrt_core::device>();
}

device::~device() = default;

std::any device::get_info_std(info::device param, const detail::abi&) const {
  return std::string(param == info::device::name ? "stand-in of XRT" : "none");
}

uuid device::register_xclbin(const xclbin& xclbin) {
  const auto& part = xclbin.get_handle();
  handle->loaded.insert_or_assign(part->id.bytes, part->map);
  return part->id;
}

xclbin::xclbin(const std::string& path) : pimpl(std::make_shared<xclbin_impl>()) {
  handle->map = standin::read_kernel(path);
  if (handle->map.flow == Flow::elf) throw std::runtime_error(path + " is no xclbin");
  const std::size_t hash = std::hash<std::string>{}(tritproof::xdna::text_of(handle->map));
  for (std::size_t i = 0; i < sizeof hash; ++i)
    handle->id.bytes[i] = static_cast<unsigned char>(hash >> (8 * i));
}

std::vector<xclbin::kernel> xclbin::get_kernels() const {
  return {kernel(std::make_shared<kernel_impl>(
      kernel_impl{handle->map.kernel, handle->map.arguments.size()}))};
}

uuid xclbin::get_uuid() const { return handle->id; }

std::string xclbin::kernel::get_name() const { return handle->name; }

std::size_t xclbin::kernel::get_num_args() const { return handle->arguments; }

elf::elf(const std::string& path) : pimpl(std::make_shared<elf_impl>()) {
  handle->map = standin::read_kernel(path);
}

module::module(const elf&) :pimpl(std::make_shared<module_impl>()) {}

namespace {

/// A driver whose mailbox is dead: the call does not come back.
std::shared_ptr<hw_context_impl> make_context(tritproof::xdna::ArgumentMap map) {
  while (standin::mode() == standin::Mode::stuck_setup) ::pause();
  return std::make_shared<hw_context_impl>(hw_context_impl{std::move(map)});
}

}  // namespace

hw_context::hw_context(const device&, const elf& elf) : pimpl(make_context(elf.get_handle()->map)) {
  if (handle->map.flow != Flow::elf) throw std::runtime_error("no full ELF");
}

hw_context::hw_context(const device& device, const elf& elf, const cfg_param_type&, access_mode)
    : hw_context(device, elf) {}

hw_context::hw_context(const device& device, const uuid& xclbin, access_mode) {
  const auto& loaded = device.get_handle()->loaded;
  const auto found = loaded.find(xclbin.bytes);
  if (found == loaded.end()) throw std::runtime_error("an xclbin that was not registered");
  handle = make_context(found->second);
}

hw_context::~hw_context() = default;

}  // namespace xrt
