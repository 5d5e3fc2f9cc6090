// SPDX-License-Identifier: Apache-2.0
#include "cli/outputs.h"

namespace tritproof::cli {

convert::Readable<void> InOrder::put(std::uint64_t offset, std::span<const std::uint8_t> bytes) {
  if (offset != written_)
    return std::unexpected(container::CannotRun{
        "rows of more than 262,144 columns cannot be written into blocks in order"});
  written_ += bytes.size();
  const auto done = append_(bytes);
  if (done) return {};
  if (const auto* cannot = std::get_if<container::CannotRun>(&done.error()))
    return std::unexpected(*cannot);
  return std::unexpected(container::CannotRun{"the container refused data of its own plan"});
}

bool same_file(const std::filesystem::path& in, const std::filesystem::path& out) {
  std::error_code error;
  return std::filesystem::equivalent(in, out, error) && !error;
}

}  // namespace tritproof::cli
