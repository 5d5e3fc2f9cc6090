// SPDX-License-Identifier: Apache-2.0
#include "props/laws/case.h"

#include "props/laws/words.h"

namespace tritproof::laws {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

}  // namespace

std::uint64_t hash_of(const Case& asked) {
  const spec::Flags& flags = asked.flags;
  std::uint64_t hash =
      static_cast<std::uint64_t>(asked.op) << 8 | static_cast<std::uint64_t>(asked.format);
  for (const std::uint64_t word :
       {std::uint64_t{flags.bf16}, std::uint64_t{flags.clamp},
        static_cast<std::uint64_t>(flags.layout),
        flags.target ? static_cast<std::uint64_t>(*flags.target) : 0,
        static_cast<std::uint64_t>(flags.mode), static_cast<std::uint64_t>(flags.narrowing),
        asked.geometry.n, asked.geometry.k, asked.m, std::uint64_t{asked.input.size()}})
    hash = mixed(hash, word);
  std::size_t at = 0;
  for (; at + 8 <= asked.input.size(); at += 8) hash = mixed(hash, load_word(asked.input, at, 8));
  for (; at < asked.input.size(); ++at) hash = mixed(hash, asked.input[at]);
  return hash;
}

}  // namespace tritproof::laws
