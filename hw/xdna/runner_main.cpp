// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cstdio>
#include <optional>
#include <span>
#include <string_view>

#include "hw/xdna/serve.h"

// tritproof-xdna-runner --map FILE [--map FILE]... [--device N] [--setup-ms N] [--run-ms N]
// Answers requests (stdin, stdout) with kernels on an XDNA NPU; README.md says how. Exit status: 0;
// 1 for a broken frame or pipe, or after the device failed; 2 for wrong usage.

namespace {

using tritproof::xdna::Options;

std::optional<unsigned> number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool take(std::string_view key, const char* text, Options& options) {
  if (key == "--map") return options.maps.emplace_back(text), true;
  const auto value = number(text);
  if (!value) return false;
  if (key == "--device") return options.device = *value, true;
  if (*value == 0) return false;
  if (key == "--setup-ms") return options.setup = std::chrono::milliseconds(*value), true;
  if (key == "--run-ms") return options.run = std::chrono::milliseconds(*value), true;
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span args(argv, static_cast<std::size_t>(argc));
  Options options;
  bool right = argc > 1 && argc % 2 == 1;
  for (std::size_t i = 1; right && i + 1 < args.size(); i += 2)
    right = take(args[i], args[i + 1], options);
  if (right && !options.maps.empty()) return tritproof::xdna::serve(options);
  std::fputs(
      "usage: tritproof-xdna-runner --map FILE [--map FILE]... [--device N] [--setup-ms N] "
      "[--run-ms N]\n",
      stderr);
  return 2;
}
