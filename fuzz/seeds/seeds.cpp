// SPDX-License-Identifier: Apache-2.0
#include "fuzz/seeds/seeds.h"

#include <fstream>
#include <string>
#include <string_view>

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

bool write(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  return !file.fail();
}

// Seconds are generous: sanitizers, and machines that do other things as well.
std::string options_of(const Target& target) {
  return "[libfuzzer]\nmax_len = " + std::to_string(target.most_bytes) +
         "\nlen_control = 0\ntimeout = 25\n";
}

}  // namespace

bool write_seeds(const fs::path& folder, const Target& target) {
  const fs::path own = folder / target.name;
  std::error_code error;
  fs::create_directories(own, error);
  const auto seeds = target.seeds();
  for (const Seed& seed : seeds) {
    const auto* text = reinterpret_cast<const char*>(seed.bytes.data());
    if (!write(own / seed.name, {text, seed.bytes.size()})) return false;
  }
  return !seeds.empty() && write(own.string() + ".options", options_of(target));
}

}  // namespace tritproof::fuzz
