// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "golden/maker.h"
#include "hw/host/sha256.h"

namespace tritproof::golden {

/// What the groups put, in order, and the bytes that they keep.
class Gathered final : public Collector {
 public:
  void put(Draft draft) override { drafts.push_back({group, std::move(draft)}); }
  void put(FileDraft draft) override { files.push_back({group, std::move(draft)}); }
  Blob keep(Bytes bytes) override {
    const std::string digest = sha256_hex(bytes);
    const std::uint64_t size = bytes.size();
    blobs.emplace(digest, std::move(bytes));
    return {digest, size};
  }
  [[nodiscard]] FindBlob finder() const {
    return [this](const Blob& blob) -> std::expected<Bytes, std::string> {
      const auto found = blobs.find(blob.sha256);
      if (found == blobs.end()) return std::unexpected("no blob " + blob.sha256);
      return found->second;
    };
  }

  std::string_view group;  ///< whose turn it is
  std::vector<std::pair<std::string_view, Draft>> drafts;
  std::vector<std::pair<std::string_view, FileDraft>> files;
  std::map<std::string, Bytes> blobs;
};

/// One child behind a pipe serves one thread at a time.
class TakingTurns final : public Subject {
 public:
  explicit TakingTurns(Subject& subject) : subject_(subject) {}
  [[nodiscard]] std::string_view name() const override { return subject_.name(); }
  [[nodiscard]] bool declares(spec::Op op, spec::Format format) const override {
    return subject_.declares(op, format);
  }
  [[nodiscard]] bool takes(const Request& request) const override {
    return subject_.takes(request);
  }
  [[nodiscard]] Outcome answer(const Request& request) override {
    const std::lock_guard turn(mutex_);
    return subject_.answer(request);
  }

 private:
  Subject& subject_;
  std::mutex mutex_;
};

}  // namespace tritproof::golden
