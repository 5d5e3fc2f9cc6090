// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/exchange.h"
#include "hw/protocol/frame.h"

/// What both sides of an exchange derive from the suite and the options alone.
namespace tritproof::golden {

/// One record: a vector, or a probe of a format's fingerprint.
struct Record {
  const Vector* vector = nullptr;
  std::size_t probe = 0;  ///< index into probes
};

struct ExchangePlan {
  std::vector<Record> records;  ///< record i has id i + 1
  std::vector<Probe> probes;
  std::uint64_t vectors = 0;
  std::uint64_t left_out = 0;
  Bytes head;  ///< the first frame

  [[nodiscard]] const Question& question(const Record& record) const {
    return record.vector != nullptr ? record.vector->question : probes[record.probe].question;
  }
};

/// `suite` must outlive the plan.
ExchangePlan plan_exchange(const Suite& suite, const ExportOptions& options);

/// What the first frame of an answer file says. broken-frame.
struct ExchangeHead {
  std::string suite;
  ExportOptions options;
  std::uint64_t bytes = 0;  ///< of the frame
};
std::expected<ExchangeHead, Fault> parse_exchange_head(std::span<const std::uint8_t> start);

/// What the target fills its output with before it runs request `id`.
constexpr std::uint64_t poison_of(std::uint64_t id) { return 0x9e3779b97f4a7c15u * id; }

inline constexpr std::size_t kMostHeadBytes = 4096;

}  // namespace tritproof::golden
