// SPDX-License-Identifier: Apache-2.0
#include "cli/page.h"

#include <nlohmann/json.hpp>

#include "cli/escape.h"

namespace tritproof::cli {
namespace {

// Made by the build from the files in cli/page/.
constexpr std::string_view kPage =
#include "page.html.inc"
    ;
constexpr std::string_view kStyle =
#include "style.css.inc"
    ;
constexpr std::string_view kScript =
#include "script.js.inc"
    ;

void put(std::string& page, std::string_view mark, std::string_view text) {
  if (const auto at = page.find(mark); at != std::string::npos) page.replace(at, mark.size(), text);
}

}  // namespace

std::string page_of(const nlohmann::json& parts) {
  std::string page(kPage);
  put(page, "@STYLE@", kStyle);
  put(page, "@SCRIPT@", kScript);
  put(page, "@DATA@",
      for_script(parts.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)));
  return page;
}

std::string page_of(std::string_view kind, std::string_view text) {
  using nlohmann::json;
  return page_of(
      json::array({{{"kind", kind}, {"name", kind}, {"data", json::parse(text, nullptr, false)}}}));
}

}  // namespace tritproof::cli
