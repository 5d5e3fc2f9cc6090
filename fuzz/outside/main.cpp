// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/engine.h"
#include "fuzz/panel.h"
#include "hw/host/piped_subject.h"

/// An implementation behind a pipe as the only one that is judged: TRITPROOF_FUZZ_EXEC is its
/// command, TRITPROOF_FUZZ_TARGET the target that asks. Coverage is that of the reference, which
/// answers the same questions in this process.
namespace tritproof::fuzz {
namespace {

[[noreturn]] void cannot_run(const std::string& what) {
  std::fprintf(stderr, "tritproof-fuzz-outside: %s\n", what.c_str());
  std::exit(3);
}

const char* value_of(const char* name) {
  const char* const value = std::getenv(name);
  if (value == nullptr) cannot_run(std::string(name) + " is not set");
  return value;
}

}  // namespace

const Target& program_target() {
  static const Target* const target = [] {
    const Target* const named = target_named(value_of("TRITPROOF_FUZZ_TARGET"));
    if (named == nullptr || named->kind != "question")
      cannot_run("no target of that name asks questions");
    auto subject =
        host::PipedSubject::start("exec", host::Command::shell(value_of("TRITPROOF_FUZZ_EXEC")));
    if (!subject) cannot_run(subject.error().what);
    Panel::here().try_only(*std::move(subject));
    return named;
  }();
  return *target;
}

}  // namespace tritproof::fuzz
