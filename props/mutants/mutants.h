// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "codec/subject.h"

/// Wrong codecs on purpose. Each is the right thing with one edit; the gate must catch them all.
namespace tritproof::mutants {

/// How rarely a uniform random case shows the fault.
enum class Rarity : std::uint8_t { common, below_1e3, below_1e5 };

struct Mutant {
  std::string_view id;        ///< "M017", never given to another
  std::string_view sentence;  ///< what is wrong: "the second scale half serves both groups"
  std::string_view fault;     ///< the public fault that it stands for, or empty
  spec::Op op = spec::Op::decode;
  spec::Format format = spec::Format::t2;
  Rarity rarity = Rarity::common;
  std::string_view family = {};  ///< the kind of fault: "half", "order"; set by the catalogue
};

/// All of them, by id.
std::span<const Mutant> mutants();

/// A subject with that fault. It declares the mutant's op and format only.
std::unique_ptr<Subject> make_mutant(const Mutant& mutant);

/// The same codec without an edit, for every op and format that mutants touch: it must conform, so
/// that a mutant is caught for its edit and for nothing else.
std::unique_ptr<Subject> make_control();

/// Edits that were considered and change nothing, each with the proof.
struct Equivalent {
  std::string_view sentence;
  std::string_view proof;
};
std::span<const Equivalent> equivalents();

}  // namespace tritproof::mutants
