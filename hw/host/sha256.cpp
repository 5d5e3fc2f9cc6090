// SPDX-License-Identifier: Apache-2.0
#include "hw/host/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

#include "hw/host/handles.h"

namespace tritproof {
namespace {

constexpr std::size_t kPieceBytes = 1 << 16;

EVP_MD_CTX* context_of(void* context) { return static_cast<EVP_MD_CTX*>(context); }

void must(int worked) {
  if (worked != 1) throw std::bad_alloc();
}

std::string hex_of(const Sha256Bytes& digest) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

}  // namespace

void Sha256::Free::operator()(void* context) const { EVP_MD_CTX_free(context_of(context)); }

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { start(); }

void Sha256::start() {
  // Found once: looking it up by name costs more than a block.
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  must(context_ != nullptr && algorithm != nullptr ? 1 : 0);
  must(EVP_DigestInit_ex2(context_of(context_.get()), algorithm, nullptr));
}

void Sha256::update(std::span<const std::uint8_t> bytes) {
  must(EVP_DigestUpdate(context_of(context_.get()), bytes.data(), bytes.size()));
}

void Sha256::update(std::string_view text) {
  must(EVP_DigestUpdate(context_of(context_.get()), text.data(), text.size()));
}

Sha256Bytes Sha256::finish() {
  Sha256Bytes digest{};
  must(EVP_DigestFinal_ex(context_of(context_.get()), digest.data(), nullptr));
  start();
  return digest;
}

std::string Sha256::finish_hex() { return hex_of(finish()); }

std::string Sha256::hex() const {
  Sha256 copy;
  must(EVP_MD_CTX_copy_ex(context_of(copy.context_.get()), context_of(context_.get())));
  return copy.finish_hex();
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

std::expected<std::string, std::string> sha256_of_file(const std::filesystem::path& path) {
  const host::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const auto failed = [&] {
    return std::unexpected(path.string() + " cannot be read: " + std::strerror(errno));
  };
  if (!file.open()) return failed();
  Sha256 sha;
  std::vector<std::uint8_t> piece(kPieceBytes);
  while (true) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed();
    if (got == 0) return sha.finish_hex();
    sha.update(std::span(piece).first(static_cast<std::size_t>(got)));
  }
}

}  // namespace tritproof
