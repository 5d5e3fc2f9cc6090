// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "golden/fingerprint.h"
#include "golden/suite.h"

/// Vectors for a target that no pipe reaches: one file of requests out, one file of answers back.
///
/// Both are frames of the protocol. The first is the file's head: a hello that says which suite,
/// level, formats and ops the requests are of; the answers begin with the same frame, byte by byte.
/// Then may come the target's own hello: what it does not declare is then not held against it.
/// Requests follow with ids from 1 on; the answer file holds one frame of kind ok or refused for
/// each, in order. After the vectors come the probes of each format's fingerprint.
///
/// So a program that speaks the protocol on a pipe answers a file as it stands: its output goes
/// behind the first frame.
namespace tritproof::golden {

struct ExportOptions {
  Level level = Level::core;
  std::vector<spec::Format> formats;  ///< none: all
  std::vector<spec::Op> ops;          ///< none: all
};

struct Exported {
  std::uint64_t vectors = 0;
  std::uint64_t probes = 0;
  std::uint64_t left_out = 0;  ///< vectors whose request or answer passes a frame's 64 MiB
  std::uint64_t bytes = 0;
  std::uint64_t head_bytes = 0;  ///< of the first frame
};

/// Writes the requests to `path` and one line a request ("id vector offset bytes") to `path`.txt.
/// no-vectors if nothing is left; cannot-write.
std::expected<Exported, Fault> export_requests(const Suite& suite, const FindBlob& find,
                                               const ExportOptions& options,
                                               const std::filesystem::path& path);

/// A vector that did not pass.
struct NotPassed {
  std::string id;
  Verdict verdict = Verdict::mismatch;
  std::string what;
};

struct Graded {
  std::string suite;  ///< sha256
  ExportOptions options;
  std::string target;                          ///< as it says of itself; empty if it says nothing
  std::array<std::uint64_t, 11> by_verdict{};  ///< vectors, by Verdict
  std::vector<NotPassed> failures;
  std::vector<Fingerprint> fingerprints;
};

/// Judges a file of answers against the suite in `folder`. Faults: broken-frame, broken-hello,
/// another-suite, another-export, short-answers, duplicated-answer, reordered-answer,
/// unknown-answer; those of load_suite; missing-file, cannot-read.
std::expected<Graded, Fault> grade_answers(const std::filesystem::path& folder, bool pinned,
                                           const std::filesystem::path& path);

/// Writes one model-sized tensor (N=17408, K=5120) as head.t2, head.pb16i with head.ref, its last
/// tile as head-last-tile.t2 with its 8,192 floats as head-last-tile.f32, and SHA256SUMS. The
/// folder must be empty or absent. Answers the text of SHA256SUMS.
std::expected<std::string, Fault> export_head(const std::filesystem::path& folder);

}  // namespace tritproof::golden
