// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/gguf_bytes.h"

namespace tritproof::golden::gguf {

Bytes joined(std::initializer_list<Bytes> parts) {
  Bytes all;
  for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Bytes le64(std::uint64_t number) {
  return joined(
      {le32(static_cast<std::uint32_t>(number)), le32(static_cast<std::uint32_t>(number >> 32))});
}

Bytes text(std::string_view words) {
  return joined({le64(words.size()), Bytes(words.begin(), words.end())});
}

Bytes entry(std::string_view key, std::uint32_t type, const Bytes& value) {
  return joined({text(key), le32(type), value});
}

Bytes alignment_entry(std::uint32_t alignment) {
  return entry("general.alignment", 4, le32(alignment));
}

Bytes File::header() const {
  Bytes out =
      joined({{'G', 'G', 'U', 'F'}, le32(version), le64(tensors.size()), le64(entries.size())});
  for (const Bytes& one : entries) out = joined({out, one});
  for (const Tensor& tensor : tensors) {
    out = joined({out, text(tensor.name), le32(static_cast<std::uint32_t>(tensor.dims.size()))});
    for (const std::uint64_t dim : tensor.dims) out = joined({out, le64(dim)});
    out = joined({out, le32(tensor.id), le64(tensor.offset)});
  }
  return out;
}

std::uint64_t File::start() const {
  const std::uint64_t size = header().size();
  return alignment == 0 ? size : (size + alignment - 1) / alignment * alignment;
}

Recipe File::recipe() const {
  const Bytes head = header();
  Parts parts{hex(head)};
  if (start() != head.size()) parts.push_back(repeat({0x00}, start() - head.size()));
  if (data != 0) parts.push_back(repeat({0x5a}, data));
  return {std::move(parts), {}};
}

File with_entry(Bytes one) {
  File file;
  file.entries.push_back(std::move(one));
  file.tensors = {{"w", {256, 1}, 34, 0}};
  file.data = 64;
  return file;
}

File with_tensor(Tensor tensor, std::uint64_t data) {
  File file;
  file.tensors.push_back(std::move(tensor));
  file.data = data;
  return file;
}

File rich() {
  File file;
  file.entries = {entry("general.name", 8, text("tiny")), alignment_entry(32),
                  entry("a", 9, joined({le32(2), le64(3), {1, 0, 2, 0, 3, 0}})),
                  entry("x.unknown", 12, le64(0x7ff8000000000001))};
  file.tensors = {{"a", {256, 2}, 34, 0},       {"b", {256, 1}, 35, 128}, {"c", {64, 1}, 42, 224},
                  {"d", {128, 1, 2}, 142, 256}, {"e", {128}, 143, 352},   {"f", {3}, 0, 384},
                  {"g", {32}, 2, 416},          {"h", {5}, 107, 448},     {"i", {7}, 30, 512}};
  file.data = 544;
  return file;
}

Listing rich_listing() {
  struct Line {
    std::string_view head;
    std::uint64_t offset, bytes;
  };
  constexpr Line kLines[] = {
      {"a tq1_0 2 256", 0, 108},  {"b tq2_0 1 256", 128, 66},  {"c q2_0 1 64", 224, 18},
      {"d pq2_0 2 128", 256, 68}, {"e ptq1_0 1 128", 352, 28}, {"f f32 1 3", 384, 12},
      {"g q4_0 1 32", 416, 18},   {"h id%20107 1 5", 448, 64}, {"i bf16 1 7", 512, 14}};
  const std::uint64_t start = rich().start();
  Listing listing;
  for (const Line& line : kLines)
    listing.push_back(std::string(line.head) + " " + std::to_string(start + line.offset) + " " +
                      std::to_string(line.bytes));
  return listing;
}

void Shelf::put(FileQuestion question, std::variant<Listing, ExpectedRefusal> expected) const {
  question.level = level;
  question.suffix = suffix;
  to.put(FileDraft{std::move(question), std::move(expected)});
}

void Shelf::listed(std::string why, Rules rules, std::string flag, Recipe input, Listing listing,
                   std::optional<spec::Format> id42) const {
  FileQuestion question;
  question.id42 = id42;
  question.input = std::move(input);
  question.rules = std::move(rules);
  question.flags = {std::move(flag)};
  question.why = std::move(why);
  put(std::move(question), std::move(listing));
}

void Shelf::refused(std::string why, Rules rules, std::string flag, Recipe input,
                    spec::RefusalName name, std::optional<spec::Format> id42) const {
  FileQuestion question;
  question.id42 = id42;
  question.input = std::move(input);
  question.rules = std::move(rules);
  question.flags = {std::move(flag)};
  question.why = std::move(why);
  put(std::move(question), ExpectedRefusal{name, 0, {}});
}

}  // namespace tritproof::golden::gguf
