// SPDX-License-Identifier: Apache-2.0
#include "codec/container/q4nx_header.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "codec/container/refuse.h"
#include "codec/container/sorted_names.h"

namespace tritproof::container {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kJsonStart = 8;  ///< bytes of the length before the JSON

/// Where in the one allowed structure the parser stands. Nothing nests deeper, so that depth needs
/// no further cap.
enum class Level : std::uint8_t { outside, root, metadata, tensor, numbers, done };

class Handler : public nlohmann::json_sax<Json> {
 public:
  Q4nxHeader header;
  std::optional<spec::Refusal> refused;

  bool null() override { return fail("null"); }
  bool boolean(bool) override { return fail("a truth value"); }
  bool number_integer(number_integer_t) override { return fail("a negative number"); }
  bool number_float(number_float_t, const string_t& text) override { return fail(cut(text)); }
  bool binary(binary_t&) override { return fail("binary"); }

  bool number_unsigned(number_unsigned_t value) override {
    if (level_ != Level::numbers) return fail("a number");
    numbers_->push_back(value);
    return true;
  }

  bool string(string_t& value) override {
    if (level_ == Level::metadata) {
      header.metadata.back().second = value;
      return true;
    }
    if (level_ != Level::tensor || key_ != "dtype") return fail("a text");
    header.entries.back().dtype = value;
    return true;
  }

  bool start_object(std::size_t) override {
    if (level_ == Level::outside) return enter(Level::root);
    if (level_ != Level::root) return fail("an object");
    seen_ = {};
    return enter(key_ == "__metadata__" ? Level::metadata : Level::tensor);
  }

  bool end_object() override {
    if (level_ == Level::root) return enter(Level::done);
    if (level_ == Level::tensor && !(seen_.dtype && seen_.shape && seen_.offsets))
      return fail("a tensor that lacks one of them");
    return enter(Level::root);
  }

  bool start_array(std::size_t) override {
    if (level_ != Level::tensor || key_ == "dtype") return fail("an array");
    Q4nxEntry& entry = header.entries.back();
    numbers_ = key_ == "shape" ? &entry.shape : &entry.offsets;
    return enter(Level::numbers);
  }

  bool end_array() override { return enter(Level::tensor); }

  bool key(string_t& value) override {
    key_ = value;
    if (level_ == Level::root) return root_key();
    if (level_ == Level::tensor) return tensor_key();
    header.metadata.emplace_back(value, std::string());
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception&) override {
    refused = refusal(spec::RefusalName::Header, "JSON header", "well-formed JSON",
                      "at " + cut(token), kJsonStart + position - (position > 0 ? 1 : 0));
    return false;
  }

 private:
  struct Seen {
    bool dtype = false;
    bool shape = false;
    bool offsets = false;
  };

  bool enter(Level level) {
    level_ = level;
    return true;
  }

  bool root_key() {
    if (key_ != "__metadata__") {
      header.entries.push_back({key_, {}, {}, {}});
      return true;
    }
    if (std::exchange(metadata_seen_, true)) return fail("__metadata__ a second time");
    return true;
  }

  bool tensor_key() {
    bool* seen = key_ == "dtype"          ? &seen_.dtype
                 : key_ == "shape"        ? &seen_.shape
                 : key_ == "data_offsets" ? &seen_.offsets
                                          : nullptr;
    if (seen == nullptr) return fail("the key " + cut(key_));
    if (std::exchange(*seen, true)) return fail(key_ + " a second time");
    return true;
  }

  std::string where() const {
    if (level_ == Level::metadata) return "__metadata__";
    if (level_ == Level::tensor || level_ == Level::numbers)
      return "tensor " + cut(header.entries.back().name);
    return "JSON header";
  }

  bool fail(std::string got) {
    constexpr std::string_view kTensor = "dtype, shape and data_offsets, and nothing else";
    const bool tensor = level_ == Level::tensor;
    const std::string expected = tensor                      ? std::string(kTensor)
                                 : level_ == Level::metadata ? "texts"
                                 : level_ == Level::numbers  ? "whole numbers from 0 to 2^64 - 1"
                                                             : "an object of tensors";
    refused = refusal(spec::RefusalName::Header, where(), expected, std::move(got));
    return false;
  }

  Level level_ = Level::outside;
  std::string key_;
  Seen seen_;
  bool metadata_seen_ = false;
  std::vector<std::uint64_t>* numbers_ = nullptr;
};

spec::Refusal twice(std::string where) {
  return refusal(spec::RefusalName::Header, std::move(where), "each name once", "it a second time");
}

}  // namespace

spec::Result<Q4nxHeader> parse_q4nx_header(std::span<const std::uint8_t> bytes) {
  if (bytes.empty() || bytes.front() != '{')
    return std::unexpected(refusal(spec::RefusalName::Header, "JSON header", "a first byte of {",
                                   bytes.empty() ? "nothing" : fmt::format("{:#04x}", bytes[0]),
                                   kJsonStart));
  Handler handler;
  // As characters: libc++ has no traits of other bytes.
  const auto* text = reinterpret_cast<const char*>(bytes.data());
  const bool whole = Json::sax_parse(text, text + bytes.size(), &handler);
  if (handler.refused) return std::unexpected(std::move(*handler.refused));
  if (!whole)
    return std::unexpected(refusal(spec::RefusalName::Header, "JSON header", "well-formed JSON",
                                   "something else", kJsonStart));
  Q4nxHeader& header = handler.header;
  if (const auto again = repeated(header.entries, &Q4nxEntry::name))
    return std::unexpected(twice("tensor " + cut(header.entries[*again].name)));
  if (const auto again = repeated(header.metadata, &TextPair::first))
    return std::unexpected(twice("__metadata__ " + cut(header.metadata[*again].first)));
  return std::move(header);
}

}  // namespace tritproof::container
