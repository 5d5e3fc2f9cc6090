// SPDX-License-Identifier: Apache-2.0
#include "fuzz/seeds/seeds.h"

#include <fstream>
#include <string>

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

// Seconds are generous: sanitizers, and machines that do other things as well.
std::string options_of(const Target& target) {
  return "[libfuzzer]\nmax_len = " + std::to_string(target.most_bytes) +
         "\nlen_control = 0\ntimeout = 25\n";
}

}  // namespace

bool write_bytes(const fs::path& path, std::span<const std::uint8_t> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  file.close();
  return !file.fail();
}

bool write_seeds(const fs::path& folder, const Target& target) {
  const fs::path own = folder / target.name;
  std::error_code error;
  fs::create_directories(own, error);
  const auto seeds = target.seeds();
  for (const Seed& seed : seeds)
    if (!write_bytes(own / seed.name, seed.bytes)) return false;
  const std::string options = options_of(target);
  const auto* text = reinterpret_cast<const std::uint8_t*>(options.data());
  return !seeds.empty() && write_bytes(own.string() + ".options", {text, options.size()});
}

}  // namespace tritproof::fuzz
