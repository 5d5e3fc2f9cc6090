// SPDX-License-Identifier: Apache-2.0
#include "golden/certificate/check_folder.h"

#include <algorithm>
#include <set>

#include "golden/certificate/probed.h"

namespace tritproof::golden {
namespace {

void note(std::vector<Fault>& faults, Fault fault) {
  if (faults.size() < kMostFaults) faults.push_back(std::move(fault));
}

std::string line_place(std::size_t index) {
  return std::string(kResultsFile) + " line " + std::to_string(index + 1);
}

}  // namespace

void check_files(const CertificateFolder& folder, const std::vector<Sum>& sums,
                 std::vector<Fault>& faults) {
  std::set<std::string_view> listed{kSumsFile, kSignatureFile};
  for (const Sum& sum : sums) listed.insert(sum.path);
  for (const FoundFile& file : folder.files())
    if (!listed.contains(file.path))
      note(faults, {"extra-file", file.path, "a file that SHA256SUMS lists", "another"});
  for (const Sum& sum : sums) {
    const auto got = folder.sha256(sum.path);
    if (!got)
      note(faults, got.error());
    else if (*got != sum.sha256)
      note(faults, {"altered-file", sum.path, sum.sha256, *got});
    else if (sum.path.starts_with(kOutputsFolder) && !sum.path.ends_with(*got))
      note(faults, {"misnamed-file", sum.path, *got, "another name"});
  }
}

void check_outputs(const CertificateFolder& folder, const Certificate& certificate,
                   const std::vector<ResultLine>& lines, std::vector<Fault>& faults) {
  std::set<std::string> named;
  for (const std::string& sha256 : kept_outputs(certificate.thin, lines))
    named.insert(std::string(kOutputsFolder) + "/" + sha256);
  for (const std::string& path : named)
    if (!folder.holds(path)) note(faults, {"missing-file", path, "an answer's bytes", "none"});
  for (const FoundFile& file : folder.files())
    if (file.path.starts_with(kOutputsFolder) && !named.contains(file.path))
      note(faults, {"extra-file", file.path, "bytes of an answer", "of no line"});
}

void check_order(std::span<const Vector* const> vectors, const std::vector<ResultLine>& lines,
                 std::vector<Fault>& faults) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (!seen.insert(lines[i].id).second)
      return note(faults, {"duplicated-line", line_place(i), "each vector once", lines[i].id});
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    if (i < lines.size() && lines[i].id == vectors[i]->id) continue;
    if (!seen.contains(vectors[i]->id))
      return note(faults, {"missing-line", line_place(i), vectors[i]->id, "no such line"});
    return note(faults, {"order", line_place(i), vectors[i]->id, lines[i].id});
  }
  if (lines.size() > vectors.size())
    note(faults,
         {"unknown-line", line_place(vectors.size()), "no more lines", lines[vectors.size()].id});
}

}  // namespace tritproof::golden
