// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "props/laws/case.h"

/// Named inputs that are valid as they stand; cases are edits of them.
namespace tritproof::props {

struct Template {
  std::string_view name;
  std::string_view sentence;
  /// The input of an op; the geometry is whole.
  Bytes (*build)(spec::Op op, spec::Format format, spec::Geometry geometry, std::uint64_t m);
};

std::span<const Template> templates();

/// The template of that name, or null.
const Template* template_named(std::string_view name);

/// Why a template cannot show faults: a scale that is zero, not finite or subnormal, or scales that
/// are alike. Nothing if it can.
std::optional<std::string> unfit(const Template& from, spec::Op op, spec::Format format);

}  // namespace tritproof::props
