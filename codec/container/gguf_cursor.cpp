// SPDX-License-Identifier: Apache-2.0
#include "codec/container/gguf_cursor.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "codec/container/refuse.h"

namespace tritproof::container {
namespace {
constexpr std::uint64_t kWindow = std::uint64_t{1} << 16;
}

GgufCursor::GgufCursor(const Source& source, std::uint64_t cap)
    : source_(source), end_(std::min(source.size(), cap)) {}

void GgufCursor::fail(std::string expected, std::string got, std::uint64_t byte) {
  if (failure_) return;
  failure_ = refusal(spec::RefusalName::Header, where_, std::move(expected), std::move(got), byte);
}

bool GgufCursor::present(std::uint64_t count) {
  if (count > remaining()) {
    const bool capped = end_ < source_.size();
    fail(fmt::format("{} more bytes", count),
         fmt::format("{} before the end of {}", remaining(),
                     capped ? "what a header may take" : "the file"),
         position_);
  }
  return ok();
}

std::span<const std::uint8_t> GgufCursor::next(std::uint64_t most) {
  if (used_ == window_.size()) {
    window_.resize(static_cast<std::size_t>(std::min(kWindow, remaining())));
    used_ = 0;
    if (auto done = source_.read(position_, window_); !done) {
      failure_ = std::move(done.error());
      window_.clear();
      return {};
    }
  }
  const std::uint64_t left = window_.size() - used_;
  const auto count = static_cast<std::size_t>(std::min(most, left));
  const auto piece = std::span<const std::uint8_t>(window_).subspan(used_, count);
  used_ += count;
  position_ += count;
  if (capture_ != nullptr) capture_->insert(capture_->end(), piece.begin(), piece.end());
  return piece;
}

void GgufCursor::take(std::span<std::uint8_t> out) {
  if (!present(out.size())) return;
  while (!out.empty() && ok()) {
    const auto piece = next(out.size());
    std::ranges::copy(piece, out.begin());
    out = out.subspan(piece.size());
  }
}

void GgufCursor::skip(std::uint64_t count) {
  if (!present(count)) return;
  while (count != 0 && ok()) count -= next(count).size();
}

std::string GgufCursor::text(std::uint64_t cap) {
  const std::uint64_t at = position_;
  const std::uint64_t length = u64();
  if (length > cap)
    fail(fmt::format("at most {} bytes of text", cap), fmt::format("{}", length), at);
  if (!ok() || !present(length)) return {};
  std::string out(static_cast<std::size_t>(length), '\0');
  std::size_t filled = 0;
  while (filled < out.size() && ok()) {
    const auto piece = next(out.size() - filled);
    std::ranges::transform(piece, out.begin() + static_cast<std::ptrdiff_t>(filled),
                           [](std::uint8_t byte) { return static_cast<char>(byte); });
    filled += piece.size();
  }
  return out;
}

}  // namespace tritproof::container
