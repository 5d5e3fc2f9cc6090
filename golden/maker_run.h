// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/maker.h"

/// The maker with its oracles and groups as arguments, so that tests can put liars among them.
namespace tritproof::golden {

using MakeSubject = std::unique_ptr<Subject> (*)();

struct MakerParts {
  std::span<const Group> groups;
  MakeSubject second = nullptr;
  MakeSubject reference = nullptr;
  Subject* ggml = nullptr;
  const Suite* frozen = nullptr;
};

std::expected<Made, Refused> make_suite_of(const MakerParts& parts,
                                           const std::function<bool(std::uint64_t)>& step);

}  // namespace tritproof::golden
