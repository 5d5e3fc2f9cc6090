// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "golden/groups/gguf_bytes.h"
#include "golden/groups/rows.h"

/// GGUF files that are sound, and those of type id 42.
namespace tritproof::golden {
namespace {

using namespace gguf;
using spec::Format;
using spec::RefusalName;

std::uint64_t padded(std::uint64_t bytes, std::uint64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

std::string line(std::string_view name, std::string_view type, std::uint64_t k, std::uint64_t at,
                 std::uint64_t bytes, std::string_view refusal = "") {
  std::string text = std::string(name) + " " + std::string(type) + " 1 " + std::to_string(k) + " " +
                     std::to_string(at) + " " + std::to_string(bytes);
  if (!refusal.empty()) text += " " + std::string(refusal);
  return text;
}

enum class Position : std::uint8_t { first, middle, last, alone };
constexpr std::string_view kPositions[] = {"first", "middle", "last", "only"};

// A reading of id 42: elements and bytes of a block.
struct Reading {
  std::uint64_t elements, bytes;
};
constexpr std::array<Reading, 4> kReadings{{{64, 18}, {128, 34}, {128, 34}, {256, 42}}};

bool fits(const Reading& reading, std::uint64_t k, std::uint64_t extent, std::uint64_t alignment) {
  return k % reading.elements == 0 &&
         padded(k / reading.elements * reading.bytes, alignment) == extent;
}

// GGUF-12: q2_0 if it fits and no other reading does.
bool is_q2_0(std::uint64_t k, std::uint64_t extent, std::uint64_t alignment) {
  for (std::size_t i = 1; i < kReadings.size(); ++i)
    if (fits(kReadings[i], k, extent, alignment)) return false;
  return fits(kReadings[0], k, extent, alignment);
}

struct Contested {
  File file;
  Listing around;         // with a gap for the tensor itself
  std::size_t index = 0;  // of the tensor
  std::uint64_t at = 0;   // its first byte in the file
  std::uint64_t extent = 0;
};

Contested contested(std::uint64_t k, std::uint32_t alignment, Position position,
                    std::uint64_t extent) {
  Contested made;
  made.extent = extent;
  File& file = made.file;
  file.alignment = alignment;
  if (alignment != 32) file.entries.push_back(alignment_entry(alignment));
  const bool before = position == Position::middle || position == Position::last;
  const bool after = position == Position::middle || position == Position::first;
  if (before) {
    file.tensors.push_back({"before", {256}, 34, 0});
    file.data = padded(54, alignment);
  }
  made.index = file.tensors.size();
  file.tensors.push_back({"w", {k}, 42, file.data});
  const std::uint64_t own = file.data;
  file.data += extent;
  const std::uint64_t next = file.data;
  if (after) {
    file.tensors.push_back({"after", {256}, 34, next});
    file.data += padded(54, alignment);
  }
  made.at = file.start() + own;
  if (before) made.around.push_back(line("before", "tq1_0", 256, file.start(), 54));
  if (after) made.around.push_back(line("after", "tq1_0", 256, file.start() + next, 54));
  return made;
}

void put_contested(const Shelf& shelf, std::uint64_t k, std::uint32_t alignment, Position position,
                   std::uint64_t extent, std::string_view how) {
  Contested made = contested(k, alignment, position, extent);
  const bool known = is_q2_0(k, extent, alignment);
  const std::string own = known ? line("w", "q2_0", k, made.at, k / 64 * 18)
                                : line("w", "id%2042", k, made.at, extent, "AmbiguousType");
  made.around.insert(made.around.begin() + static_cast<std::ptrdiff_t>(made.index), own);
  shelf.listed(std::to_string(k) + " elements " + std::string(how) + ", alignment " +
                   std::to_string(alignment) + ", " +
                   std::string(kPositions[static_cast<std::size_t>(position)]) +
                   " tensor: " + (known ? "q2_0 alone fits" : "not q2_0 alone fits"),
               {"GGUF-12", "GGUF-11"}, "type-42", made.file.recipe(), made.around);
}

void type_42(Collector& to) {
  for (const std::uint64_t k : {64u, 128u, 192u, 256u, 960u, 1024u, 1088u, 1152u, 1280u, 4096u})
    for (const std::uint32_t alignment : {32u, 4096u, 1u})
      for (const Position position :
           {Position::first, Position::middle, Position::last, Position::alone}) {
        const bool core = k == 64 || k == 128 || (k >= 1024 && k <= 1152);
        const Shelf shelf{to, "gguf",
                          k == 64 && alignment == 32 && position == Position::alone ? Level::smoke
                          : core && alignment != 1                                  ? Level::core
                                                                                    : Level::full};
        put_contested(shelf, k, alignment, position, padded(k / 64 * 18, alignment), "as q2_0");
        if (k % 256 != 0 || position == Position::first) continue;
        put_contested(shelf, k, alignment, position, padded(k / 128 * 34, alignment),
                      "in blocks of 34 bytes");
        put_contested(shelf, k, alignment, position, padded(k / 256 * 42, alignment),
                      "in blocks of 42 bytes");
      }
}

// What the user states must still fit.
void stated(Collector& to) {
  const Shelf shelf{to};
  struct Case {
    std::uint64_t k, extent;
    Format id42;
    const char* end;  // of the line
  };
  const Case cases[] = {{128, 64, Format::q2_0, ""},    {128, 64, Format::pq2_0, ""},
                        {64, 32, Format::q2_0, ""},     {64, 32, Format::pq2_0, " Size"},
                        {2048, 576, Format::q2_0, ""},  {2048, 576, Format::pq2_0, " Size"},
                        {2048, 544, Format::pq2_0, ""}, {2048, 544, Format::q2_0, " Size"}};
  for (const Case& one : cases) {
    Contested made = contested(one.k, 32, Position::alone, one.extent);
    const bool fit = one.end[0] == 0;
    const std::uint64_t bytes = one.id42 == Format::q2_0 ? one.k / 64 * 18 : one.k / 128 * 34;
    Listing listing{line("w", fit ? spec::row_of(one.id42).name : "id%2042", one.k, made.at,
                         fit ? bytes : one.extent, fit ? "" : "Size")};
    shelf.listed("type 42 is stated to be " + std::string(spec::row_of(one.id42).name) +
                     (fit ? ", which fits" : ", which does not fit"),
                 {"GGUF-12"}, "type-42", made.file.recipe(), std::move(listing), one.id42);
  }
  for (const Format wrong : {Format::tq1_0, Format::ptq1_0, Format::t2})
    shelf.refused("nobody writes " + std::string(spec::row_of(wrong).name) + " as type 42",
                  {"GGUF-12"}, "type-42", contested(128, 32, Position::alone, 64).file.recipe(),
                  RefusalName::AmbiguousType, wrong);
}

void sound(Collector& to) {
  const Shelf smoke{to, "gguf", Level::smoke}, core{to};
  smoke.listed("all types that are known and one that is not",
               {"GGUF-1", "GGUF-2", "GGUF-9", "GGUF-10", "GGUF-11"}, "sound-file", rich().recipe(),
               rich_listing());
  File old = rich();
  old.version = 2;
  core.listed("version 2 is read alike", {"GGUF-1", "GGUF-2"}, "sound-file", old.recipe(),
              rich_listing());
  for (const std::uint32_t alignment : {1u, 2u, 64u, 4096u}) {
    File file = with_entry(alignment_entry(alignment));
    file.alignment = alignment;
    file.data = padded(54, alignment);
    core.listed("alignment " + std::to_string(alignment), {"GGUF-6", "GGUF-11"}, "sound-file",
                file.recipe(), {line("w", "tq1_0", 256, file.start(), 54)});
  }
  File none;
  none.entries = {entry("k", 4, le32(1))};
  none.alignment = 0;
  core.listed("no tensors, no padding", {"GGUF-13"}, "sound-file", none.recipe(), {});
  const File folded = with_tensor({"w", {256, 2, 3, 5}, 34, 0}, 1632);
  core.listed("N is the product of the other dimensions", {"GGUF-9"}, "sound-file", folded.recipe(),
              {"w tq1_0 30 256 " + std::to_string(folded.start()) + " 1620"});
  for (const std::uint32_t id : {36u, 37u, 38u, 40u, 41u, 43u, 107u, 141u, 144u}) {
    const File file = with_tensor({"w", {256}, id, 0}, 64);
    core.listed("type id " + std::to_string(id) + " is listed and not decoded", {"GGUF-10"},
                "unknown-type", file.recipe(),
                {line("w", "id%20" + std::to_string(id), 256, file.start(), 64)});
  }
  const File longest = with_tensor({std::string(63, 'n'), {256}, 34, 0}, 64);
  core.listed("a name of 63 bytes", {"GGUF-7"}, "sound-file", longest.recipe(),
              {line(std::string(63, 'n'), "tq1_0", 256, longest.start(), 54)});
  const File odd = with_tensor({"a b\xff\n", {256}, 34, 0}, 64);
  core.listed("a name is any bytes, and shown as words", {"GGUF-7", "GGUF-15"}, "hostile-text",
              odd.recipe(), {line("a%20b%ff%0a", "tq1_0", 256, odd.start(), 54)});
}

}  // namespace

void draft_gguf(Collector& to) {
  sound(to);
  type_42(to);
  stated(to);
}

}  // namespace tritproof::golden
