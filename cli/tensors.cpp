// SPDX-License-Identifier: Apache-2.0
#include "cli/tensors.h"

#include <charconv>

#include "cli/console.h"
#include "cli/suggest.h"

namespace tritproof::cli {

using container::Loaded;

void add_input_options(CLI::App& command, InputOptions& options) {
  command.add_option("--tensor", options.tensor, "Take this tensor only");
  command.add_option("--shape", options.shape, "N,K of a raw file");
  command.add_option("--from", options.from, "Format of a raw file, above its suffix");
  command.add_option("--id42", options.id42,
                     "How a GGUF's type id 42 is to be read: q2_0 or pq2_0");
  command.add_flag("--other-layout", options.other_layout,
                   "Read q8 and q4_1 in their second layout");
}

std::optional<spec::Geometry> parse_pair(const std::string& text) {
  spec::Geometry pair;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, pair.n);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != ',') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, pair.k);
  if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
  return pair;
}

std::vector<std::string_view> format_names() {
  std::vector<std::string_view> names;
  for (const spec::FormatRow& row : spec::kFormats) names.push_back(row.name);
  return names;
}

namespace {

std::expected<std::optional<spec::Format>, std::string> parse_format(const char* option,
                                                                     const std::string& name) {
  if (name.empty()) return std::nullopt;
  if (const auto format = spec::format_named(name)) return format;
  return std::unexpected(std::string(option) + ": no format '" + for_terminal(name) + "'" +
                         suggestion(name, format_names()));
}

}  // namespace

std::expected<container::OpenOptions, std::string> parsed(const InputOptions& options) {
  container::OpenOptions out;
  const auto from = parse_format("--from", options.from);
  if (!from) return std::unexpected(from.error());
  const auto id42 = parse_format("--id42", options.id42);
  if (!id42) return std::unexpected(id42.error());
  out.from = *from;
  out.id42 = *id42;
  if (options.shape.empty()) return out;
  out.shape = parse_pair(options.shape);
  if (!out.shape)
    return std::unexpected("--shape: want N,K as in 17408,5120, got '" +
                           for_terminal(options.shape) + "'");
  return out;
}

Loaded<std::unique_ptr<container::Model>> open_file(const std::filesystem::path& path,
                                                    const container::OpenOptions& options) {
  container::OpenOptions known = options;
  if (!known.shape) known.shape = container::indexed_shape(path);
  auto model = container::open_model(path, known);
  if (!model) return std::unexpected(model.error());
  return std::make_unique<container::Model>(*std::move(model));
}

Loaded<convert::StoredTensor> stored(const container::Model& model,
                                     const container::TensorInfo& tensor, spec::Layout layout) {
  if (tensor.refusal) return std::unexpected(*tensor.refusal);
  const auto* format = std::get_if<spec::Format>(&tensor.type);
  if (format == nullptr)
    return std::unexpected<container::Failure>(
        spec::Refusal{spec::RefusalName::NoSuchConversion,
                      1,
                      {},
                      tensor.name,
                      "a tensor of a format that is decoded here",
                      container::name_of(tensor.type)});
  if (layout == spec::Layout::other && !spec::row_of(*format).second_layout)
    return std::unexpected<container::Failure>(spec::Refusal{spec::RefusalName::NoSuchConversion,
                                                             1,
                                                             {},
                                                             tensor.name,
                                                             "a format with a second layout",
                                                             container::name_of(tensor.type)});
  return convert::StoredTensor{
      *format, layout, tensor.geometry, &model.source(), tensor.offset, model.side_table(), 0};
}

double bits_a_weight(const container::TensorInfo& tensor) {
  const double weights =
      static_cast<double>(tensor.geometry.n) * static_cast<double>(tensor.geometry.k);
  return weights == 0.0 ? 0.0 : static_cast<double>(tensor.bytes) * 8.0 / weights;
}

std::string no_such_tensor(const container::Model& model, const std::string& name) {
  std::vector<std::string_view> names;
  for (const container::TensorInfo& tensor : model.tensors()) names.push_back(tensor.name);
  return "no tensor '" + for_terminal(name) + "'" + for_terminal(suggestion(name, names));
}

}  // namespace tritproof::cli
