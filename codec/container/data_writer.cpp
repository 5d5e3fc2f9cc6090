// SPDX-License-Identifier: Apache-2.0
#include "codec/container/data_writer.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "codec/container/refuse.h"

namespace tritproof::container {

std::expected<void, Failure> DataWriter::put(std::span<const std::uint8_t> bytes) {
  if (auto done = sink_->append(bytes); !done)
    return std::unexpected(Failure(std::move(done.error())));
  return {};
}

std::expected<void, Failure> DataWriter::close_full() {
  static constexpr std::array<std::uint8_t, 4096> kZeros{};
  while (current_ < promises_.size() && written_ == promises_[current_].bytes) {
    std::uint64_t left = promises_[current_].padding;
    while (left != 0) {
      const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(left, kZeros.size()));
      if (auto done = put(std::span(kZeros).first(count)); !done) return done;
      left -= count;
    }
    ++current_;
    written_ = 0;
  }
  return {};
}

std::expected<void, Failure> DataWriter::append(std::span<const std::uint8_t> bytes) {
  if (auto done = close_full(); !done) return done;
  if (bytes.empty()) return {};
  const bool over = current_ == promises_.size();
  const std::uint64_t room = over ? 0 : promises_[current_].bytes - written_;
  if (bytes.size() > room)
    return std::unexpected(Failure(
        refusal(spec::RefusalName::Size, over ? "data" : "tensor " + cut(promises_[current_].name),
                fmt::format("at most {} more bytes", room), fmt::format("{}", bytes.size()))));
  if (auto done = put(bytes); !done) return done;
  written_ += bytes.size();
  return close_full();
}

std::expected<void, Failure> DataWriter::finish() {
  if (auto done = close_full(); !done) return done;
  if (current_ == promises_.size()) return {};
  const Promise& promise = promises_[current_];
  return std::unexpected(
      Failure(refusal(spec::RefusalName::Size, "tensor " + cut(promise.name),
                      fmt::format("{} bytes", promise.bytes), fmt::format("{}", written_))));
}

}  // namespace tritproof::container
