// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>

#include "golden/certificate/certificate.h"

/// The behaviour on small probes: asked and kept like vectors, so that a checker reads it off the
/// same bytes.
namespace tritproof::golden {

/// The probes of the formats as vectors, judged by the reference's answer. Their ids are
/// "t2-probe-reserved".
std::vector<Vector> probe_vectors(std::span<const spec::Format> formats);

bool is_probe(std::string_view id);

/// Whether an answer's bytes are kept: all of them up to kMostRawBytes, those of probes alone in a
/// thin certificate.
bool is_kept_raw(bool thin, const ResultLine& line);

/// The digests of all answers whose bytes are kept.
std::set<std::string> kept_outputs(bool thin, std::span<const ResultLine> lines);

/// The bytes of an answer by their sha256, if they are at hand.
using FindOutput = std::function<std::optional<Bytes>(const std::string& sha256)>;

/// One line a format that answered some probe. `lines` are those of all vectors.
std::vector<FormatPrint> prints_of(std::span<const spec::Format> formats,
                                   std::span<const ResultLine> lines, const FindOutput& find);

}  // namespace tritproof::golden
