// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/strict_json.h"

/// Recipes as JSON. Writing and reading undo each other.
namespace tritproof::golden {

Json to_json(const std::vector<Part>& parts);
Json to_json(const std::vector<Edit>& edits);

/// What is wrong goes to the reader: unknown and missing keys, tables, formats, values out of
/// range.
std::vector<Part> parts_from(StrictReader& reader, const Json& value);
std::vector<Edit> edits_from(StrictReader& reader, const Json& value);

}  // namespace tritproof::golden
