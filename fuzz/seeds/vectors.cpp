// SPDX-License-Identifier: Apache-2.0
#include "fuzz/seeds/vectors.h"

#include "fuzz/question.h"
#include "fuzz/seeds/seeds.h"

namespace tritproof::fuzz {
namespace {

namespace fs = std::filesystem;

// Writes inputs into a target's folder, but those that are too long for it.
class Writer {
 public:
  Writer(const fs::path& folder, const Target& target, const golden::FindBlob& find)
      : folder_(folder / target.name), most_(target.most_bytes), find_(find) {
    std::error_code error;
    fs::create_directories(folder_, error);
  }

  // `bytes_of` makes an input from the recipe's bytes.
  template <class BytesOf>
  bool put(const std::string& id, const golden::Recipe& recipe, const BytesOf& bytes_of) {
    const auto size = golden::recipe_bytes(recipe);
    if (!size) return false;
    if (*size > most_) return true;
    auto made = golden::make_bytes(recipe, find_);
    if (!made) return false;
    const Bytes input = bytes_of(*std::move(made));
    if (input.size() > most_) return true;
    return write_bytes(folder_ / id, input);
  }

 private:
  fs::path folder_;
  std::size_t most_;
  const golden::FindBlob& find_;
};

Bytes input_of(const golden::Question& asked, Bytes payload) {
  // Every law that is due once is held; those with a stride come with the mutator's turns.
  return write_question({{asked.why, asked.op, asked.format, asked.options, asked.geometry, asked.m,
                          std::move(payload)},
                         1});
}

}  // namespace

std::expected<VectorSeeds, golden::Fault> VectorSeeds::load(const fs::path& folder,
                                                            golden::Level level) {
  auto suite = golden::load_suite(folder, level);
  if (!suite) return std::unexpected(std::move(suite.error()));
  VectorSeeds seeds;
  seeds.suite_ = *std::move(suite);
  seeds.find_ = golden::blobs_of(folder);
  return seeds;
}

bool VectorSeeds::write(const fs::path& folder, const Target& target) const {
  Writer writer(folder, target, find_);
  for (const golden::Vector& vector : suite_.vectors) {
    const golden::Question& asked = vector.question;
    if (target.takes == nullptr || !target.takes(asked.op, asked.format)) continue;
    const auto whole = [&](Bytes payload) { return input_of(asked, std::move(payload)); };
    if (!writer.put(vector.id, asked.input, whole)) return false;
  }
  for (const golden::FileVector& file : suite_.files) {
    if (target.kind != file.question.suffix) continue;
    const auto whole = [](Bytes bytes) { return bytes; };
    if (!writer.put(file.id, file.question.input, whole)) return false;
  }
  return true;
}

}  // namespace tritproof::fuzz
