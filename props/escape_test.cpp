// SPDX-License-Identifier: Apache-2.0
#include "cli/escape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <regex>
#include <vector>

namespace tritproof::cli {
namespace {

// Pieces that mean something to a sink, and ones that are half of something.
constexpr std::string_view kPieces[] = {"</script>",
                                        "<!--",
                                        "]]>",
                                        "<script>alert(1)</script>",
                                        "&amp;",
                                        "&#0;",
                                        "\"",
                                        "'",
                                        "<",
                                        ">",
                                        "&",
                                        "::error::",
                                        "::stop-commands::x",
                                        "::set-output name=a::b",
                                        "%0A",
                                        "%",
                                        ",",
                                        ":",
                                        "\r",
                                        "\n",
                                        "\r\n",
                                        "\t",
                                        "|",
                                        "`",
                                        "```\n",
                                        "[a](javascript:b)",
                                        "![a](http://b)",
                                        "*",
                                        "_",
                                        "# ",
                                        "\\",
                                        "\\`",
                                        "~~~",
                                        "@somebody",
                                        "\x1b[2J",
                                        "\x1b]0;title\x07",
                                        "\x9b",
                                        "\x7f",
                                        "\xc2\x9b",
                                        "\xe2\x80\xae",
                                        "\xe2\x81\xa6",
                                        "\xe2\x80\xa8",
                                        "\xd8\x9c",
                                        "\xef\xbb\xbf",
                                        "\xef\xbf\xbe",
                                        "\xef\xbf\xbf",
                                        "\xed\xa0\x80",
                                        "\xc0\xaf",
                                        "\xe0\x80\xaf",
                                        "\xf0\x80\x80\xaf",
                                        "\xf4\x90\x80\x80",
                                        "\xf5\x80\x80\x80",
                                        "\xe2\x82",
                                        "\xff",
                                        "\xc3\xa4",
                                        "\xe6\x97\xa5",
                                        "\xf0\x9f\x98\x80",
                                        "name"};
constexpr std::size_t kTexts = 20'000;

/// Hostile texts, the same in every run: pieces and random bytes, NUL among them.
std::vector<std::string> hostile_texts() {
  std::mt19937 random(1);  // its sequence is fixed by the standard
  std::vector<std::string> texts;
  for (const std::string_view piece : kPieces) texts.emplace_back(piece);
  while (texts.size() < kTexts) {
    std::string text;
    for (std::size_t parts = random() % 8; parts-- != 0;)
      if (random() % 4 == 0)
        text += static_cast<char>(random() % 256);
      else
        text += kPieces[random() % std::size(kPieces)];
    texts.push_back(std::move(text));
  }
  return texts;
}

// Another reader's word on UTF-8: it refuses what is none.
bool is_utf8(const std::string& text) {
  try {
    return !nlohmann::json(text).dump(-1, ' ', true).empty();
  } catch (const nlohmann::json::type_error&) {
    return false;
  }
}

bool has_control(std::string_view text, std::string_view but = {}) {
  return std::ranges::any_of(text, [but](char c) {
    return (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) &&
           but.find(c) == std::string_view::npos;
  });
}

// Checks a sink over all texts; the first that escapes is shown.
template <class Sink, class Safe>
void holds(const Sink& sink, const Safe& safe) {
  for (const std::string& text : hostile_texts()) {
    const std::string out = sink(text);
    ASSERT_TRUE(is_utf8(out) && safe(out)) << testing::PrintToString(text) << "\n became " << out;
  }
}

TEST(Escape, ATerminalGetsOneLineWithoutControlsOrTurnedText) {
  holds(for_terminal, [](const std::string& out) {
    const bool turned = out.find("\xe2\x80\xae") != std::string::npos ||
                        out.find("\xe2\x81\xa6") != std::string::npos ||
                        out.find("\xd8\x9c") != std::string::npos ||
                        out.find("\xc2\x9b") != std::string::npos;
    return !has_control(out) && !turned;
  });
}

TEST(Escape, XmlHoldsNoMarkupAndNoCharacterThatItForbids) {
  const std::regex text(R"re((?:[^<>&"']|&#[0-9]+;)*)re");
  holds(for_xml, [&text](const std::string& out) {
    return std::regex_match(out, text) && !has_control(out, "\n") &&
           out.find("\xef\xbf\xbe") == std::string::npos &&
           out.find("\xef\xbf\xbf") == std::string::npos;
  });
}

TEST(Escape, MarkdownHoldsNoCharacterThatIsNotTakenByItsWord) {
  const std::regex text(
      R"re((?:[^\\`*_{}\[\]<>()#+=.!|&~@:$-]|\\[\\`*_{}\[\]<>()#+=.!|&~@:$-])*)re");
  holds(for_markdown, [&text](const std::string& out) {
    return std::regex_match(out, text) && !has_control(out);
  });
}

TEST(Escape, ACommandOfALogStaysOneLineAndItsPropertiesApart) {
  const std::regex message(R"re((?:[^%]|%25|%0A)*)re");
  const std::regex property(R"re((?:[^%:,]|%25|%0A|%3A|%2C)*)re");
  holds(for_ci_log, [&message](const std::string& out) {
    return std::regex_match(out, message) && !has_control(out);
  });
  holds(for_ci_property, [&property](const std::string& out) {
    return std::regex_match(out, property) && !has_control(out);
  });
}

TEST(Escape, AScriptElementHoldsTheSameJsonAndNoMarkup) {
  for (const std::string& text : hostile_texts()) {
    const auto replace = nlohmann::json::error_handler_t::replace;
    const std::string json = nlohmann::json(text).dump(-1, ' ', true, replace);
    const std::string out = for_script(json);
    ASSERT_EQ(out.find_first_of("<>&"), std::string::npos) << out;
    ASSERT_EQ(nlohmann::json::parse(out), nlohmann::json::parse(json)) << out;
  }
}

TEST(Escape, NamesThatLookAlikeAreShownApart) {
  EXPECT_EQ(for_terminal("a\xc2\xad"), "a\\xc2\\xad");
  EXPECT_EQ(for_terminal("a\xf3\xa0\x80\xa0"), "a\\xf3\\xa0\\x80\\xa0");
  EXPECT_EQ(for_terminal("a\xe1\xa0\x8e"), "a\\xe1\\xa0\\x8e");
}

TEST(Escape, WhatIsReadableStaysAsItIs) {
  EXPECT_EQ(for_terminal("blk.0.ffn_down \xc3\xa4 \xe6\x97\xa5 \xf0\x9f\x98\x80"),
            "blk.0.ffn_down \xc3\xa4 \xe6\x97\xa5 \xf0\x9f\x98\x80");
  EXPECT_EQ(for_terminal("a\x1b[2J\n"), "a\\x1b[2J\\x0a");
  EXPECT_EQ(for_xml("a<b\n&"), "a&#60;b\n&#38;");
  EXPECT_EQ(for_ci_log("100%\nrow 0: x"), "100%25%0Arow 0: x");
  EXPECT_EQ(for_ci_property("a:b,c"), "a%3Ab%2Cc");
  EXPECT_EQ(for_markdown("tq1_0|x"), "tq1\\_0\\|x");
  // Alone these are a link, a list and a formula.
  EXPECT_EQ(for_markdown("www.a.b"), "www\\.a\\.b");
  EXPECT_EQ(for_markdown("- $a$"), "\\- \\$a\\$");
}

}  // namespace
}  // namespace tritproof::cli
