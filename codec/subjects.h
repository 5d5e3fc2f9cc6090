// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "codec/subject.h"

/// The subjects that live in this process, in the order in which they are listed.
namespace tritproof {

struct SubjectRow {
  std::string_view name;
  std::string_view description;
  std::unique_ptr<Subject> (*maker)(std::string_view name);

  [[nodiscard]] std::unique_ptr<Subject> make() const { return maker(name); }
};

/// The list is made at run time: the fast subjects are those whose instructions the machine has.
std::span<const SubjectRow> in_process_subjects();

/// The subject of that name, or null: there is no fallback.
std::unique_ptr<Subject> make_subject(std::string_view name);

std::unique_ptr<Subject> make_reference_subject();
std::unique_ptr<Subject> make_second_subject();

/// "fast-avx2": the kernels of one instruction set; null if this machine does not run it.
std::unique_ptr<Subject> make_fast_subject(std::string_view name);
/// The names that make_fast_subject knows on this machine, best first.
std::vector<std::string> fast_subject_names();

/// Words of the answers, little-endian.
Bytes bytes_of(std::span<const std::uint16_t> words);
Bytes bytes_of(std::span<const std::uint32_t> words);
Bytes bytes_of_counts(const spec::Counts& counts);
/// Replay's sums: 8 bytes each for mode i64, 4 for the others.
Bytes bytes_of_sums(std::span<const std::int64_t> sums, spec::ReplayMode mode);

/// What no codec is asked: another layout where there is one (REF-9), and a replay whose answer
/// would pass 2^31 bytes.
std::optional<spec::Refusal> undefined_request(const Request& request);

}  // namespace tritproof
