// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codec/subject.h"
#include "golden/recipe.h"
#include "spec/refusals.h"

/// A golden vector: one question, the answer that is right, and why it is asked.
namespace tritproof::golden {

/// Each level holds those before it.
enum class Level : std::uint8_t { smoke, core, full };
inline constexpr std::string_view kLevelNames[] = {"smoke", "core", "full"};

/// What kind of input it is, as in counts: nothing wrong, something that validate counts, or
/// something that is refused.
enum class Sign : std::uint8_t { valid, defect, refused };
inline constexpr std::string_view kSignNames[] = {"valid", "defect", "refused"};

/// Where the expected outcome comes from; never from the subject that is judged.
enum class Origin : std::uint8_t {
  agreed,   ///< second's answer, confirmed by the reference (and ggml where it knows the format)
  proved,   ///< second decodes the bytes to the same codes and scale bits, none non-canonical
  ggml,     ///< ggml's own library answered it
  defined,  ///< a per-element check of the definition
  known,    ///< a published answer
  by_hand,  ///< a refusal that follows from the rules; `why` holds the reasoning
};
inline constexpr std::string_view kOriginNames[] = {"agreed",  "proved", "ggml",
                                                    "defined", "known",  "by-hand"};

/// Answers up to this size are stored as they are, longer ones as a digest.
inline constexpr std::size_t kMostInlineBytes = 64;

/// sha256 of the canonical answer (NaNs replaced, HALF-6) and its size.
struct Digest {
  std::string sha256;
  std::uint64_t bytes = 0;

  friend bool operator==(const Digest&, const Digest&) = default;
};

/// The refusal that is right. A subject that names no count or no place is compared by the name.
struct ExpectedRefusal {
  spec::RefusalName name{};
  std::uint64_t count = 0;           ///< 0: any
  std::optional<spec::Place> place;  ///< of the first

  friend bool operator==(const ExpectedRefusal&, const ExpectedRefusal&) = default;
};

using Expected = std::variant<Bytes, Digest, ExpectedRefusal>;

/// What is asked, without the answer.
struct Question {
  Level level = Level::core;
  spec::Op op = spec::Op::decode;
  spec::Format format = spec::Format::t2;
  spec::Flags options;
  spec::Geometry geometry;
  std::uint64_t m = 0;
  Recipe input;                    ///< the op's payload after N, K, M
  std::vector<std::string> rules;  ///< that it holds: "T2-3"
  std::vector<std::string> flags;  ///< rows of golden/flags.h
  std::string why;                 ///< one sentence for people

  /// Borrows `payload`, the bytes of `input`.
  [[nodiscard]] Request request(std::span<const std::uint8_t> payload,
                                std::uint64_t poison = 0x9e3779b97f4a7c15u) const {
    return {op, format, options, geometry, m, payload, poison};
  }
};

struct Vector {
  std::string id;  ///< "t2-decode-" and 12 hex digits of the question's own digest
  Question question;
  Sign sign = Sign::valid;
  Origin origin = Origin::agreed;
  Expected expected;
  std::string input_sha256;  ///< of the payload that the recipe makes
};

/// A container file and what reading it gives: no subject answers these, our readers do.
struct FileQuestion {
  Level level = Level::core;
  std::string suffix;                   ///< "gguf", "safetensors"
  std::optional<spec::Geometry> shape;  ///< what the user states
  std::optional<spec::Format> id42;     ///< likewise
  Recipe input;
  std::vector<std::string> rules;
  std::vector<std::string> flags;
  std::string why;
};
/// One line a tensor: name, type, N, K, offset, bytes, and the name of its own refusal if any.
using Listing = std::vector<std::string>;
struct FileVector {
  std::string id;  ///< "gguf-read-" and 12 hex digits
  FileQuestion question;
  std::variant<Listing, ExpectedRefusal> expected;
  std::string input_sha256;  ///< of the file that the recipe makes
};

/// The set: in order of file, then as the maker wrote them.
struct Suite {
  std::string version;
  std::string sha256;  ///< over the sorted lines "sha256  path" of all its files
  std::vector<Vector> vectors;
  std::vector<FileVector> files;
};

}  // namespace tritproof::golden
