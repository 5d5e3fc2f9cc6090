// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "spec/formats.h"
#include "spec/ops.h"
#include "spec/refusals.h"

/// The one shape in which any implementation is judged, in process or behind a pipe.
namespace tritproof {

using Bytes = std::vector<std::uint8_t>;

/// One question. The input is the op's payload after N, K, M (FRAME-5): borrowed, never changed.
struct Request {
  spec::Op op = spec::Op::decode;
  spec::Format format = spec::Format::t2;
  spec::Flags flags;
  spec::Geometry geometry;
  std::uint64_t m = 0;  ///< rows of activations, replay only
  std::span<const std::uint8_t> input;
  std::uint64_t poison = 0;  ///< what a runner fills its output with before it runs
};

/// Verdicts of design: only pass is a pass.
enum class Verdict : std::uint8_t {
  pass,
  mismatch,
  refused,
  hang,
  crash,
  protocol_error,
  setup_error,
  device_error,
  no_device,
  unstable,
  not_run,
};

constexpr std::string_view name_of(Verdict verdict) {
  constexpr std::string_view names[] = {
      "pass",        "mismatch",     "refused",   "hang",     "crash",  "protocol-error",
      "setup-error", "device-error", "no-device", "unstable", "not-run"};
  return names[static_cast<std::size_t>(verdict)];
}

/// The subject did not answer: which verdict that is, and what was seen.
struct Trouble {
  Verdict verdict = Verdict::crash;
  std::string what;
};

/// The answer's bytes, a named refusal, or no answer at all.
using Outcome = std::variant<Bytes, spec::Refusal, Trouble>;

/// An implementation under test.
class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// Whether the subject says that it answers this op of this format; asked before any case.
  [[nodiscard]] virtual bool declares(spec::Op op, spec::Format format) const = 0;
  /// Whether the subject says that it answers a request like this one: its flags, and N, K and M
  /// within declared limits. What it does not take is not held against it.
  [[nodiscard]] virtual bool takes([[maybe_unused]] const Request& request) const { return true; }
  /// Never throws; an op that was not declared answers Refusal NoSuchConversion.
  [[nodiscard]] virtual Outcome answer(const Request& request) = 0;
};

}  // namespace tritproof
