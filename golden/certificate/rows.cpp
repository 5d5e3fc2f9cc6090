// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/rows.h"

#include "golden/certificate/fields.h"
#include "golden/certificate/process.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {

std::expected<Row, std::string> parse_row(std::string_view text) {
  constexpr std::string_view kNotApplicable = "n/a:";
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string_view::npos || equals + 1 == text.size())
    return std::unexpected("a row is NAME=COMMAND or NAME=n/a:REASON");
  std::string_view rest = text.substr(equals + 1);
  if (text.size() > kMostText || kept_text(text) != text)
    return std::unexpected("a row is one line of at most 4096 bytes");
  Row row;
  row.name = text.substr(0, equals);
  if (!rest.starts_with(kNotApplicable)) {
    row.command = rest;
    return row;
  }
  row.not_applicable = rest.substr(kNotApplicable.size());
  if (row.not_applicable.empty())
    return std::unexpected("a row that is not applicable has a reason");
  return row;
}

Row run_row(Row row) {
  if (row.command.empty()) return row;
  Sha256 digest;
  Program program;
  program.argv = {"/bin/sh", "-c", row.command};
  program.output = [&](std::span<const std::uint8_t> piece) {
    digest.update(piece);
    row.bytes += piece.size();
  };
  const auto ended = run_program(program);
  row.ended = ended && ended->in_time;
  row.exit = row.ended ? static_cast<std::uint64_t>(ended->exit) : 0;
  row.sha256 = digest.finish_hex();
  return row;
}

}  // namespace tritproof::golden
