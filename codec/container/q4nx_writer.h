// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/container/data_writer.h"
#include "codec/container/io.h"
#include "codec/container/model.h"
#include "spec/formats.h"
#include "spec/ops.h"

namespace tritproof::container {

/// A tensor to be written.
struct Q4nxTensor {
  std::string name;
  TensorType type = FloatType::f32;
  std::vector<std::uint64_t> shape;  ///< K last; of a format: [R, C, B] or [tiles, B]
  std::uint64_t bytes = 0;           ///< only for a dtype whose width is not known
};

/// The tensor as a reader found it, for writing it back.
Q4nxTensor rewritten_q4nx(const TensorInfo& tensor);

/// [N/32, K/256, B] for a format that a Q4NX container holds. NoSuchConversion for the others,
/// Geometry if N or K is zero or not whole tiles.
spec::Result<std::vector<std::uint64_t>> chunk_shape(spec::Format format, spec::Geometry geometry,
                                                     const std::string& where);

struct Q4nxPlan {
  std::vector<TextPair> metadata;
  std::vector<Q4nxTensor> tensors;
};

/// Writes length and JSON header (spaces pad it to 8 bytes) to `sink`, which must outlive the
/// answer, and returns the writer of the data, tensor by tensor in the plan's order. What the
/// reader would refuse is refused before anything is written. NoSuchConversion: t2s, pb16i and the
/// block formats. Header: a text that is not UTF-8.
Loaded<DataWriter> start_q4nx(Sink& sink, const Q4nxPlan& plan);

}  // namespace tritproof::container
