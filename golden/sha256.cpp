// SPDX-License-Identifier: Apache-2.0
#include "golden/sha256.h"

#include <openssl/evp.h>

#include <algorithm>

#include "golden/hex.h"

namespace tritproof::golden {
namespace {

EVP_MD_CTX* context_of(void* context) { return static_cast<EVP_MD_CTX*>(context); }

}  // namespace

void Sha256::Free::operator()(void* context) const { EVP_MD_CTX_free(context_of(context)); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { start(); }

void Sha256::start() {
  // Found once: looking it up by name costs more than a block.
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  good_ = context_ != nullptr && algorithm != nullptr &&
          EVP_DigestInit_ex2(context_of(context_.get()), algorithm, nullptr) == 1;
}

void Sha256::update(std::span<const std::uint8_t> bytes) {
  good_ = good_ && EVP_DigestUpdate(context_of(context_.get()), bytes.data(), bytes.size()) == 1;
}

void Sha256::update(std::string_view text) {
  good_ = good_ && EVP_DigestUpdate(context_of(context_.get()), text.data(), text.size()) == 1;
}

Sha256Bytes Sha256::finish() {
  Sha256Bytes digest{};
  good_ = good_ && EVP_DigestFinal_ex(context_of(context_.get()), digest.data(), nullptr) == 1;
  if (!good_) digest.fill(0);
  start();
  return digest;
}

std::string Sha256::finish_hex() {
  const Sha256Bytes digest = finish();
  const bool failed = std::ranges::all_of(digest, [](std::uint8_t byte) { return byte == 0; });
  return failed ? std::string() : to_hex(digest);
}

std::string sha256_hex(std::span<const std::uint8_t> bytes) {
  Sha256 sha;
  sha.update(bytes);
  return sha.finish_hex();
}

std::string sha256_hex(std::string_view text) {
  Sha256 sha;
  sha.update(text);
  return sha.finish_hex();
}

}  // namespace tritproof::golden
