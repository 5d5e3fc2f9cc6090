// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>

#include "hw/xdna/model/datapath.h"
#include "hw/xdna/standin/parts.h"

namespace tritproof::xdna::standin {
namespace {

using Bytes = std::vector<std::uint8_t>;

/// The arguments of one command by what they are to the kernel.
class Arguments {
 public:
  Arguments(const ArgumentMap& kernel, const std::vector<Value>& values)
      : kernel_(kernel), values_(values) {}

  /// Why the kernel cannot run; empty if it can.
  [[nodiscard]] std::string wrong() const {
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (!fits(kernel_.arguments[i], values_[i]))
        return "argument " + std::to_string(i) + " is not " +
               std::string(kRoleNames[static_cast<std::size_t>(kernel_.arguments[i].role)]);
    return {};
  }
  /// The device's copy of a tensor; null if the kernel has no such argument.
  [[nodiscard]] Bytes* tensor(Role role) const {
    const auto found = std::ranges::find(kernel_.arguments, role, &Argument::role);
    if (found == kernel_.arguments.end()) return nullptr;
    const auto at = static_cast<std::size_t>(found - kernel_.arguments.begin());
    return &std::get<std::shared_ptr<xrt::bo_impl>>(values_[at])->device;
  }
  /// The tiles, from whichever arguments bring them.
  [[nodiscard]] Bytes tiles() const {
    const Bytes* const whole = tensor(Role::stream);
    const std::size_t bytes = tensor_bytes(kernel_, Role::stream);
    if (whole != nullptr) return {whole->begin(), whole->begin() + static_cast<long>(bytes)};
    const spec::FormatRow& row = spec::row_of(kernel_.format);
    Bytes out(bytes);
    place(out, row, row.fields[0], tensor(Role::codes));
    place(out, row, row.fields[1], tensor(Role::multipliers));
    return out;
  }

 private:
  static void place(Bytes& tiles, const spec::FormatRow& row, const spec::Field& field,
                    const Bytes* part) {
    for (std::size_t tile = 0; part != nullptr && tile < tiles.size() / row.bytes; ++tile)
      std::ranges::copy(std::span(*part).subspan(tile * field.bytes, field.bytes),
                        tiles.begin() + static_cast<long>(tile * row.bytes + field.offset));
  }
  [[nodiscard]] bool fits(const Argument& argument, const Value& value) const {
    const auto* const buffer = std::get_if<std::shared_ptr<xrt::bo_impl>>(&value);
    if (is_tensor(argument.role))
      return buffer != nullptr && (*buffer)->device.size() >= tensor_bytes(kernel_, argument.role);
    if (argument.role == Role::instructions) return buffer != nullptr;
    return scalar(value) ==
           (argument.role == Role::instruction_count ? word_count() : argument.number);
  }
  static std::uint64_t scalar(const Value& value) {
    std::uint64_t number = 0;
    const auto* const bytes = std::get_if<Bytes>(&value);
    for (std::size_t i = 0; bytes != nullptr && i < bytes->size() && i < 8; ++i)
      number |= std::uint64_t{(*bytes)[i]} << (8 * i);
    return number;
  }
  [[nodiscard]] std::uint64_t word_count() const {
    const Bytes* const instructions = tensor(Role::instructions);
    return instructions == nullptr ? 0 : instructions->size() / 4;
  }

  const ArgumentMap& kernel_;
  const std::vector<Value>& values_;
};

Bytes result(const ArgumentMap& kernel, const Arguments& arguments) {
  Bytes out(tensor_bytes(kernel, Role::output));
  const Bytes tiles = arguments.tiles();
  if (kernel.op == spec::Op::expand) {
    expand_tiles(tiles, out);
    return out;
  }
  const Launch launch{kernel.format, {kernel.n, kernel.k}, kernel.m, kernel.mode, kernel.narrowing};
  store_sums(replay(launch, *arguments.tensor(Role::activations), tiles), kernel.mode, out);
  return out;
}

}  // namespace

std::string compute(const ArgumentMap& kernel, const std::vector<Value>& values, Mode mode) {
  const Arguments arguments(kernel, values);
  if (std::string wrong = arguments.wrong(); !wrong.empty()) return wrong;
  if (mode == Mode::stale) return {};
  const Bytes out = result(kernel, arguments);
  const std::size_t written = mode == Mode::partial ? out.size() / 4 : out.size();
  std::copy_n(out.begin(), written, arguments.tensor(Role::output)->begin());
  return {};
}

}  // namespace tritproof::xdna::standin
