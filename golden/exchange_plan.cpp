// SPDX-License-Identifier: Apache-2.0
#include "golden/exchange_plan.h"

#include <fmt/format.h>

#include <algorithm>

#include "golden/hex.h"
#include "golden/vector_json.h"
#include "hw/protocol/sizes.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Op;

std::vector<Format> formats_of(const ExportOptions& options) {
  std::vector<Format> formats;
  for (const spec::FormatRow& row : spec::kFormats)
    if (options.formats.empty() ||
        std::ranges::find(options.formats, row.id) != options.formats.end())
      formats.push_back(row.id);
  return formats;
}

std::vector<Op> ops_of(const ExportOptions& options) {
  std::vector<Op> ops;
  for (std::size_t i = 0; i < spec::kOpNames.size(); ++i)
    if (const auto op = static_cast<Op>(i + 1);
        options.ops.empty() || std::ranges::find(options.ops, op) != options.ops.end())
      ops.push_back(op);
  return ops;
}

template <class T>
bool holds(const std::vector<T>& all, T one) {
  return std::ranges::find(all, one) != all.end();
}

// FRAME-8: neither the request nor the answer passes a frame.
bool fits(const Vector& vector) {
  constexpr std::uint64_t most = protocol::kMaxPayloadBytes - protocol::kRequestPrefixBytes;
  const auto input = recipe_bytes(vector.question.input);
  if (!input || *input > most) return false;
  if (const auto* digest = std::get_if<Digest>(&vector.expected))
    return digest->bytes <= protocol::kMaxPayloadBytes;
  return true;
}

template <class T, class Name>
std::string list(const std::vector<T>& all, Name name) {
  std::string text;
  for (const T one : all) {
    if (!text.empty()) text += ",";
    text += name(one);
  }
  return text;
}

Bytes head_frame(const Suite& suite, const ExportOptions& options, std::uint64_t records) {
  const std::string text =
      fmt::format("suite={}\nlevel={}\nformats={}\nops={}\nrecords={}\n", suite.sha256,
                  kLevelNames[static_cast<std::size_t>(options.level)],
                  list(formats_of(options), [](Format f) { return spec::row_of(f).name; }),
                  list(ops_of(options), [](Op op) { return spec::name_of(op); }), records);
  const protocol::HeaderBytes header =
      protocol::encode_header({protocol::Kind::hello, 0, 0, 0, 0, text.size()});
  Bytes frame(header.begin(), header.end());
  frame.insert(frame.end(), text.begin(), text.end());
  return frame;
}

std::unexpected<Fault> broken(std::string expected, std::string_view got) {
  return std::unexpected(
      Fault{"broken-frame", "byte 0", std::move(expected), std::string(got.substr(0, 80))});
}

/// The value of the next line, whose key is known.
std::optional<std::string_view> take(std::string_view& text, std::string_view key) {
  const std::size_t end = text.find('\n');
  if (end == text.npos || !text.starts_with(key) || text.substr(key.size(), 1) != "=")
    return std::nullopt;
  const std::string_view value = text.substr(key.size() + 1, end - key.size() - 1);
  text.remove_prefix(end + 1);
  return value;
}

template <class T, class Named>
bool read_list(std::string_view text, Named find, std::vector<T>& out) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::optional<T> one = find(text.substr(0, end));
    if (!one) return false;
    out.push_back(*one);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return !out.empty();
}

}  // namespace

ExchangePlan plan_exchange(const Suite& suite, const ExportOptions& options) {
  ExchangePlan plan;
  const std::vector<Format> formats = formats_of(options);
  const std::vector<Op> ops = ops_of(options);
  for (const Vector& vector : suite.vectors) {
    const Question& question = vector.question;
    if (question.level > options.level || !holds(formats, question.format) ||
        !holds(ops, question.op))
      continue;
    if (fits(vector))
      plan.records.push_back({&vector, 0});
    else
      ++plan.left_out;
  }
  plan.vectors = plan.records.size();
  for (const Format format : formats)
    for (Probe& probe : probes_of(format)) {
      if (!holds(ops, probe.question.op)) continue;
      plan.records.push_back({nullptr, plan.probes.size()});
      plan.probes.push_back(std::move(probe));
    }
  plan.head = head_frame(suite, options, plan.records.size());
  return plan;
}

std::expected<ExchangeHead, Fault> parse_exchange_head(std::span<const std::uint8_t> start) {
  const auto header = protocol::parse_header(start);
  if (!header) return broken("a hello frame", protocol::sentence_of(header.error().fault));
  if (header->kind != protocol::Kind::hello || header->length > kMostHeadBytes ||
      header->length > start.size() - protocol::kHeaderBytes)
    return broken("the first frame of the requests", "another frame");
  std::string_view text(reinterpret_cast<const char*>(start.data()) + protocol::kHeaderBytes,
                        header->length);
  ExchangeHead head;
  const auto suite = take(text, "suite");
  const auto level = take(text, "level");
  const auto formats = take(text, "formats");
  const auto ops = take(text, "ops");
  const auto records = take(text, "records");
  const auto known = named<Level>(kLevelNames, level.value_or(""));
  if (!suite || !is_sha256_hex(*suite) || !known || !formats || !ops || !records || !text.empty() ||
      !read_list(
          *formats, [](auto name) { return spec::format_named(name); }, head.options.formats) ||
      !read_list(
          *ops, [](auto name) { return spec::op_named(name); }, head.options.ops))
    return broken("the lines suite, level, formats, ops and records", "others");
  head.suite = *suite;
  head.options.level = *known;
  head.bytes = protocol::kHeaderBytes + header->length;
  return head;
}

}  // namespace tritproof::golden
