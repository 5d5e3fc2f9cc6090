// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "golden/index.h"
#include "golden/manifest.h"
#include "golden/suite_files.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;

std::string_view text_of(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// The set cut into manifests: by format, op and level, then the container files by suffix. Inside
/// one, vectors keep their order.
std::vector<Manifest> manifests_of(const Suite& suite) {
  std::map<std::tuple<spec::Format, spec::Op, Level>, Manifest> by_op;
  std::map<std::tuple<std::string, Level>, Manifest> by_suffix;
  for (const Vector& vector : suite.vectors) {
    const Question& question = vector.question;
    Manifest& manifest = by_op[{question.format, question.op, question.level}];
    manifest.format = question.format;
    manifest.op = question.op;
    manifest.level = question.level;
    manifest.vectors.push_back(vector);
  }
  for (const FileVector& vector : suite.files) {
    Manifest& manifest = by_suffix[{vector.question.suffix, vector.question.level}];
    manifest.suffix = vector.question.suffix;
    manifest.level = vector.question.level;
    manifest.files.push_back(vector);
  }
  std::vector<Manifest> all;
  for (auto& [key, manifest] : by_op) all.push_back(std::move(manifest));
  for (auto& [key, manifest] : by_suffix) all.push_back(std::move(manifest));
  return all;
}

void gather_blobs(const std::vector<Part>& parts, std::set<std::string>& names) {
  for (const Part& part : parts) {
    if (const auto* blob = std::get_if<Blob>(&part.what)) names.insert(blob->sha256);
    if (const auto* units = std::get_if<Units>(&part.what)) gather_blobs(units->of, names);
  }
}

// The blobs that recipes name are the blobs that are given.
std::expected<std::map<std::string, const Bytes*>, Fault> blobs_by_name(
    const Suite& suite, const std::vector<Bytes>& blobs) {
  std::set<std::string> wanted;
  for (const Vector& vector : suite.vectors) gather_blobs(vector.question.input.parts, wanted);
  for (const FileVector& vector : suite.files) gather_blobs(vector.question.input.parts, wanted);
  std::map<std::string, const Bytes*> given;
  for (const Bytes& blob : blobs) given.emplace(sha256_hex(blob), &blob);
  for (const std::string& name : wanted)
    if (!given.contains(name)) return fault("missing-blob", name, "its bytes", "none");
  for (const auto& [name, bytes] : given)
    if (!wanted.contains(name)) return fault("unused-blob", name, "a recipe that names it", "none");
  return given;
}

IndexFile row_for(std::string path, std::string_view bytes, std::uint64_t vectors) {
  return {std::move(path), sha256_hex(bytes), bytes.size(), vectors};
}

}  // namespace

std::expected<void, Fault> write_suite(const fs::path& folder, const Suite& suite,
                                       const std::vector<Bytes>& blobs) {
  if (auto empty = check_empty(folder); !empty) return empty;
  const auto by_name = blobs_by_name(suite, blobs);
  if (!by_name) return std::unexpected(by_name.error());
  std::vector<IndexFile> files;
  for (const Manifest& manifest : manifests_of(suite)) {
    const std::string text = write_manifest(manifest);
    const std::string path = path_of(manifest);
    // What cannot be read back is not written: a text that is not ASCII, a vector without a digest.
    if (const auto again = parse_manifest(text); !again) {
      Fault wrong = again.error();
      wrong.where = path + ", " + wrong.where;
      return std::unexpected(wrong);
    }
    if (auto written = write_file(folder, path, text); !written) return written;
    files.push_back(row_for(path, text, manifest.size()));
  }
  for (const auto& [name, bytes] : *by_name) {
    const std::string path = std::string(kBlobFolder) + name;
    if (auto written = write_file(folder, path, text_of(*bytes)); !written) return written;
    files.push_back(row_for(path, text_of(*bytes), 0));
  }
  return write_file(folder, std::string(kIndexName), write_index(files));
}

}  // namespace tritproof::golden
