// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "codec/subject.h"

/// Your decoder among the tests of your own project:
///
///     int main(int argc, char** argv) {
///       testing::InitGoogleTest(&argc, argv);
///       tritproof::register_decoder("mine", tritproof::spec::Format::t2,
///           [](const tritproof::Tensor& t, float* out) { decode(t.units.data(), t.n, t.k, out);
///           });
///       return RUN_ALL_TESTS();
///     }
namespace tritproof {

/// What a decoder is given: whole tiles or blocks of the right size. The weight of row i, column j
/// goes to out[i * k + j].
struct Tensor {
  std::span<const std::uint8_t> units;
  std::span<const std::int32_t> exponents;  ///< e_ref of each row, pb16i and t2s only
  std::uint64_t n = 0;
  std::uint64_t k = 0;
};

using Decoder = std::function<void(const Tensor& tensor, float* out)>;

/// A subject that declares decode of one format. Geometry, Size, SideTable and t2s's ReservedCode
/// are refused before the decoder is called, so only weights are judged.
std::unique_ptr<Subject> subject_of(std::string name, spec::Format format, Decoder decode);

/// One GoogleTest case for every exhaustive tier, one for the properties and one for the stored
/// vectors, in the suite `name`/format. Call it between InitGoogleTest and RUN_ALL_TESTS. A folder
/// that does not hold the pinned vectors fails.
void register_decoder(const std::string& name, spec::Format format, Decoder decode,
                      std::string vectors_folder = TRITPROOF_SUITE);

}  // namespace tritproof
