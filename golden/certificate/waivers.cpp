// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/waivers.h"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "golden/certificate/fields.h"
#include "golden/certificate/sums.h"
#include "golden/flags.h"

namespace tritproof::golden {
namespace {

Waiver waiver_of(StrictReader& reader, const Json& entry, const std::string& where) {
  Fields fields(reader, entry, where);
  Waiver waiver;
  const bool by_flag = entry.is_object() && entry.contains("flag");
  (by_flag ? waiver.flag : waiver.id) = fields.text(by_flag ? "flag" : "id");
  waiver.owner = fields.text("owner");
  waiver.reason = fields.text("reason");
  waiver.expires = fields.text("expires");
  fields.finish();
  if (waiver.owner.empty()) fields.wrong("owner", "somebody who answers for it", "nobody");
  if (waiver.reason.empty()) fields.wrong("reason", "a reason", "none");
  if (!is_day(waiver.expires)) fields.wrong("expires", "a day, YYYY-MM-DD", waiver.expires);
  if (by_flag && flag_named(waiver.flag) == nullptr)
    fields.wrong("flag", "a flag of the suite", waiver.flag);
  return waiver;
}

}  // namespace

std::expected<std::vector<Waiver>, Fault> parse_waivers(std::string_view text) {
  const auto document = parse_file(text, kWaiversFile, kMostWaiversBytes);
  if (!document) return std::unexpected(document.error());
  StrictReader reader;
  Fields fields(reader, *document, "");
  std::vector<Waiver> waivers;
  for (const Json& entry : fields.list("waivers"))
    waivers.push_back(waiver_of(reader, entry, "entry " + std::to_string(waivers.size() + 1)));
  fields.finish();
  if (waivers.empty()) fields.wrong("waivers", "at least one", "none");
  if (!reader.good()) return std::unexpected(in_file(kWaiversFile, *reader.fault()));
  return waivers;
}

bool waives(const Waiver& waiver, const Vector& vector) {
  if (!waiver.id.empty()) return waiver.id == vector.id;
  return std::ranges::find(vector.question.flags, waiver.flag) != vector.question.flags.end();
}

bool holds_on(const Waiver& waiver, std::string_view day) { return day <= waiver.expires; }

bool is_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  int parts[3]{};
  const std::size_t starts[] = {0, 5, 8};
  const std::size_t lengths[] = {4, 2, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string_view part = text.substr(starts[i], lengths[i]);
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), parts[i]);
    if (error != std::errc() || end != part.data() + part.size() || part[0] == '-') return false;
  }
  return std::chrono::year_month_day(std::chrono::year(parts[0]),
                                     std::chrono::month(static_cast<unsigned>(parts[1])),
                                     std::chrono::day(static_cast<unsigned>(parts[2])))
      .ok();
}

}  // namespace tritproof::golden
