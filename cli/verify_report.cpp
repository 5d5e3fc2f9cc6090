// SPDX-License-Identifier: Apache-2.0
#include "cli/verify_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

#include "cli/console.h"

namespace tritproof::cli {
namespace {

std::string hex_float(std::uint32_t word) {
  return fmt::format("0x{:08x} ({:.9g})", word, std::bit_cast<float>(word));
}

}  // namespace

void VerifyReport::add_pair(const container::TensorInfo& a, const container::TensorInfo& b) {
  ++images_;
  bytes_a_ += a.bytes;
  bytes_b_ += b.bytes;
  formats_a_.insert(container::name_of(a.type));
  formats_b_.insert(container::name_of(b.type));
}

void VerifyReport::add(const std::string& name, const convert::Comparison& c) {
  weights_ += c.weights;
  if (c.equal()) {
    ++exact_;
    return;
  }
  fail(kDiffers);
  const std::string safe = for_terminal(name);
  if (c.first) {
    complain(fmt::format(
        "{}: {} of {} weights differ, first at row {} column {} (tile {},{})\n  a: {}\n  b: {}",
        safe, c.differing, c.weights, c.first->n, c.first->k, c.first->n / spec::kTileRows,
        c.first->k / spec::kTileColumns, hex_float(c.first->a), hex_float(c.first->b)));
    differences_.push_back({{"tensor", name},
                            {"differing", c.differing},
                            {"row", c.first->n},
                            {"column", c.first->k},
                            {"a", fmt::format("{:08x}", c.first->a)},
                            {"b", fmt::format("{:08x}", c.first->b)}});
  }
  if (c.reserved_a + c.reserved_b == 0) return;
  complain(fmt::format("{}: ReservedCode: {} in a, {} in b", safe, c.reserved_a, c.reserved_b));
  differences_.push_back(
      {{"tensor", name}, {"reserved_a", c.reserved_a}, {"reserved_b", c.reserved_b}});
}

void VerifyReport::add_carried(const std::string& name, std::uint64_t weights, bool same) {
  weights_ += weights;
  if (same) {
    ++exact_;
    return;
  }
  complain(fmt::format("{}: the bytes of a carried tensor differ", for_terminal(name)));
  differences_.push_back({{"tensor", name}, {"carried", true}});
  fail(kDiffers);
}

void VerifyReport::add_missing(const std::string& name, std::string_view side) {
  complain(fmt::format("{}: missing in {}", for_terminal(name), side));
  differences_.push_back({{"tensor", name}, {"missing", side}});
  ++images_;
  fail(kDiffers);
}

double VerifyReport::gigabytes_a_second(double seconds) const {
  return seconds <= 0.0 ? 0.0 : static_cast<double>(bytes_a_ + bytes_b_) / seconds / 1e9;
}

std::string gate_line(const Compared& c, const std::string& a, const std::string& b) {
  const double weights = static_cast<double>(std::max<std::uint64_t>(1, c.weights));
  return fmt::format(
      "{} images, {:.2f} G weights: {} {:.2f} GB -> {} {:.2f} GB ({:.4f} b/w), {}/{} bit-exact\n",
      c.images, static_cast<double>(c.weights) / 1e9, a, static_cast<double>(c.bytes_a) / 1e9, b,
      static_cast<double>(c.bytes_b) / 1e9, static_cast<double>(c.bytes_b) * 8.0 / weights, c.exact,
      c.images);
}

std::string VerifyReport::text(const std::string& path, double seconds) const {
  return gate_line({images_, exact_, weights_, bytes_a_, bytes_b_},
                   fmt::format("{}", fmt::join(formats_a_, "+")),
                   fmt::format("{}", fmt::join(formats_b_, "+"))) +
         fmt::format("{}, every weight; {:.2f} GB/s\n", path, gigabytes_a_second(seconds));
}

nlohmann::json VerifyReport::json(const std::string& path, double seconds) const {
  return {{"images", images_},
          {"bit_exact", exact_},
          {"weights", weights_},
          {"bytes_a", bytes_a_},
          {"bytes_b", bytes_b_},
          {"formats_a", formats_a_},
          {"formats_b", formats_b_},
          {"path", path},
          {"interrupted", interrupted()},
          {"gigabytes_per_second", gigabytes_a_second(seconds)},
          {"differences", differences_}};
}

}  // namespace tritproof::cli
