// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>

#include "props/properties/edit.h"

/// The readable case file: at once a unit test, a seed for fuzzing and a device's repro.
///
///     tritproof-case 1
///     op decode
///     format t2
///     rows 32
///     columns 256
///     template good
///     edit byte 17 0x03
///     edit word 2048 0x0001
///
/// `m`, `target`, `mode`, `narrowing`, `layout other`, `bf16` and `clamp` stand between columns and
/// template where they are not their defaults. A line that begins with # is for people. A semicolon
/// ends a line as well, so that a case fits on one.
namespace tritproof::props {

/// Where a case file is wrong.
struct CaseError {
  std::uint64_t line = 0;  ///< from 1; 0 for what is missing
  std::string what;
};

std::string write_case(const Sketch& sketch);

/// The same on one line.
std::string one_line(const Sketch& sketch);

/// Refuses unknown, missing and repeated keys, values out of range, geometries that are not whole
/// or above 2^24 elements, and edits beyond the input.
std::expected<Sketch, CaseError> parse_case(std::string_view text);

}  // namespace tritproof::props
