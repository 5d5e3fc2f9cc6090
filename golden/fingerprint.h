// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "golden/vector.h"

/// How an implementation behaves where implementations differ, in one line:
/// `t2: reserved=zero counted=yes subnormal=exact negzero=kept order=ok`.
namespace tritproof::golden {

/// A named answer to what implementations may choose. One that does not conform is recorded: it is
/// explained and listed, and never a pass.
struct Policy {
  std::optional<spec::Format> format;  ///< none: of every format
  std::string_view key;
  std::string_view value;
  bool conforming = false;
  std::string_view explanation;
};
std::span<const Policy> policies();

/// The row for an answer, that of the format before that of every format; null if nobody named it.
const Policy* policy_of(spec::Format format, std::string_view key, std::string_view value);

struct Trait {
  std::string key;
  std::string value;  ///< "unasked" for an op that the subject does not declare or take
  const Policy* policy = nullptr;
};

struct Fingerprint {
  spec::Format format = spec::Format::t2;
  std::vector<Trait> traits;

  [[nodiscard]] std::string line() const;
  /// Whether something was asked, and every answer that came conforms.
  [[nodiscard]] bool conforms() const;
};

/// A question whose answer shows a trait.
struct Probe {
  std::string key;
  Question question;
  Bytes payload;
  std::function<std::string(const Bytes& answer)> value;  ///< the trait's value
};

/// The probes of a format, in the order of its line.
std::vector<Probe> probes_of(spec::Format format);

/// Of answers to probes_of(format), in order; none for a probe that was not asked.
Fingerprint fingerprint_of(spec::Format format, std::span<const std::optional<Outcome>> answers);

/// Asks the subject.
Fingerprint fingerprint(Subject& subject, spec::Format format);

}  // namespace tritproof::golden
