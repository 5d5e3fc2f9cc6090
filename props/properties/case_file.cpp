// SPDX-License-Identifier: Apache-2.0
#include "props/properties/case_file.h"

#include <algorithm>
#include <cstdio>

namespace tritproof::props {
namespace {

std::string hex(std::uint32_t value, int digits) {
  std::array<char, 16> text;
  std::snprintf(text.data(), text.size(), "0x%0*x", digits, value);
  return text.data();
}

std::string line_of(const Edit& edit) {
  const std::string name(kEditNames[static_cast<std::size_t>(edit.kind)]);
  if (edit.kind == Edit::Kind::cut || edit.kind == Edit::Kind::grow)
    return "edit " + name + " " + std::to_string(edit.value) + "\n";
  const int digits = edit.kind == Edit::Kind::byte ? 2 : edit.kind == Edit::Kind::word ? 4 : 8;
  return "edit " + name + " " + std::to_string(edit.offset) + " " + hex(edit.value, digits) + "\n";
}

std::string lines_of(const spec::Flags& flags) {
  std::string text;
  if (flags.target) text += "target " + std::string(spec::row_of(*flags.target).name) + "\n";
  if (flags.mode != spec::ReplayMode::i64)
    text += "mode " + std::to_string(static_cast<int>(flags.mode)) + "\n";
  if (flags.narrowing != spec::Narrowing::exact)
    text += "narrowing " + std::to_string(static_cast<int>(flags.narrowing)) + "\n";
  if (flags.layout == spec::Layout::other) text += "layout other\n";
  if (flags.bf16) text += "bf16\n";
  if (flags.clamp) text += "clamp\n";
  return text;
}

}  // namespace

std::string write_case(const Sketch& sketch) {
  std::string text = "tritproof-case 1\n";
  text += "op " + std::string(spec::name_of(sketch.op)) + "\n";
  text += "format " + std::string(spec::row_of(sketch.format).name) + "\n";
  text += "rows " + std::to_string(sketch.geometry.n) + "\n";
  text += "columns " + std::to_string(sketch.geometry.k) + "\n";
  if (sketch.m != 0) text += "m " + std::to_string(sketch.m) + "\n";
  text += lines_of(sketch.flags);
  text += "template " + sketch.from + "\n";
  for (const Edit& edit : sketch.edits) text += line_of(edit);
  return text;
}

std::string one_line(const Sketch& sketch) {
  std::string text = write_case(sketch);
  text.pop_back();
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "; ");
  return text;
}

}  // namespace tritproof::props
