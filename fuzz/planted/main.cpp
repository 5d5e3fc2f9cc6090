// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/engine.h"
#include "fuzz/panel.h"
#include "props/mutants/mutants.h"

/// The proof that targets bite: TRITPROOF_PLANT=M017 puts that wrong codec in place of the
/// subjects, TRITPROOF_FUZZ_TARGET=fuzz_decode_t2 says which target runs. Without both nothing
/// runs.
namespace tritproof::fuzz {
namespace {

[[noreturn]] void wrong_usage(const std::string& what) {
  std::fprintf(stderr, "tritproof-fuzz-planted: %s\n", what.c_str());
  std::exit(2);
}

std::string value_of(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) wrong_usage(std::string(name) + " is not set");
  return value;
}

// Null: the control, which is the same codec without a fault.
const mutants::Mutant* planted() {
  static const mutants::Mutant* const mutant = []() -> const mutants::Mutant* {
    const std::string id = value_of("TRITPROOF_PLANT");
    if (id == "control") return nullptr;
    const auto all = mutants::mutants();
    const auto found = std::ranges::find(all, id, &mutants::Mutant::id);
    if (found == all.end()) wrong_usage("no wrong codec " + id);
    return &*found;
  }();
  return mutant;
}

// The target that asks such questions.
std::string target_of(const mutants::Mutant& mutant) {
  using spec::Op;
  const std::string format(spec::row_of(mutant.format).name);
  switch (mutant.op) {
    case Op::convert: return "fuzz_convert";
    case Op::encode:
    case Op::quantise: return "fuzz_encode_" + format;
    case Op::expand: return "fuzz_t2s";
    case Op::replay:
      if (mutant.format == spec::Format::t2s) return "fuzz_t2s";
      [[fallthrough]];
    default: return "fuzz_decode_" + format;
  }
}

const Target& chosen() {
  const Target* const target = target_named(
      planted() != nullptr ? target_of(*planted()) : value_of("TRITPROOF_FUZZ_TARGET"));
  if (target == nullptr) wrong_usage("no target asks what this wrong codec answers");
  return *target;
}

// One line each: id, target, op, format, rarity, what is wrong.
[[noreturn]] void list_plants() {
  for (const mutants::Mutant& mutant : mutants::mutants())
    std::printf("%s\t%s\t%s\t%s\t%d\t%s\n", std::string(mutant.id).c_str(),
                target_of(mutant).c_str(), std::string(spec::name_of(mutant.op)).c_str(),
                std::string(spec::row_of(mutant.format).name).c_str(),
                static_cast<int>(mutant.rarity), std::string(mutant.sentence).c_str());
  std::exit(0);
}

}  // namespace

const Target& program_target() {
  static const Target* const target = [] {
    const char* const id = std::getenv("TRITPROOF_PLANT");
    if (id != nullptr && std::string_view(id) == "list") list_plants();
    const mutants::Mutant* const mutant = planted();
    Panel::here().try_only(mutant != nullptr ? mutants::make_mutant(*mutant)
                                             : mutants::make_control());
    return &chosen();
  }();
  return *target;
}

}  // namespace tritproof::fuzz
