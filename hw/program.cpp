// SPDX-License-Identifier: Apache-2.0
#include "hw/program.h"

#include <system_error>

namespace tritproof::hw {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

fs::path program(std::string_view built, std::string_view name) {
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / name;
  return !error && is_file(beside) ? beside : fs::path(built);
}

}  // namespace tritproof::hw
