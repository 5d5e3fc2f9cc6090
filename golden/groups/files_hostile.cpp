// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/gguf_bytes.h"
#include "golden/groups/rows.h"

/// GGUF files that break a rule each.
namespace tritproof::golden {
namespace {

using namespace gguf;
using spec::RefusalName;

constexpr std::uint64_t kHuge = std::uint64_t{1} << 62;
constexpr std::uint64_t kAll = ~std::uint64_t{0};
constexpr std::uint64_t kCap = std::uint64_t{1} << 20;

Recipe only(Bytes bytes) { return {{hex(std::move(bytes))}, {}}; }

void heads(const Shelf& shelf) {
  for (const std::uint32_t version : {0u, 1u, 4u, 0xffffffffu, 0x02000000u, 0x03000000u}) {
    File file = rich();
    file.version = version;
    shelf.refused("version " + std::to_string(version) + " is neither 2 nor 3", {"GGUF-1"},
                  "wrong-magic", file.recipe());
  }
  for (const std::uint64_t at : {0u, 1u, 2u, 3u}) {
    Recipe input = rich().recipe();
    input.edits = {{at, {static_cast<std::uint8_t>("GGUF"[at] ^ 0x20)}}};
    shelf.refused("one letter of the magic is wrong", {"GGUF-1"}, "wrong-magic", input);
  }
  for (const std::uint64_t count : {kHuge, kAll, kCap + 1, kCap, std::uint64_t{100}}) {
    const auto head = [&](std::uint64_t tensors, std::uint64_t keys) {
      return only(joined({{'G', 'G', 'U', 'F'}, le32(3), le64(tensors), le64(keys), Bytes(64)}));
    };
    const std::string words = std::to_string(count);
    shelf.refused(words + " tensors in a file of 88 bytes", {"GGUF-14", "GGUF-15"}, "hostile-count",
                  head(count, 0));
    shelf.refused(words + " keys in a file of 88 bytes", {"GGUF-14", "GGUF-15"}, "hostile-count",
                  head(0, count));
    for (const std::uint32_t type : {8u, 9u, 10u})
      shelf.refused("an array of " + words + " elements of type " + std::to_string(type),
                    {"GGUF-14", "GGUF-15"}, "hostile-count",
                    with_entry(entry("a", 9, joined({le32(type), le64(count)}))).recipe());
    shelf.refused("a text of " + words + " bytes", {"GGUF-14", "GGUF-15"}, "hostile-text",
                  with_entry(entry("k", 8, le64(count))).recipe());
    shelf.refused(
        "a key of " + words + " bytes", {"GGUF-14", "GGUF-15"}, "hostile-text",
        only(joined({{'G', 'G', 'U', 'F'}, le32(3), le64(0), le64(1), le64(count), le64(0)})));
  }
}

Bytes nested(unsigned arrays) {
  Bytes value;
  for (unsigned i = 1; i <= arrays; ++i)
    value = joined({value, le32(i == arrays ? 0 : 9), le64(i == arrays ? 0 : 1)});
  return entry("a", 9, value);
}

void keys(const Shelf& shelf) {
  const Listing plain{"w tq1_0 1 256 "};
  for (const std::uint32_t type : {13u, 255u, 0xffffffffu}) {
    shelf.refused("value type " + std::to_string(type) + " does not exist", {"GGUF-3"},
                  "broken-header", with_entry(entry("k", type, Bytes(8))).recipe());
    shelf.refused("nor inside an array", {"GGUF-3", "GGUF-4"}, "broken-header",
                  with_entry(entry("a", 9, joined({le32(type), le64(0)}))).recipe());
  }
  shelf.refused("a truth value of 2", {"GGUF-3"}, "broken-header",
                with_entry(entry("k", 7, {2})).recipe());
  for (const unsigned depth : {1u, 8u}) {
    const File file = with_entry(nested(depth));
    shelf.listed(std::to_string(depth) + " arrays in one another", {"GGUF-4"}, "deep-nesting",
                 file.recipe(), {plain[0] + std::to_string(file.start()) + " 54"});
  }
  for (const unsigned depth : {9u, 40u})
    shelf.refused(std::to_string(depth) + " arrays in one another", {"GGUF-4", "GGUF-15"},
                  "deep-nesting", with_entry(nested(depth)).recipe());
  shelf.refused("an empty key", {"GGUF-5"}, "broken-header",
                with_entry(entry("", 4, le32(1))).recipe());
  File twice = rich();
  twice.entries.push_back(entry("general.name", 4, le32(1)));
  shelf.refused("a key twice", {"GGUF-5"}, "duplicate-name", twice.recipe());
  for (const std::uint32_t bad : {0u, 3u, 33u, 1u << 21, 1u << 31, 0xffffffffu})
    shelf.refused("alignment " + std::to_string(bad), {"GGUF-6"}, "odd-alignment",
                  with_entry(alignment_entry(bad)).recipe());
  shelf.refused("an alignment of 64 bits", {"GGUF-6"}, "odd-alignment",
                with_entry(entry("general.alignment", 10, le64(32))).recipe());
  shelf.refused("an alignment in words", {"GGUF-6"}, "odd-alignment",
                with_entry(entry("general.alignment", 8, text("32"))).recipe());
}

void tensors(const Shelf& shelf) {
  shelf.refused("a name of 64 bytes", {"GGUF-7"}, "hostile-text",
                with_tensor({std::string(64, 'n'), {256}, 34, 0}, 64).recipe());
  File twice = rich();
  twice.tensors[5].name = "a";
  shelf.refused("two tensors of one name", {"GGUF-7"}, "duplicate-name", twice.recipe());
  const std::vector<std::vector<std::uint64_t>> bad_dims{
      {},          {256, 1, 1, 1, 1}, std::vector<std::uint64_t>(9, 1), {0, 1, 1, 1}, {256, 0},
      {256, 1, 0}, {256, 1, 1, 0}};
  for (const auto& dims : bad_dims)
    shelf.refused(std::to_string(dims.size()) + " dimensions, or one of them 0", {"GGUF-8"},
                  "broken-header", with_tensor({"w", dims, 34, 0}, 64).recipe());
  const std::uint64_t k42 = (std::uint64_t{1} << 42) + 1;
  struct Wide {
    std::vector<std::uint64_t> dims;
    std::uint32_t id;
    RefusalName name;
  };
  const Wide wide[] = {{{256, k42}, 34, RefusalName::Size},
                       {{std::uint64_t{1} << 22, k42}, 0, RefusalName::Header},
                       {{kHuge, 4}, 24, RefusalName::Header},
                       {{kHuge, 2}, 24, RefusalName::Header},
                       {{kHuge}, 0, RefusalName::Header},
                       {{kAll, kAll, kAll, kAll}, 34, RefusalName::Header},
                       {{std::uint64_t{1} << 32, std::uint64_t{1} << 32}, 0, RefusalName::Header}};
  for (const Wide& one : wide)
    shelf.refused("dimensions whose product or size does not fit", {"GGUF-8", "GGUF-13"},
                  "overflowing-dimensions", with_tensor({"w", one.dims, one.id, 0}, 64).recipe(),
                  one.name);
  const std::vector<Tensor> parts{{"w", {896}, 34, 0},    {"w", {128, 2}, 34, 0},
                                  {"w", {64, 2}, 142, 0}, {"w", {64}, 143, 0},
                                  {"w", {200}, 35, 0},    {"w", {16, 2}, 8, 0}};
  for (const Tensor& tensor : parts)
    shelf.refused("a row that is no whole blocks, though all of it may be", {"GGUF-9"},
                  "shape-mismatch", with_tensor(tensor, 224).recipe());
}

void offsets(const Shelf& shelf) {
  for (const std::uint64_t second : {0u, 32u, 96u, 108u, 129u, 160u, 1024u}) {
    File file = with_tensor({"a", {256, 2}, 34, 0}, 4096);
    file.tensors.push_back({"b", {256}, 34, second});
    shelf.refused("the second tensor at " + std::to_string(second) + ", not at 128", {"GGUF-11"},
                  "gap-or-overlap", file.recipe());
  }
  shelf.refused("the first tensor not at 0", {"GGUF-11"}, "gap-or-overlap",
                with_tensor({"a", {256}, 34, 32}, 96).recipe());
  for (const std::uint64_t second : {0u, 33u}) {
    File file = with_tensor({"a", {5}, 107, 0}, 128);
    file.tensors.push_back({"b", {256}, 34, second});
    shelf.refused("behind an unknown type the offset goes up and is aligned", {"GGUF-11"},
                  "gap-or-overlap", file.recipe());
  }
  for (const std::uint64_t offset : {kAll - 31, kHuge, std::uint64_t{1} << 63, kAll})
    for (const std::uint32_t id : {34u, 107u})
      shelf.refused("an offset of " + std::to_string(offset) + " wraps with the size",
                    {"GGUF-13", "GGUF-15"}, "hostile-offset",
                    with_tensor({"w", {256}, id, offset}, 64).recipe(), RefusalName::Size);
  shelf.refused("a tensor of 54,000 bytes in 64", {"GGUF-13"}, "cut-file",
                with_tensor({"w", {256, 1000}, 34, 0}, 64).recipe(), RefusalName::Size);
  for (const std::uint64_t more : {1u, 31u, 32u, 64u}) {
    File file = rich();
    file.data += more;
    shelf.refused(std::to_string(more) + " bytes behind the last tensor", {"GGUF-13"}, "cut-file",
                  file.recipe(), RefusalName::Size);
  }
}

// The file of all types, cut off everywhere: in its header, its padding, its data.
void cuts(Collector& to) {
  const File file = rich();
  const Bytes head = file.header();
  const std::uint64_t whole = file.start() + file.data;
  for (std::uint64_t size = 0; size < whole; size += size < head.size() ? 7 : 61) {
    Parts parts{hex(Bytes(
        head.begin(),
        head.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(size, head.size()))))};
    if (size > head.size()) parts.push_back(repeat({0x00}, size - head.size()));
    const bool data = size >= head.size();
    const Shelf shelf{to, "gguf", size % 5 == 0 ? Level::core : Level::full};
    shelf.refused(std::to_string(size) + " of " + std::to_string(whole) + " bytes",
                  {"GGUF-13", "GGUF-15"}, "cut-file", {std::move(parts), {}},
                  data ? RefusalName::Size : RefusalName::Header);
  }
}

}  // namespace

void draft_hostile_gguf(Collector& to) {
  const Shelf shelf{to};
  heads(shelf);
  keys(shelf);
  tensors(shelf);
  offsets(shelf);
  cuts(to);
}

}  // namespace tritproof::golden
