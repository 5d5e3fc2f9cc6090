// SPDX-License-Identifier: Apache-2.0
#include "golden/maker_twins.h"

#include <map>

#include "golden/flags.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {

std::string asked_of(const Question& question, std::span<const std::uint8_t> payload) {
  const spec::Flags& o = question.options;
  Sha256 sha;
  for (const std::uint64_t number :
       {std::uint64_t(question.op), std::uint64_t(question.format), std::uint64_t(o.bf16),
        std::uint64_t(o.clamp), std::uint64_t(o.layout),
        o.target ? std::uint64_t(*o.target) : std::uint64_t{0}, std::uint64_t(o.mode),
        std::uint64_t(o.narrowing), question.geometry.n, question.geometry.k, question.m})
    sha.update(std::to_string(number) + ",");
  sha.update(payload);
  return sha.finish_hex();
}

std::string asked_of(const FileQuestion& question, std::span<const std::uint8_t> file) {
  Sha256 sha;
  sha.update(question.suffix + ",");
  if (question.shape)
    sha.update(std::to_string(question.shape->n) + "x" + std::to_string(question.shape->k) + ",");
  if (question.id42) sha.update(spec::row_of(*question.id42).name);
  sha.update(",");
  sha.update(file);
  return sha.finish_hex();
}

std::vector<std::string> united_flags(const std::vector<std::string>& some,
                                      const std::vector<std::string>& others) {
  std::vector<std::string> all;
  for (const Flag& flag : flags())
    if (std::ranges::count(some, flag.name) + std::ranges::count(others, flag.name) != 0)
      all.emplace_back(flag.name);
  return all;
}

std::vector<Vector> without_twins(std::vector<Finished> all) {
  std::vector<Vector> vectors;
  std::map<std::string, std::size_t> seen;
  for (Finished& one : all) {
    const auto [found, is_new] = seen.emplace(one.asked, vectors.size());
    if (is_new)
      vectors.push_back(std::move(one.vector));
    else
      merge(vectors[found->second].question, one.vector.question);
  }
  return vectors;
}

}  // namespace tritproof::golden
