// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

/// The rules of the spec and the tests that hold them, gathered when the tool is built.
namespace tritproof::cli {

struct RuleRow {
  std::string_view id;
  std::string_view origin;
  std::string_view sentence;
  std::string_view page;
};

struct CheckRow {
  std::string_view rule;
  std::string_view name;
  std::string_view file;
};

std::span<const RuleRow> rules();
std::span<const CheckRow> checks();

}  // namespace tritproof::cli
