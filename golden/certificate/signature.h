// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

/// OpenSSH signatures over SHA256SUMS, by ssh-keygen -Y, which every laboratory has.
namespace tritproof::golden {

inline constexpr std::size_t kMostSignatureBytes = 65536;

/// Signs with the namespace tritproof; ssh-keygen may ask for the key's passphrase on the terminal.
/// The answer is the signature file's text, the error a sentence.
std::expected<std::string, std::string> sign_text(const std::filesystem::path& key,
                                                  const std::string& text);

/// Why a signature is not accepted.
struct NotSigned {
  bool cannot_run = false;  ///< there is no ssh-keygen, or no file of allowed signers
  std::string what;
};

/// Who signed the text: "me@example.org, ED25519 key SHA256:…" if a file of allowed signers is
/// given and holds the key, else the key alone.
std::expected<std::string, NotSigned> verify_signature(
    const std::string& signature, const std::string& text,
    const std::optional<std::filesystem::path>& allowed_signers);

/// Whether the text is the armour of a signature and nothing else: base64 in lines of 70, with no
/// bit that a reader would ignore.
bool is_plain_armour(std::string_view signature);

}  // namespace tritproof::golden
