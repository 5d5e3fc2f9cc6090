// SPDX-License-Identifier: Apache-2.0
#include "golden/recipe.h"

#include <algorithm>
#include <type_traits>

#include "codec/reference/tensor.h"
#include "golden/recipe_sources.h"

namespace tritproof::golden {
namespace {

using Done = std::expected<void, std::string>;
using Size = std::expected<std::uint64_t, std::string>;

/// Units inside units inside units: nobody needs more, and a hostile file gets no deep recursion.
constexpr std::uint64_t kMostUnits = 1u << 20;

std::unexpected<std::string> too_large() {
  return std::unexpected("more than " + std::to_string(kMostRecipeBytes) + " bytes");
}

Size times(Size a, std::uint64_t b) {
  if (!a) return a;
  if (b != 0 && *a > kMostRecipeBytes / b) return too_large();
  return *a * b;
}

Size plus(Size a, Size b) {
  if (!a || !b) return a ? b : a;
  if (*a > kMostRecipeBytes || *b > kMostRecipeBytes - *a) return too_large();
  return *a + *b;
}

std::uint32_t scale_group(const spec::FormatRow& row) {
  return row.side_table ? spec::kScaleGroup : row.group;  // REF-7, REF-8
}

Size image_size(const Image& image) {
  const spec::FormatRow& row = spec::row_of(image.format);
  if (!row.ternary) return std::unexpected("no image is made in " + std::string(row.name));
  const auto grid = reference::grid_of(image.format, image.geometry);
  if (!grid) return std::unexpected("image: " + grid.error().got);
  const Size codes = times(times(1, image.geometry.n), image.geometry.k);
  if (!codes) return codes;
  return plus(times(1, grid->unit_bytes), times(1, grid->ref_bytes));
}

Size size_of(const Part& part, unsigned depth);

Size size_of_units(const Units& units, unsigned depth) {
  if (depth == kMostDepth) return std::unexpected("units nest too deep");
  Size once = 0;
  for (const Part& part : units.of) once = plus(once, size_of(part, depth + 1));
  if (units.times > kMostUnits || once == 0u)
    return std::unexpected("too many units, or empty ones");
  return times(once, units.times);
}

Size size_of(const Part& part, unsigned depth) {
  return std::visit(
      Overloaded{[](const Hex& hex) -> Size { return hex.bytes.size(); },
                 [](const Blob& blob) { return times(1, blob.bytes); },
                 [](const Repeat& repeat) { return times(repeat.of.size(), repeat.times); },
                 [](const Random& random) { return times(1, random.bytes); },
                 [](const Codes& codes) { return times(1, codes.count); },
                 [](const Words& words) -> Size {
                   const auto width = width_of(words.source);
                   return width ? times(*width, words.count) : std::unexpected(width.error());
                 },
                 [](const Image& image) { return image_size(image); },
                 [depth](const Units& units) { return size_of_units(units, depth); }},
      part.what);
}

// The part as repetition u of units makes it.
Part repeated(Part part, std::uint64_t u) {
  const std::string suffix = "/" + std::to_string(u);
  const auto of_codes = [&](CodeSource& source) {
    if (auto* trits = std::get_if<Trits>(&source)) trits->seed += suffix;
  };
  const auto of_words = [&](WordSource& source, std::uint64_t count) {
    if (auto* from = std::get_if<FromTable>(&source)) from->seed += suffix;
    if (auto* rising = std::get_if<Rising>(&source))
      rising->from = static_cast<std::uint16_t>(rising->from + u * count);
  };
  std::visit(Overloaded{[&](Random& random) { random.seed += suffix; },
                        [&](Codes& codes) { of_codes(codes.source); },
                        [&](Words& words) { of_words(words.source, words.count); },
                        [&](Image& image) {
                          const auto [n, k] = image.geometry;
                          of_codes(image.codes);
                          of_words(image.scales, n * k / scale_group(spec::row_of(image.format)));
                        },
                        [&](Units& units) {
                          for (Part& inner : units.of) inner = repeated(std::move(inner), u);
                        },
                        [](auto&) {}},
             part.what);
  return part;
}

Done append_image(const Image& image, Bytes& out) {
  const spec::FormatRow& row = spec::row_of(image.format);
  const std::uint64_t codes = image.geometry.n * image.geometry.k;
  Bytes input(codes + codes / scale_group(row) * 2);
  if (auto width = width_of(image.scales); !width || *width != 2)
    return std::unexpected(width ? "scales of an image are two bytes" : width.error());
  if (auto made = fill_codes(image.codes, std::span(input).first(codes)); !made) return made;
  if (auto made = fill_words(image.scales, std::span(input).subspan(codes)); !made) return made;
  const auto packed = reference::encode(image.format, image.geometry, input);
  if (!packed)
    return std::unexpected("image: " + std::string(spec::row_of(packed.error().name).name));
  out.insert(out.end(), packed->begin(), packed->end());
  return {};
}

// Room for `bytes` more at the end.
std::span<std::uint8_t> grow(Bytes& out, std::uint64_t bytes) {
  out.resize(out.size() + bytes);
  return std::span(out).last(bytes);
}

Done append(const Part& part, const FindBlob& find, Bytes& out);

Done append_units(const Units& units, const FindBlob& find, Bytes& out) {
  for (std::uint64_t u = 0; u < units.times; ++u)
    for (const Part& part : units.of)
      if (auto made = append(repeated(part, u), find, out); !made) return made;
  return {};
}

Done append_blob(const Blob& blob, const FindBlob& find, Bytes& out) {
  const auto bytes = find(blob);
  if (!bytes) return std::unexpected(bytes.error());
  if (bytes->size() != blob.bytes) return std::unexpected("blob " + blob.sha256 + ": wrong size");
  out.insert(out.end(), bytes->begin(), bytes->end());
  return {};
}

Done append(const Part& part, const FindBlob& find, Bytes& out) {
  return std::visit(
      Overloaded{
          [&](const Hex& hex) -> Done {
            out.insert(out.end(), hex.bytes.begin(), hex.bytes.end());
            return {};
          },
          [&](const Blob& blob) { return append_blob(blob, find, out); },
          [&](const Repeat& repeat) -> Done {
            for (std::uint64_t i = 0; i < repeat.times && !repeat.of.empty(); ++i)
              out.insert(out.end(), repeat.of.begin(), repeat.of.end());
            return {};
          },
          [&](const Random& random) -> Done {
            HashStream(random.seed).read(grow(out, random.bytes));
            return {};
          },
          [&](const Codes& codes) { return fill_codes(codes.source, grow(out, codes.count)); },
          [&](const Words& words) {
            const auto width = width_of(words.source);
            return width ? fill_words(words.source, grow(out, *width * words.count))
                         : std::unexpected(width.error());
          },
          [&](const Image& image) { return append_image(image, out); },
          [&](const Units& units) { return append_units(units, find, out); }},
      part.what);
}

Done put_edit(const Edit& edit, std::span<std::uint8_t> bytes) {
  if (edit.offset > bytes.size() || edit.bytes.size() > bytes.size() - edit.offset)
    return std::unexpected("an edit at " + std::to_string(edit.offset) + " passes the end");
  std::ranges::copy(edit.bytes, bytes.subspan(edit.offset).begin());
  return {};
}

}  // namespace

Size recipe_bytes(const Recipe& recipe) {
  Size size = 0;
  for (const Part& part : recipe.parts) size = plus(size, size_of(part, 0));
  return size;
}

std::expected<Bytes, std::string> make_bytes(const Recipe& recipe, const FindBlob& find) {
  const Size size = recipe_bytes(recipe);
  if (!size) return std::unexpected(size.error());
  Bytes bytes;
  bytes.reserve(*size);
  for (const Part& part : recipe.parts)
    if (auto made = append(part, find, bytes); !made) return std::unexpected(made.error());
  for (const Edit& edit : recipe.edits)
    if (auto done = put_edit(edit, bytes); !done) return std::unexpected(done.error());
  return bytes;
}

}  // namespace tritproof::golden
