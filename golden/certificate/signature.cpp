// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/signature.h"

#include <openssl/evp.h>

#include <fstream>

#include "codec/subject.h"
#include "golden/certificate/process.h"
#include "hw/host/handles.h"

namespace tritproof::golden {
namespace {

constexpr std::string_view kBegin = "-----BEGIN SSH SIGNATURE-----\n";
constexpr std::string_view kEnd = "-----END SSH SIGNATURE-----\n";
constexpr std::size_t kArmourLine = 70;
constexpr std::size_t kMostWords = 4096;
constexpr const char* kNamespace = "tritproof";

struct Said {
  int exit = 0;
  std::string words;  ///< its standard output
};

std::expected<Said, std::string> keygen(std::vector<std::string> arguments,
                                        const std::string& input, bool quiet) {
  Said said;
  Program program;
  program.argv = {"ssh-keygen", "-Y"};
  program.argv.insert(program.argv.end(), arguments.begin(), arguments.end());
  program.input = input;
  program.quiet = quiet;
  program.output = [&said](std::span<const std::uint8_t> piece) {
    if (said.words.size() < kMostSignatureBytes) said.words.append(piece.begin(), piece.end());
  };
  const auto ended = run_program(program);
  if (!ended) return std::unexpected(ended.error());
  if (!ended->in_time) return std::unexpected("ssh-keygen did not end");
  said.exit = ended->exit;
  return said;
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, std::min({text.find('\n'), text.size(), kMostWords})));
}

/// "ED25519 key SHA256:…" from ssh-keygen's sentence about a good signature.
std::string key_of(std::string_view words) {
  const std::string line = first_line(words);
  const std::size_t with = line.rfind(" with ");
  return with == std::string::npos ? line : line.substr(with + 6);
}

std::unexpected<NotSigned> cannot(std::string what) {
  return std::unexpected(NotSigned{true, std::move(what)});
}

std::unexpected<NotSigned> not_good(std::string what) {
  return std::unexpected(NotSigned{false, std::move(what)});
}

}  // namespace

std::expected<std::string, std::string> sign_text(const std::filesystem::path& key,
                                                  const std::string& text) {
  const auto said = keygen({"sign", "-q", "-f", key.string(), "-n", kNamespace}, text, false);
  if (!said) return std::unexpected(said.error());
  if (said->exit != 0 || !is_plain_armour(said->words))
    return std::unexpected("ssh-keygen did not sign with " + key.string());
  return said->words;
}

std::expected<std::string, NotSigned> verify_signature(
    const std::string& signature, const std::string& text,
    const std::optional<std::filesystem::path>& allowed_signers) {
  if (!is_plain_armour(signature)) return not_good("it is not the armour of an SSH signature");
  // ssh-keygen wants the signature in a file; ours holds the bytes that were looked at.
  const host::TempFolder folder;
  const std::string file = folder.path() + "/signature";
  if (folder.path().empty() || !(std::ofstream(file, std::ios::binary) << signature).flush())
    return cannot("no temporary file could be written");
  const auto good = keygen({"check-novalidate", "-n", kNamespace, "-s", file}, text, true);
  if (!good) return cannot(good.error());
  if (good->exit != 0) return not_good("it is not a signature of these SHA256SUMS");
  if (!allowed_signers) return key_of(good->words);
  if (!std::filesystem::is_regular_file(*allowed_signers))
    return cannot("no file " + allowed_signers->string());
  const std::string allowed = allowed_signers->string();
  const auto who = keygen({"find-principals", "-s", file, "-f", allowed}, "", true);
  if (!who) return cannot(who.error());
  if (who->exit != 0) return not_good("no allowed signer has its key, " + key_of(good->words));
  const std::string name = first_line(who->words);
  const auto verified =
      keygen({"verify", "-n", kNamespace, "-I", name, "-s", file, "-f", allowed}, text, true);
  if (!verified) return cannot(verified.error());
  if (verified->exit != 0) return not_good(name + " is not allowed to sign certificates");
  return name + ", " + key_of(verified->words);
}

bool is_plain_armour(std::string_view text) {
  if (text.size() > kMostSignatureBytes || !text.starts_with(kBegin) || !text.ends_with(kEnd) ||
      text.size() <= kBegin.size() + kEnd.size())
    return false;
  std::string lines(text.substr(kBegin.size(), text.size() - kBegin.size() - kEnd.size()));
  std::string code;
  for (const char c : lines)
    if (c != '\n') code += c;
  if (code.empty() || code.size() % 4 != 0) return false;
  Bytes bytes(code.size() / 4 * 3);
  const auto* const from = reinterpret_cast<const unsigned char*>(code.data());
  if (EVP_DecodeBlock(bytes.data(), from, static_cast<int>(code.size())) < 0) return false;
  const std::size_t padding = code.size() - code.find_last_not_of('=') - 1;
  if (padding > 2) return false;
  Bytes again(code.size() + 1);
  EVP_EncodeBlock(again.data(), bytes.data(), static_cast<int>(bytes.size() - padding));
  std::string wanted;
  for (std::size_t i = 0; i < code.size(); ++i) {
    wanted += static_cast<char>(again[i]);
    if (i % kArmourLine == kArmourLine - 1 || i + 1 == code.size()) wanted += '\n';
  }
  return lines == wanted;
}

}  // namespace tritproof::golden
