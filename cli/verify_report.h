// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "cli/tensors.h"
#include "codec/convert/compare.h"

namespace tritproof::cli {

/// Images that were compared, of both sides together.
struct Compared {
  std::uint64_t images = 0;
  std::uint64_t exact = 0;
  std::uint64_t weights = 0;
  std::uint64_t bytes_a = 0;
  std::uint64_t bytes_b = 0;
};

/// "431 images, 25.66 G weights: pb16i 14.44 GB -> t2 6.82 GB (2.1250 b/w), 431/431 bit-exact",
/// with its line feed; `a` and `b` name the formats of the sides.
std::string gate_line(const Compared& compared, const std::string& a, const std::string& b);

/// What verify compared, for people and as JSON.
class VerifyReport {
 public:
  /// One pair of tensors that is about to be compared.
  void add_pair(const container::TensorInfo& a, const container::TensorInfo& b);
  /// What came of it: exact, or told on stderr at once.
  void add(const std::string& name, const convert::Comparison& result);
  void add_carried(const std::string& name, std::uint64_t weights, bool same);
  void add_missing(const std::string& name, std::string_view side);
  /// A tensor that could not be compared, or a worse exit code.
  void fail(int code) { exit_ = std::max(exit_, code); }

  [[nodiscard]] bool empty() const { return images_ == 0; }
  [[nodiscard]] int exit() const { return exit_; }
  /// The gate line; `path` says how the weights were compared.
  [[nodiscard]] std::string text(const std::string& path, double seconds) const;
  [[nodiscard]] nlohmann::json json(const std::string& path, double seconds) const;

 private:
  [[nodiscard]] double gigabytes_a_second(double seconds) const;

  std::uint64_t images_ = 0;
  std::uint64_t exact_ = 0;
  std::uint64_t weights_ = 0;
  std::uint64_t bytes_a_ = 0;
  std::uint64_t bytes_b_ = 0;
  std::set<std::string> formats_a_;
  std::set<std::string> formats_b_;
  nlohmann::json differences_ = nlohmann::json::array();
  int exit_ = 0;
};

}  // namespace tritproof::cli
