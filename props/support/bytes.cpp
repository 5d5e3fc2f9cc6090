// SPDX-License-Identifier: Apache-2.0
#include "props/support/bytes.h"

namespace tritproof::test {
namespace {

std::uint8_t digit_of(char c) {
  return static_cast<std::uint8_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
}

void append(Bytes& out, std::uint32_t word, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
}

}  // namespace

Bytes hex(std::string_view digits) {
  Bytes out;
  bool high = true;
  for (const char c : digits) {
    if (c == ' ') continue;
    if (high)
      out.push_back(static_cast<std::uint8_t>(digit_of(c) << 4));
    else
      out.back() |= digit_of(c);
    high = !high;
  }
  return out;
}

Bytes join(std::initializer_list<Bytes> parts) {
  Bytes out;
  for (const Bytes& part : parts) out.insert(out.end(), part.begin(), part.end());
  return out;
}

void put16(std::span<std::uint8_t> bytes, std::size_t at, std::uint32_t word) {
  bytes[at] = static_cast<std::uint8_t>(word);
  bytes[at + 1] = static_cast<std::uint8_t>(word >> 8);
}

void put32(std::span<std::uint8_t> bytes, std::size_t at, std::uint32_t word) {
  put16(bytes, at, word);
  put16(bytes, at + 2, word >> 16);
}

Bytes le16(std::initializer_list<std::uint16_t> words) {
  Bytes out;
  for (const std::uint16_t word : words) append(out, word, 2);
  return out;
}

Bytes le32(std::span<const std::int32_t> words) {
  Bytes out;
  for (const std::int32_t word : words) append(out, static_cast<std::uint32_t>(word), 4);
  return out;
}

Bytes le_floats(std::span<const float> values) {
  Bytes out;
  out.reserve(4 * values.size());
  for (const float value : values) append(out, std::bit_cast<std::uint32_t>(value), 4);
  return out;
}

std::uint32_t get16(std::span<const std::uint8_t> bytes, std::size_t at) {
  return bytes[at] + 256u * bytes[at + 1];
}

}  // namespace tritproof::test
