// SPDX-License-Identifier: Apache-2.0
#include "cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "spec/formats.h"

namespace tritproof::cli {
namespace {

// Length of the UTF-8 sequence at the front of `text`, or 0 if it is broken or a control.
std::size_t printable(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return lead >= 0x20 && lead != 0x7f ? 1 : 0;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 0;
  if (lead > 0xf4 || length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return 0;
  // C1 controls, and the marks that turn the direction of text around.
  const auto second = static_cast<unsigned char>(text[1]);
  if (lead == 0xc2 && second < 0xa0) return 0;
  if (lead == 0xe2 && (second == 0x80 || second == 0x81)) return 0;
  return length;
}

std::string describe_place(const spec::Place& place) {
  return fmt::format("byte {} bit {}, row {}, column {} (tile {},{})", place.byte, place.bit,
                     place.n, place.k, place.n / spec::kTileRows, place.k / spec::kTileColumns);
}

}  // namespace

std::string for_terminal(std::string_view untrusted) {
  std::string out;
  while (!untrusted.empty()) {
    const std::size_t length = printable(untrusted);
    if (length == 0)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(untrusted[0]));
    else
      out += untrusted.substr(0, length);
    untrusted.remove_prefix(length == 0 ? 1 : length);
  }
  return out;
}

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void complain(std::string_view text) {
  std::fflush(stdout);
  fmt::print(stderr, "tritproof: {}\n", text);
}

std::string describe(const spec::Refusal& refusal, std::string_view subject) {
  const spec::RefusalRow& row = spec::row_of(refusal.name);
  std::string text = fmt::format("{}: {}: {}", for_terminal(subject), row.name, row.sentence);
  if (!refusal.where.empty()) text += "\n  where: " + for_terminal(refusal.where);
  if (refusal.count > 1) text += fmt::format("\n  count: {}", refusal.count);
  for (const spec::Place& place : refusal.places) text += "\n  at " + describe_place(place);
  if (!refusal.expected.empty()) text += "\n  expected: " + for_terminal(refusal.expected);
  if (!refusal.got.empty()) text += "\n  got: " + for_terminal(refusal.got);
  return text;
}

int report(const container::Failure& failure, std::string_view subject) {
  if (const auto* refusal = std::get_if<spec::Refusal>(&failure)) {
    complain(describe(*refusal, subject));
    return kDiffers;
  }
  complain(for_terminal(std::get<container::CannotRun>(failure).what));
  return kCannotRun;
}

int finish(int exit) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit;
  fmt::print(stderr, "tritproof: cannot write the output: {}\n", std::strerror(errno));
  return kCannotRun;
}

void Progress::show(std::string_view text) {
  if (::isatty(STDERR_FILENO) == 0) return;
  const std::lock_guard lock(mutex_);
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{}", text);
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace tritproof::cli
