// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "codec/container/gguf_reader.h"
#include "codec/container/q4nx_reader.h"
#include "codec/container/raw.h"
#include "golden/judge.h"
#include "golden/judge_refusal.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

/// A file's text as one printable word.
std::string word_of(std::string_view untrusted) {
  std::string word;
  for (const char c : untrusted) {
    if (c > ' ' && c <= '~' && c != '%')
      word += c;
    else
      word += fmt::format("%{:02x}", static_cast<unsigned char>(c));
  }
  return word;
}

std::string line_of(const container::TensorInfo& tensor) {
  std::string line = fmt::format("{} {} {} {} {} {}", word_of(tensor.name),
                                 word_of(container::name_of(tensor.type)), tensor.geometry.n,
                                 tensor.geometry.k, tensor.offset, tensor.bytes);
  if (tensor.refusal) line += " " + std::string(spec::row_of(tensor.refusal->name).name);
  return line;
}

container::Loaded<container::Model> open(const FileQuestion& question,
                                         std::span<const std::uint8_t> file) {
  auto source = container::memory_source(file);
  if (question.suffix == "gguf") return container::read_gguf(std::move(source), question.id42);
  if (question.suffix == "safetensors" || question.suffix == "q4nx")
    return container::read_q4nx(std::move(source), question.shape);
  const auto format = spec::format_named(question.suffix);
  if (!format)
    return std::unexpected(container::Failure(
        container::CannotRun{"no reader for files with the suffix " + word_of(question.suffix)}));
  auto model = container::raw_model(std::move(source), nullptr, *format, question.shape, "raw");
  if (!model) return std::unexpected(container::Failure(std::move(model.error())));
  return *std::move(model);
}

std::string digest_of(const FileOutcome& outcome) {
  if (const auto* refusal = std::get_if<spec::Refusal>(&outcome))
    return sha256_hex(spec::row_of(refusal->name).name);
  Sha256 sha;
  for (const std::string& line : std::get<Listing>(outcome)) sha.update(line + "\n");
  return sha.finish_hex();
}

std::string listing_difference(const Listing& expected, const Listing& got) {
  const auto [one, other] = std::ranges::mismatch(expected, got);
  if (one == expected.end() && other == got.end()) return {};
  const auto line = [](auto at, auto end) { return at == end ? std::string("nothing") : *at; };
  return fmt::format("tensor {}: expected {}, got {}", one - expected.begin(),
                     line(one, expected.end()), line(other, got.end()));
}

}  // namespace

FileOutcome read_container(const FileQuestion& question, std::span<const std::uint8_t> file) {
  const auto model = open(question, file);
  if (!model) {
    if (const auto* refusal = std::get_if<spec::Refusal>(&model.error())) return *refusal;
    return Trouble{Verdict::setup_error, std::get<container::CannotRun>(model.error()).what};
  }
  Listing listing;
  for (const container::TensorInfo& tensor : model->tensors()) listing.push_back(line_of(tensor));
  return listing;
}

Judged judge_file(const FileVector& vector, std::span<const std::uint8_t> file) {
  const FileOutcome outcome = read_container(vector.question, file);
  if (const auto* trouble = std::get_if<Trouble>(&outcome))
    return {trouble->verdict, trouble->what, {}};
  Judged judged{Verdict::mismatch, {}, digest_of(outcome)};
  const auto* refusal = std::get_if<ExpectedRefusal>(&vector.expected);
  const auto* refused = std::get_if<spec::Refusal>(&outcome);
  if (refusal != nullptr && refused != nullptr)
    judged.what = refusal_difference(*refusal, *refused);
  else if (refusal != nullptr)
    judged.what = fmt::format("expected the refusal {}, got {} tensors",
                              spec::row_of(refusal->name).name, std::get<Listing>(outcome).size());
  else if (refused != nullptr)
    judged = {
        Verdict::refused,
        fmt::format("expected {} tensors, got the refusal {}",
                    std::get<Listing>(vector.expected).size(), spec::row_of(refused->name).name),
        judged.sha256};
  else
    judged.what =
        listing_difference(std::get<Listing>(vector.expected), std::get<Listing>(outcome));
  if (judged.what.empty()) judged.verdict = Verdict::pass;
  return judged;
}

}  // namespace tritproof::golden
