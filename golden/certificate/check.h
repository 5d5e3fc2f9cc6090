// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>

#include "golden/certificate/certificate.h"

/// Draws a certificate's conclusions again, from its evidence, without the device.
namespace tritproof::golden {

/// More faults than these are not listed.
inline constexpr std::size_t kMostFaults = 20;

struct CheckAsk {
  std::filesystem::path folder;
  std::filesystem::path suite;  ///< the checker's own vectors
  bool pinned = true;
  std::optional<std::filesystem::path> allowed_signers;
  std::optional<std::string> challenge;                             ///< that it must hold
  std::string today;                                                ///< YYYY-MM-DD
  std::function<void(std::uint64_t done, std::uint64_t all)> step;  ///< from several threads
};

/// On what each line's verdict rests.
struct Rests {
  std::uint64_t on_bytes = 0;     ///< judged again from the answer itself
  std::uint64_t on_digests = 0;   ///< from the answer's digest
  std::uint64_t on_refusals = 0;  ///< from the refusal that was named
  std::uint64_t on_the_run = 0;   ///< hang, crash, unstable, …: as the certificate says
  std::uint64_t never_asked = 0;
};

struct Checked {
  /// "UNSIGNED: integrity only", "SIGNED by …", "BAD SIGNATURE: …".
  std::string signature;
  std::optional<Certificate> certificate;  ///< if it could be read
  std::vector<ResultLine> lines;
  Rests rests;
  std::vector<Fault> faults;              ///< in the order found; where names the file
  std::optional<std::string> cannot_run;  ///< a missing folder, tool or suite

  [[nodiscard]] bool intact() const { return faults.empty() && !cannot_run; }
};

Checked check(const CheckAsk& ask);

/// What differs between two certificates that were read: device, driver, verdicts, behaviour. One
/// line each, empty if nothing that matters does.
std::vector<std::string> differences(const Checked& left, const Checked& right);

}  // namespace tritproof::golden
