// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codec/convert/compare.h"
#include "codec/convert/convert.h"
#include "codec/fast/fast.h"

/// Stored tensors at the speed of reading them: SIMD kernels over parts of half a MiB, which
/// threads share. Memory is bounded by the number of threads, not by the tensor. What the kernels
/// find wrong is asked of codec/convert once more, whose words and places hold.
namespace tritproof::streaming {

struct Options {
  const fast::Target* target = nullptr;  ///< null: the best of this machine
  fast::Path path = fast::Path::floats;  ///< of compare; both answer alike
  unsigned threads = 1;
};

/// convert::compare, with the same answer whatever the options are.
container::Loaded<convert::Comparison> compare(const convert::StoredTensor& a,
                                               const convert::StoredTensor& b,
                                               const Options& options);

/// convert::convert, with the same answer; the sinks are written in order. Pairs without a kernel
/// and rows wider than a part go through convert::convert.
container::Loaded<convert::Seen> convert(const convert::StoredTensor& source, spec::Format target,
                                         const convert::Options& how, convert::UnitSink& units,
                                         convert::UnitSink* ref, const Options& options);

}  // namespace tritproof::streaming
