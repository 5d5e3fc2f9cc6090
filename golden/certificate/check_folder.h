// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/certificate/check.h"
#include "golden/certificate/folder.h"
#include "golden/certificate/sums.h"

namespace tritproof::golden {

/// Exactly the listed files, each with the listed digest. Adds what is not so to `faults`.
void check_files(const CertificateFolder& folder, const std::vector<Sum>& sums,
                 std::vector<Fault>& faults);

/// The outputs that the lines name are there, and no others.
void check_outputs(const CertificateFolder& folder, const Certificate& certificate,
                   const std::vector<ResultLine>& lines, std::vector<Fault>& faults);

/// The vectors are what the lines are about: each once, in order.
void check_order(std::span<const Vector* const> vectors, const std::vector<ResultLine>& lines,
                 std::vector<Fault>& faults);

/// Every line's verdict from its evidence.
Rests check_verdicts(const CertificateFolder& folder, const Certificate& certificate,
                     std::span<const Vector* const> vectors, const FindBlob& blobs,
                     const std::vector<ResultLine>& lines,
                     const std::function<void(std::uint64_t done, std::uint64_t all)>& step,
                     std::vector<Fault>& faults);

}  // namespace tritproof::golden
