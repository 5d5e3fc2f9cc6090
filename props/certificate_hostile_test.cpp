// SPDX-License-Identifier: Apache-2.0
#include <sys/stat.h>

#include "golden/certificate/process.h"
#include "golden/certificate/signature.h"
#include "props/certificate_fixture.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;
using HostileCertificates = CertificateTest;
using SignedCertificates = CertificateTest;

/// An SSH key that lives as long as its folder.
fs::path throwaway_key(const fs::path& folder) {
  Program program;
  program.argv = {"ssh-keygen", "-q", "-t", "ed25519", "-N",
                  "",           "-C", "",   "-f",      (folder / "key").string()};
  const auto ended = run_program(program);
  EXPECT_TRUE(ended && ended->exit == 0) << "ssh-keygen is needed";
  return folder / "key";
}

fs::path allowed(const fs::path& folder, const std::string& options) {
  std::ifstream in(folder / "key.pub");
  const std::string key{std::istreambuf_iterator<char>(in), {}};
  std::ofstream(folder / "allowed") << "me@example.org " << options << key;
  return folder / "allowed";
}

// Every file, at its ends, in the middle and in between.
TEST_F(HostileCertificates, NameTheFileInWhichOneByteChanged) {
  certify_second();
  std::size_t flips = 0;
  for (const std::string& file : files()) {
    const std::string text = read(file);
    if (text.empty()) continue;
    for (const std::size_t at :
         {std::size_t{0}, text.size() / 3, text.size() / 2, text.size() - 1}) {
      std::string changed = text;
      changed[at] = static_cast<char>(changed[at] ^ 0x10);
      write(file, changed);
      const Checked checked = check_made();
      ASSERT_FALSE(checked.faults.empty()) << file << " byte " << at;
      EXPECT_TRUE(std::ranges::any_of(checked.faults,
                                      [&file](const Fault& fault) {
                                        return fault.where == file ||
                                               fault.where.starts_with(file + " ");
                                      }))
          << file << " byte " << at << ": " << words(checked);
      ++flips;
    }
    write(file, text);
  }
  EXPECT_GT(flips, 50u);
  EXPECT_EQ(names(check_made()), "intact");
}

TEST_F(HostileCertificates, NeedEveryFileOfTheirs) {
  certify_second();
  for (const std::string& file : files()) {
    const std::string text = read(file);
    fs::remove(made() / file);
    const Checked checked = check_made();
    ASSERT_FALSE(checked.intact()) << file;
    EXPECT_EQ(checked.faults.front().name, "missing-file") << words(checked);
    EXPECT_EQ(checked.faults.front().where, file);
    write(file, text);
  }
}

TEST_F(HostileCertificates, HoldNothingButTheirFiles) {
  certify_second();
  const auto with = [this](const char* name, const auto& add) {
    add();
    const std::string found = names(check_made());
    fs::remove_all(made() / name);
    return found;
  };
  EXPECT_EQ(with("note.txt", [this] { write("note.txt", "hello"); }), "extra-file");
  EXPECT_EQ(with("outputs/x", [this] { write("outputs/x", "hello"); }), "extra-file");
  EXPECT_EQ(with("more", [this] { fs::create_directory(made() / "more"); }), "unknown-file");
  EXPECT_EQ(with("pipe", [this] { ::mkfifo((made() / "pipe").c_str(), 0600); }), "not-a-file");
  EXPECT_EQ(with("link", [this] { fs::create_symlink("log.txt", made() / "link"); }), "link");
  EXPECT_EQ(with("link", [this] { fs::create_hard_link(made() / "log.txt", made() / "link"); }),
            "link");
  EXPECT_EQ(names(check_made()), "intact");
}

TEST_F(HostileCertificates, HoldNoLinkInPlaceOfAFile) {
  certify_second();
  fs::rename(made() / "log.txt", folder() / "elsewhere");
  fs::create_symlink(folder() / "elsewhere", made() / "log.txt");
  EXPECT_EQ(names(check_made()), "link");
  fs::rename(made() / "outputs", folder() / "outputs");
  fs::remove(made() / "log.txt");
  fs::rename(folder() / "elsewhere", made() / "log.txt");
  fs::create_directory_symlink(folder() / "outputs", made() / "outputs");
  EXPECT_EQ(names(check_made()), "link");
}

TEST_F(HostileCertificates, HoldEachLineOnceAndInOrder) {
  certify_second();
  const std::string text = read("results.jsonl");
  const std::size_t first = text.find('\n') + 1;
  const std::size_t second = text.find('\n', first) + 1;
  const std::string line = text.substr(0, first);
  const auto with = [this](const std::string& changed) {
    write("results.jsonl", changed);
    reseal();
    return names(check_made());
  };
  EXPECT_EQ(with(text.substr(first, second - first) + line + text.substr(second)), "order");
  EXPECT_EQ(with(line + text), "duplicated-line");
  EXPECT_NE(with(text.substr(first)).find("missing-line"), std::string::npos);
  EXPECT_EQ(with(text.substr(0, text.size() - 1)), "torn-line");
  std::string stranger = line;
  stranger.replace(stranger.find("t2-"), 3, "t9-");
  EXPECT_EQ(with(text + stranger), "unknown-line");
  EXPECT_EQ(with(text), "intact");
}

TEST_F(HostileCertificates, CannotCallAFailureAPass) {
  Changed wrong(wrong_once(2));
  certify_or_fail(ask_of(wrong));
  EXPECT_TRUE(forge("results.jsonl", R"("verdict":"mismatch","policy":"")",
                    R"("verdict":"pass","policy":"conforming")"));
  EXPECT_NE(names(check_made()).find("wrong-verdict"), std::string::npos) << words(check_made());
}

TEST_F(HostileCertificates, CannotCallAFailureNotDeclared) {
  Changed wrong(wrong_once(0));
  certify_or_fail(ask_of(wrong));
  EXPECT_TRUE(forge("certificate.json", "ops=decode:t2,", "ops="));
  EXPECT_NE(names(check_made()), "intact");
}

TEST_F(HostileCertificates, CannotCountOrSumUpOtherwise) {
  certify_second();
  const std::string certificate = read("certificate.json");
  EXPECT_TRUE(forge("certificate.json", "\"not_declared\": ", "\"not_declared\": 1"));
  EXPECT_EQ(names(check_made()), "not-canonical") << "the headline follows from the counts";
  write("certificate.json", certificate);
  EXPECT_TRUE(forge("certificate.txt", "PASS", "NICE"));
  EXPECT_EQ(names(check_made()), "other-summary");
  write("certificate.txt", "NICE" + read("certificate.txt").substr(4));
  std::string summary = read("certificate.txt");
  write("certificate.txt", summary.replace(0, 4, "PASS"));
  EXPECT_TRUE(forge("statement.json", "t2 decode", "t2 sums"));
  EXPECT_EQ(names(check_made()), "other-statement");
}

TEST(HostileTexts, OfCertificatesAreRefusedByName) {
  const auto refused = [](std::string_view text) {
    const auto parsed = parse_certificate(text);
    return parsed ? std::string("read") : parsed.error().name;
  };
  EXPECT_EQ(refused(""), "broken-json");
  EXPECT_EQ(refused("{}"), "missing-key");
  EXPECT_EQ(refused("[]"), "wrong-kind");
  EXPECT_EQ(refused("{\"a\":1,\"a\":2}"), "duplicate-key");
  EXPECT_EQ(refused(std::string(100000, '[')), "too-deep");
  EXPECT_EQ(refused("{\"_type\":\"\xff\"}"), "broken-json");
  EXPECT_EQ(refused(std::string(kMostCertificateBytes + 1, ' ')), "too-long");
}

TEST(HostileTexts, OfResultsAndSumsAreRefusedByName) {
  const auto line = [](std::string_view text) {
    const auto parsed = parse_results(text);
    return parsed ? std::string("read") : parsed.error().name;
  };
  EXPECT_EQ(line(""), "read");
  EXPECT_EQ(line("{}"), "torn-line");
  EXPECT_EQ(line("{}\n"), "missing-key");
  EXPECT_EQ(line(write_result({"x", {}, "", 1, 0}) + "\n"), "broken-json");
  EXPECT_EQ(line(" " + write_result({"x", {}, "", 1, 0})), "not-canonical");
  EXPECT_EQ(line(write_result({"x", {}, "", 1, 0})), "read");
  const std::string digest(64, 'a');
  const auto sums = [](std::string_view text) {
    const auto parsed = parse_sums(text);
    return parsed ? std::string("read") : parsed.error().name;
  };
  EXPECT_EQ(sums(digest + "  log.txt\n"), "read");
  EXPECT_EQ(sums(digest + "  ../log.txt\n"), "unknown-file");
  EXPECT_EQ(sums(digest + "  outputs/x\n"), "unknown-file");
  EXPECT_EQ(sums(digest + "  log.txt\n" + digest + "  log.txt\n"), "duplicated-file");
  EXPECT_EQ(sums(digest + "  statement.json\n" + digest + "  log.txt\n"), "order");
  EXPECT_EQ(sums(digest + " log.txt\n"), "malformed");
  EXPECT_EQ(sums(digest), "malformed");
}

TEST_F(SignedCertificates, SayWhoSignedThem) {
  Ask ask = ask_of(*second_);
  ask.key = throwaway_key(folder());
  certify_or_fail(ask);
  EXPECT_TRUE(check_made().signature.starts_with("SIGNED by an unknown key, ED25519 key SHA256:"))
      << check_made().signature;
  CheckAsk checking = check_ask();
  checking.allowed_signers = allowed(folder(), "namespaces=\"tritproof\" ");
  const Checked checked = check(checking);
  EXPECT_TRUE(checked.intact()) << words(checked);
  EXPECT_TRUE(checked.signature.starts_with("SIGNED by me@example.org, ED25519 key SHA256:"))
      << checked.signature;
  checking.allowed_signers = allowed(folder(), "namespaces=\"git\" ");
  EXPECT_EQ(names(check(checking)), "bad-signature");
  std::ofstream(folder() / "allowed") << "";
  EXPECT_EQ(names(check(checking)), "bad-signature");
  checking.allowed_signers = folder() / "nowhere";
  EXPECT_TRUE(check(checking).cannot_run);
}

TEST_F(SignedCertificates, AreNeededWhereSignersAreNamed) {
  certify_second();
  throwaway_key(folder());
  CheckAsk checking = check_ask();
  checking.allowed_signers = allowed(folder(), "");
  EXPECT_EQ(names(check(checking)), "unsigned");
}

TEST_F(SignedCertificates, NeedEveryByteOfTheirSignature) {
  Ask ask = ask_of(*second_);
  ask.key = throwaway_key(folder());
  certify_or_fail(ask);
  const std::string file(kSignatureFile);
  const std::string text = read(file);
  // The last letters of base64 hold bits that no reader needs.
  const std::size_t last_letter = text.find_last_not_of("=\n", text.find("\n-----END"));
  for (const std::size_t at : {std::size_t{3}, text.size() / 2, last_letter, text.size() - 1}) {
    for (const int bit : {1, 4}) {
      std::string changed = text;
      changed[at] = static_cast<char>(changed[at] ^ bit);
      write(file, changed);
      EXPECT_EQ(names(check_made()), "bad-signature") << "byte " << at;
    }
  }
  write(file, text + "\n");
  EXPECT_EQ(names(check_made()), "bad-signature");
  write(file, text);
  EXPECT_EQ(names(check_made()), "intact");
}

TEST_F(SignedCertificates, DoNotLendTheirSignatureToOtherSums) {
  Ask ask = ask_of(*second_);
  ask.key = throwaway_key(folder());
  certify_or_fail(ask);
  write("log.txt", "changed");
  reseal();
  const Checked checked = check_made();
  EXPECT_EQ(names(checked), "bad-signature");
  EXPECT_TRUE(checked.signature.starts_with("BAD SIGNATURE: ")) << checked.signature;
}

}  // namespace
}  // namespace tritproof::golden
