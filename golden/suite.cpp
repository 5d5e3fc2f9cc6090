// SPDX-License-Identifier: Apache-2.0
#include "golden/suite.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "golden/index.h"
#include "golden/manifest.h"
#include "golden/suite_files.h"
#include "golden/vector_json.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kIdDigits = 12;
constexpr std::uint64_t kMostBlobBytes = 64u << 20;

std::string line_of(const std::string& sha256, std::string_view path) {
  return sha256 + "  " + std::string(path) + "\n";
}

struct OpenedIndex {
  std::vector<IndexFile> files;
  std::string sha256;  ///< of the whole set
};

std::expected<OpenedIndex, Fault> open_index(const fs::path& folder) {
  const auto text = read_file(folder, std::string(kIndexName), kMostManifestBytes);
  if (!text) return std::unexpected(text.error());
  auto files = parse_index(*text);
  if (!files) {
    Fault wrong = files.error();
    wrong.where = std::string(kIndexName) + (wrong.where.empty() ? "" : ", ") + wrong.where;
    return std::unexpected(wrong);
  }
  std::vector<std::string> lines{line_of(sha256_hex(*text), kIndexName)};
  for (const IndexFile& file : *files) lines.push_back(line_of(file.sha256, file.path));
  return OpenedIndex{*std::move(files), digest_of_lines(std::move(lines))};
}

// The folder holds the files of the index and no others.
std::expected<void, Fault> compare_listing(const std::vector<IndexFile>& files,
                                           const std::vector<std::string>& listed) {
  std::set<std::string> named{std::string(kIndexName)};
  for (const IndexFile& file : files) {
    if (!named.insert(file.path).second)
      return fault("duplicate-file", std::string(kIndexName) + ", " + file.path, "once", "twice");
    if (!std::ranges::binary_search(listed, file.path))
      return fault("missing-file", file.path, "a file of the index", "none");
  }
  for (const std::string& name : listed)
    if (!named.contains(name)) return fault("extra-file", name, "a file of the index", "another");
  return {};
}

// "t2/decode.core.json" is of level core; a blob is of none.
std::optional<Level> level_of(std::string_view path) {
  for (std::size_t i = 0; i < std::size(kLevelNames); ++i)
    if (path.ends_with("." + std::string(kLevelNames[i]) + ".json")) return static_cast<Level>(i);
  return std::nullopt;
}

std::expected<Manifest, Fault> load_manifest(const fs::path& folder, const IndexFile& file) {
  const auto text = read_file(folder, file.path, kMostManifestBytes);
  if (!text) return std::unexpected(text.error());
  if (const std::string got = sha256_hex(*text); got != file.sha256)
    return fault("altered-file", file.path, file.sha256, got);
  auto manifest = parse_manifest(*text);
  if (!manifest) {
    Fault wrong = manifest.error();
    wrong.where = file.path + ", " + wrong.where;
    return std::unexpected(wrong);
  }
  if (path_of(*manifest) != file.path)
    return fault("misplaced-file", file.path, path_of(*manifest), file.path);
  if (manifest->size() != file.vectors)
    return fault("wrong-count", file.path, std::to_string(file.vectors),
                 std::to_string(manifest->size()));
  return manifest;
}

class Ids {
 public:
  template <class V>
  std::expected<void, Fault> add(const V& vector, const std::string& file) {
    if (const std::string right = id_of(vector.question); vector.id != right)
      return fault("wrong-id", file + ", " + vector.id, right, vector.id);
    if (!seen_.insert(vector.id).second)
      return fault("duplicate-id", file + ", " + vector.id, "each id once", vector.id);
    return {};
  }

 private:
  std::set<std::string> seen_;
};

std::string digits_of(const std::string& identity) {
  return sha256_hex(identity).substr(0, kIdDigits);
}

}  // namespace

std::string id_of(const Question& question) {
  return std::string(spec::row_of(question.format).name) + "-" +
         std::string(spec::name_of(question.op)) + "-" + digits_of(identity_of(question));
}

std::string id_of(const FileQuestion& question) {
  return question.suffix + "-read-" + digits_of(identity_of(question));
}

fs::path suite_folder() {
  if (const char* named = std::getenv("TRITPROOF_GOLDEN")) return named;
  std::error_code error;
  const fs::path tool = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = tool.parent_path().parent_path() / "share/tritproof/vectors";
  if (!error && fs::exists(installed / kIndexName, error)) return installed;
  return TRITPROOF_VECTORS;
}

std::expected<Suite, Fault> load_suite(const fs::path& folder, Level level, bool pinned) {
  const auto listed = list_files(folder);
  if (!listed) return std::unexpected(listed.error());
  const auto index = open_index(folder);
  if (!index) return std::unexpected(index.error());
  if (pinned && index->sha256 != kSuiteSha256)
    return fault("another-suite", std::string(kIndexName), std::string(kSuiteSha256),
                 index->sha256);
  if (auto same = compare_listing(index->files, *listed); !same)
    return std::unexpected(same.error());

  Suite suite{std::string(kSuiteVersion), index->sha256, {}, {}};
  Ids ids;
  for (const IndexFile& file : index->files) {
    const auto file_level = level_of(file.path);
    if (!file_level && !file.path.starts_with(kBlobFolder))
      return fault("extra-file", file.path, "a manifest or a blob", "neither");
    if (!file_level || *file_level > level) continue;
    auto manifest = load_manifest(folder, file);
    if (!manifest) return std::unexpected(manifest.error());
    for (Vector& vector : manifest->vectors) {
      if (auto added = ids.add(vector, file.path); !added) return std::unexpected(added.error());
      suite.vectors.push_back(std::move(vector));
    }
    for (FileVector& vector : manifest->files) {
      if (auto added = ids.add(vector, file.path); !added) return std::unexpected(added.error());
      suite.files.push_back(std::move(vector));
    }
  }
  if (suite.vectors.empty())
    return fault("no-vectors", folder.string(), "vectors of this level", "none");
  return suite;
}

FindBlob blobs_of(const fs::path& folder) {
  return [folder](const Blob& blob) -> std::expected<Bytes, std::string> {
    const std::string name = std::string(kBlobFolder) + blob.sha256;
    const auto text = read_file(folder, name, kMostBlobBytes);
    if (!text) return std::unexpected(text.error().name + " " + name);
    if (const std::string got = sha256_hex(*text); got != blob.sha256)
      return std::unexpected("altered-file " + name + ": its sha256 is " + got);
    return Bytes(text->begin(), text->end());
  };
}

std::expected<std::string, Fault> digest_of_files(const fs::path& folder) {
  const auto listed = list_files(folder);
  if (!listed) return std::unexpected(listed.error());
  std::vector<std::string> lines;
  for (const std::string& name : *listed) {
    const auto bytes = read_file(folder, name, kMostBlobBytes);
    if (!bytes) return std::unexpected(bytes.error());
    lines.push_back(line_of(sha256_hex(*bytes), name));
  }
  return digest_of_lines(std::move(lines));
}

}  // namespace tritproof::golden
