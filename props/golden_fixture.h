// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "codec/subjects.h"
#include "golden/flags.h"
#include "golden/hex.h"
#include "golden/judge.h"
#include "golden/suite.h"
#include "hw/host/sha256.h"
#include "props/temporary_folder.h"

/// A set of a few vectors, made on the spot.
namespace tritproof::golden {

inline const FindBlob kNoBlobs = [](const Blob&) -> std::expected<Bytes, std::string> {
  return std::unexpected("no blobs");
};

/// One t2 tile of trits under ordinary scales.
inline Question tile_question(std::string seed, Level level = Level::smoke) {
  Question question;
  question.level = level;
  question.geometry = {32, 256};
  question.input.parts = {{Image{
      spec::Format::t2, {32, 256}, Trits{seed}, FromTable{"f16-ordinary", std::move(seed)}}}};
  question.rules = {"T2-1", "T2-2"};
  question.why = "one tile";
  return question;
}

inline Bytes payload_of(const Question& question, const FindBlob& find = kNoBlobs) {
  auto bytes = make_bytes(question.input, find);
  EXPECT_TRUE(bytes) << bytes.error();
  return bytes ? *std::move(bytes) : Bytes{};
}

/// The vector of a question, answered by the reference.
inline Vector vector_of(Question question, const FindBlob& find = kNoBlobs) {
  const Bytes payload = payload_of(question, find);
  question.flags = flags_shown(question, payload);
  Vector vector{id_of(question), question, Sign::valid, Origin::agreed, {}, sha256_hex(payload)};
  const Outcome outcome = make_reference_subject()->answer(question.request(payload));
  if (const auto* refusal = std::get_if<spec::Refusal>(&outcome)) {
    vector.sign = Sign::refused;
    vector.origin = Origin::by_hand;
    ExpectedRefusal expected{refusal->name, refusal->count, {}};
    if (!refusal->places.empty()) expected.place = refusal->places.front();
    vector.expected = expected;
    return vector;
  }
  const Bytes answer = canonical(question, std::get<Bytes>(outcome));
  if (answer.size() <= kMostInlineBytes)
    vector.expected = answer;
  else
    vector.expected = Digest{sha256_hex(answer), answer.size()};
  return vector;
}

inline Question validate_question(const std::string& seed, Level level = Level::smoke) {
  Question question = tile_question(seed, level);
  question.op = spec::Op::validate;
  question.rules = {"REF-6"};
  return question;
}

/// An empty GGUF: header and nothing else.
inline FileVector file_vector() {
  FileVector vector;
  vector.question.suffix = "gguf";
  vector.question.input.parts = {{Hex{from_hex("47475546"
                                               "03000000"
                                               "0000000000000000"
                                               "0000000000000000")
                                          .value()}}};
  vector.question.rules = {"GGUF-1"};
  vector.question.flags = {"sound-file"};
  vector.question.why = "no tensors";
  vector.expected = Listing{};
  vector.id = id_of(vector.question);
  vector.input_sha256 = sha256_hex(*make_bytes(vector.question.input, kNoBlobs));
  return vector;
}

/// A stored set of six vectors and a blob in a folder of its own.
class StoredSet {
 public:
  StoredSet() : blob_(hash_stream("blob", 2176)) {
    const FindBlob find = [this](const Blob&) -> std::expected<Bytes, std::string> {
      return blob_;
    };
    Question stored = tile_question("unused", Level::core);
    stored.input.parts = {{Blob{sha256_hex(blob_), blob_.size()}}};
    Question cut = tile_question("cut", Level::core);
    cut.input.parts = {{Random{"cut", 2175}}};
    suite_.vectors = {vector_of(tile_question("a")), vector_of(tile_question("b")),
                      vector_of(validate_question("a")), vector_of(stored, find), vector_of(cut)};
    suite_.files = {file_vector()};
    const auto written = write_suite(folder(), suite_, {blob_});
    EXPECT_TRUE(written) << written.error().name << " " << written.error().where << ": "
                         << written.error().expected << ", got " << written.error().got;
  }

  [[nodiscard]] std::filesystem::path folder() const { return temporary_.path() / "set"; }
  [[nodiscard]] const Suite& suite() const { return suite_; }
  [[nodiscard]] const Bytes& blob() const { return blob_; }

  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream in(folder() / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder() / name, std::ios::binary | std::ios::trunc) << text;
  }
  /// Replaces text in a file, once.
  void edit(const std::string& name, const std::string& old, const std::string& now) const {
    std::string text = read(name);
    const std::size_t at = text.find(old);
    ASSERT_NE(at, std::string::npos) << old << " is not in " << name;
    write(name, text.replace(at, old.size(), now));
  }
  /// The same, with the index made to agree, as somebody would who has no pinned digest.
  void edit_agreeing(const std::string& name, const std::string& old,
                     const std::string& now) const {
    const std::string before = read(name);
    edit(name, old, now);
    const std::string after = read(name);
    edit("index.json",
         "\"sha256\":\"" + sha256_hex(before) + "\",\"bytes\":" + std::to_string(before.size()),
         "\"sha256\":\"" + sha256_hex(after) + "\",\"bytes\":" + std::to_string(after.size()));
  }

  /// "name where": what load_suite says, or "loaded".
  [[nodiscard]] std::string load(Level level = Level::full, bool pinned = false) const {
    const auto suite = load_suite(folder(), level, pinned);
    return suite ? "loaded" : suite.error().name + " " + suite.error().where;
  }

 private:
  TemporaryFolder temporary_;
  Bytes blob_;
  Suite suite_;
};

}  // namespace tritproof::golden
