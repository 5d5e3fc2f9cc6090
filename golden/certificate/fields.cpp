// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/fields.h"

#include <algorithm>
#include <array>

#include "golden/hex.h"

namespace tritproof::golden {
namespace {

constexpr std::size_t kMostQuoted = 80;

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7f; }

bool is_plain(const Json& value) {
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return text.size() <= kMostText && std::ranges::none_of(text, is_control);
}

}  // namespace

void Fields::wrong(std::string_view key, std::string_view expected, std::string_view got) {
  reader_.fail("wrong-value", std::string(key), std::string(expected),
               std::string(got.substr(0, kMostQuoted)));
}

std::string Fields::text(std::string_view key) {
  const Json& value = need(key);
  if (is_plain(value)) return value.get<std::string>();
  wrong(key, "a line of text of at most 4096 bytes", shown(value));
  return {};
}

std::vector<std::string> Fields::texts(std::string_view key) {
  std::vector<std::string> all;
  for (const Json& value : list(key)) {
    if (!is_plain(value)) wrong(key, "lines of text of at most 4096 bytes", shown(value));
    if (!reader_.good()) return {};
    all.push_back(value.get<std::string>());
  }
  return all;
}

bool Fields::truth(std::string_view key) {
  const Json& value = need(key);
  if (value.is_boolean()) return value.get<bool>();
  wrong(key, "true or false", shown(value));
  return false;
}

std::string Fields::digest(std::string_view key) {
  std::string value = text(key);
  if (!value.empty() && !is_sha256_hex(value)) wrong(key, "64 lower-case hex digits", value);
  return value;
}

Fault in_file(std::string_view file, Fault fault) {
  fault.where = std::string(file) + (fault.where.empty() ? "" : ", " + fault.where);
  return fault;
}

std::expected<Json, Fault> parse_file(std::string_view text, std::string_view file,
                                      std::size_t most) {
  if (text.size() > most)
    return std::unexpected(Fault{"too-long", std::string(file),
                                 "at most " + std::to_string(most) + " bytes",
                                 std::to_string(text.size())});
  auto document = parse_strict(text);
  if (!document) return std::unexpected(in_file(file, std::move(document.error())));
  return document;
}

std::optional<Fault> same_text(std::string_view text, std::string_view rewritten,
                               std::string_view file) {
  if (text == rewritten) return std::nullopt;
  const auto differ = std::ranges::mismatch(text, rewritten).in1 - text.begin();
  return Fault{"not-canonical", std::string(file), "the text that this tool writes",
               "another from byte " + std::to_string(differ)};
}

std::string json_text(const Json& document, int indent) {
  return document.dump(indent, ' ', false, Json::error_handler_t::replace);
}

std::string kept_text(std::string_view text) {
  std::string plain;
  for (const char byte : text.substr(0, kMostText)) {
    if (!is_control(byte))
      plain += byte;
    else
      plain += "\\x" + to_hex(std::array{static_cast<std::uint8_t>(byte)});
  }
  // Replacement marks are longer than the bytes that they stand for, so the cut comes last.
  std::string kept = Json::parse(json_text(plain, -1)).get<std::string>();
  if (kept.size() <= kMostText) return kept;
  std::size_t cut = kMostText;
  while (cut > 0 && (static_cast<unsigned char>(kept[cut]) & 0xc0) == 0x80) --cut;
  kept.resize(cut);
  return kept;
}

}  // namespace tritproof::golden
