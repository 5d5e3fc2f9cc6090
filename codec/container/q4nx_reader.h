// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "codec/container/io.h"
#include "codec/container/model.h"
#include "spec/ops.h"

namespace tritproof::container {

/// Reads the header of a safetensors file; its U8 tensors of shape [R, C, B] or [tiles, B] hold
/// chunks of the kind that B names. Tensor data stay in the source.
///
/// Header if the JSON, a tensor's bytes or the offsets break the rules, or if the data are more or
/// fewer than the tensors cover. A tensor [tiles, B] takes N and K from `shape`: without it the
/// tensor carries a Geometry refusal, and a Size refusal if the tiles are not what N and K need. A
/// tensor [R, C, B] that disagrees with `shape` carries a Geometry refusal.
Loaded<Model> read_q4nx(std::unique_ptr<Source> source,
                        std::optional<spec::Geometry> shape = std::nullopt);

}  // namespace tritproof::container
