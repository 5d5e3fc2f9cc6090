// SPDX-License-Identifier: Apache-2.0
#include "props/properties/edit.h"

#include <algorithm>

#include "props/laws/words.h"
#include "props/properties/templates.h"

namespace tritproof::props {
namespace {

void write(const Edit& edit, std::size_t width, Bytes& input) {
  if (edit.offset >= input.size() || input.size() - edit.offset < width) return;
  laws::store_word(input, edit.offset, width, edit.value);
}

constexpr std::uint32_t kMostGrowth = 1u << 20;

}  // namespace

void apply(const std::vector<Edit>& edits, Bytes& input) {
  std::int64_t size = static_cast<std::int64_t>(input.size());
  for (const Edit& edit : edits) switch (edit.kind) {
      case Edit::Kind::byte: write(edit, 1, input); break;
      case Edit::Kind::word: write(edit, 2, input); break;
      case Edit::Kind::dword: write(edit, 4, input); break;
      case Edit::Kind::cut: size -= edit.value; break;
      case Edit::Kind::grow: size += std::min(edit.value, kMostGrowth); break;
    }
  input.resize(static_cast<std::size_t>(std::max<std::int64_t>(size, 0)));
}

Bytes template_of(const Sketch& sketch) {
  const Template* from = template_named(sketch.from);
  if (from == nullptr) return {};
  return from->build(sketch.op, sketch.format, sketch.geometry, sketch.m);
}

laws::Case case_of(const Sketch& sketch) { return case_of(sketch, template_of(sketch)); }

laws::Case case_of(const Sketch& sketch, Bytes input) {
  apply(sketch.edits, input);
  return {std::to_string(sketch.edits.size()) + " edits of " + sketch.from,
          sketch.op,
          sketch.format,
          sketch.flags,
          sketch.geometry,
          sketch.m,
          std::move(input)};
}

}  // namespace tritproof::props
