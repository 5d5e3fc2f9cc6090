// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// One function a sink for text that comes from a file or a child. What it answers is one line of
/// valid UTF-8 without controls (for_xml keeps line feeds), whatever the bytes.
namespace tritproof::cli {

/// For a terminal: control bytes, marks that turn the direction of text or that nobody sees, and
/// broken UTF-8 as \xNN.
std::string for_terminal(std::string_view untrusted);

/// Inside an XML text or a quoted attribute.
std::string for_xml(std::string_view untrusted);

/// Anywhere in a Markdown paragraph or a table's cell, its beginning too.
std::string for_markdown(std::string_view untrusted);

/// As the message of a workflow command of a CI log; line feeds become %0A.
std::string for_ci_log(std::string_view untrusted);
/// As a property of a workflow command.
std::string for_ci_property(std::string_view untrusted);

/// JSON, already ASCII, inside a script element: no sequence of characters ends it early.
std::string for_script(std::string_view json);

}  // namespace tritproof::cli
