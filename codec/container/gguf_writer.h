// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/container/data_writer.h"
#include "codec/container/io.h"
#include "codec/container/model.h"

namespace tritproof::container {

/// A tensor to be written.
struct GgufTensor {
  std::string name;
  TensorType type = FloatType::f32;
  std::vector<std::uint64_t> dims;  ///< K first
  std::uint64_t bytes = 0;          ///< only for types whose size the id does not settle
};

/// The tensor as a reader found it, for writing it back. A tensor of id 42 that was stated to be
/// pq2_0 goes out under pq2_0's own id.
GgufTensor rewritten(const TensorInfo& tensor);

/// All that stands before the data. `metadata` goes out in its order; general.alignment is set to
/// `alignment`, and added behind the others only where it is missing and not 32.
struct GgufPlan {
  std::vector<GgufEntry> metadata;
  std::vector<GgufTensor> tensors;
  std::uint32_t alignment = 32;  ///< bytes
};

/// Writes the header (version 3, little-endian) to `sink`, which must outlive the answer, and
/// returns the writer of the data, tensor by tensor in the plan's order (GGUF-16). What the reader
/// would refuse is refused before anything is written. NoSuchConversion: a tile format.
///
/// A q2_0 tensor of up to 1,024 elements is written as asked, although its readers cannot tell it
/// from other layouts of id 42 unless they are told; readings_that_fit() says so beforehand.
///
/// A file that is read and planned unchanged comes out byte for byte, if it is a version 3 with
/// tensors and zeros as padding.
Loaded<DataWriter> start_gguf(Sink& sink, const GgufPlan& plan);

}  // namespace tritproof::container
