// SPDX-License-Identifier: Apache-2.0
#include "cli/console.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "spec/formats.h"

namespace tritproof::cli {
namespace {

// A full disk behind stderr is no reason to end: fmt::print would throw.
void say(const std::string& text) { std::fputs(text.c_str(), stderr); }

std::string describe_place(const spec::Place& place) {
  return fmt::format("byte {} bit {}, row {}, column {} (tile {},{})", place.byte, place.bit,
                     place.n, place.k, place.n / spec::kTileRows, place.k / spec::kTileColumns);
}

}  // namespace

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void complain(std::string_view text) {
  std::fflush(stdout);
  say("tritproof: " + std::string(text) + "\n");
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
  if (interrupted()) complain("interrupted: this is what was done until then");
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
    return interrupted() ? kInterrupted : exit;
  say("tritproof: cannot write the output: " + std::string(std::strerror(errno)) + "\n");
  return kCannotRun;
}

void Progress::show(std::string_view text) {
  if (::isatty(STDERR_FILENO) == 0) return;
  // A line that wraps could not be taken back.
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  const std::lock_guard lock(mutex_);
  shown_ = true;
  say("\r\x1b[K" + std::string(text.substr(0, known ? size.ws_col - 1u : text.size())));
}

void Progress::clear() {
  const std::lock_guard lock(mutex_);
  if (shown_) say("\r\x1b[K");
  shown_ = false;
}

}  // namespace tritproof::cli
