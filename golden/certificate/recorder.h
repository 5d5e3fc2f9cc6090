// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "golden/certificate/ask.h"
#include "golden/certificate/writer.h"
#include "golden/judge.h"

namespace tritproof::golden {

/// Takes what comes back for each vector and makes lines of it, in the order of the vectors.
class Recorder {
 public:
  /// All are borrowed; `writer` may be null.
  Recorder(const Ask& ask, std::span<const Vector* const> vectors, const FindBlob& blobs,
           Writer* writer)
      : ask_(ask), vectors_(vectors), blobs_(blobs), writer_(writer) {}

  [[nodiscard]] const Vector& vector(std::size_t index) const { return *vectors_[index]; }
  [[nodiscard]] std::size_t size() const { return vectors_.size(); }
  [[nodiscard]] std::expected<Bytes, std::string> payload(std::size_t index) const {
    return make_bytes(vector(index).question.input, blobs_);
  }

  /// Keeps an asked vector's line and its output. True: the run is to be stopped. The error: it
  /// could not be written.
  std::expected<bool, std::string> keep(std::size_t index, const host::ItemResult& result,
                                        const Outcome& outcome);
  /// The lines of all vectors. Those that were asked were kept, in this session or an earlier one;
  /// the error names one that was not.
  [[nodiscard]] std::expected<std::vector<ResultLine>, std::string> lines(
      const std::vector<host::ItemResult>& results) const;
  /// An answer to a probe, of this session or an earlier one.
  [[nodiscard]] std::optional<Bytes> output(const std::string& sha256) const;

 private:
  [[nodiscard]] ResultLine line_of(std::size_t index, const host::ItemResult& result,
                                   const Outcome& outcome, std::span<const std::uint8_t> payload);

  const Ask& ask_;
  std::span<const Vector* const> vectors_;
  const FindBlob& blobs_;
  Writer* writer_;
  std::map<std::string, ResultLine> kept_;
  std::map<std::string, Bytes> probed_;
  std::uint64_t done_ = 0;
};

/// The outcome by its digests, and the verdict that it has by itself.
Seen seen_of(const Vector& vector, const Outcome& outcome);

/// The name of the choice that a line's answer follows: conforming, a recorded policy, or empty.
std::string policy_text(const Vector& vector, std::span<const std::uint8_t> payload,
                        const Seen& seen, const Bytes* answer);

}  // namespace tritproof::golden
