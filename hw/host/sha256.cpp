// SPDX-License-Identifier: Apache-2.0
#include "hw/host/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

#include "hw/host/handles.h"

namespace tritproof::host {
namespace {

constexpr std::size_t kPieceBytes = 1 << 16;

template <class Free>
EVP_MD_CTX* context_of(const std::unique_ptr<void, Free>& context) {
  return static_cast<EVP_MD_CTX*>(context.get());
}

void must(int worked) {
  if (worked != 1) throw std::bad_alloc();
}

}  // namespace

void Sha256::Free::operator()(void* context) const {
  ::EVP_MD_CTX_free(static_cast<EVP_MD_CTX*>(context));
}

Sha256::Sha256() : context_(::EVP_MD_CTX_new()) {
  must(context_ != nullptr ? 1 : 0);
  must(::EVP_DigestInit_ex(context_of(context_), ::EVP_sha256(), nullptr));
}

void Sha256::update(std::span<const std::uint8_t> bytes) {
  must(::EVP_DigestUpdate(context_of(context_), bytes.data(), bytes.size()));
}

void Sha256::update(std::string_view text) {
  must(::EVP_DigestUpdate(context_of(context_), text.data(), text.size()));
}

std::string Sha256::hex() const {
  Sha256 copy;
  must(::EVP_MD_CTX_copy_ex(context_of(copy.context_), context_of(context_)));
  std::array<std::uint8_t, 32> digest{};
  must(::EVP_DigestFinal_ex(context_of(copy.context_), digest.data(), nullptr));
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const std::uint8_t byte : digest) {
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

std::string sha256_of(std::string_view text) {
  Sha256 hash;
  hash.update(text);
  return hash.hex();
}

std::expected<std::string, std::string> sha256_of_file(const std::filesystem::path& path) {
  const Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const auto failed = [&] {
    return std::unexpected(path.string() + " cannot be read: " + std::strerror(errno));
  };
  if (!file.open()) return failed();
  Sha256 hash;
  std::vector<std::uint8_t> piece(kPieceBytes);
  while (true) {
    const ssize_t got = ::read(file.get(), piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed();
    if (got == 0) return hash.hex();
    hash.update(std::span(piece).first(static_cast<std::size_t>(got)));
  }
}

}  // namespace tritproof::host
