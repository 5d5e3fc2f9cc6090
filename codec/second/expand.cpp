// SPDX-License-Identifier: Apache-2.0
// expand: t2s tiles to the int4 code area of the pb16i image.
#include "decoder.h"
#include "extent.h"
#include "formats.h"
#include "places.h"

namespace second {

namespace {

// "The result is the image's code area byte for byte, block for block"; "[0, 4096) | int4 codes"
constexpr std::uint64_t code_area = 4096;

// "f(v) = (v-1) mod 16 = {15, 0, 1}": the code as a two's complement nibble.
unsigned nibble_of(int code) { return static_cast<unsigned>(code + 16) % 16; }

}  // namespace

// Every weight is taken from where t2s keeps it and put where the image keeps it. That this is the
// map "`out[2i] = f(c0) | f(c1)<<4`, `out[2i+1] = f(c2) | f(c3)<<4`" follows, it is not assumed.
Answer<std::vector<std::uint8_t>> expand(std::uint64_t n, std::uint64_t k,
                                         std::span<const std::uint8_t> tiles) {
  const Answer<Tensor> tensor = lay_out(t2s_format, n, k, tiles, Surroundings{0, false});
  if (!tensor) {
    return std::unexpected(tensor.error());
  }
  // "A reserved code is refused by expand and decode alike"
  PlaceList reserved;
  t2s_format.integers->find_reserved(*tensor, reserved);
  if (!reserved.empty()) {
    return std::unexpected(reserved.refusal("ReservedCode"));
  }
  // Less than twice the bytes of the tiles.
  std::vector<std::uint8_t> image((n / 32) * (k / 256) * code_area);
  const Tensor target{image, n, k, 0, image.size(), false};
  for (std::uint64_t row = 0; row < n; ++row) {
    for (std::uint64_t column = 0; column < k; ++column) {
      const Place place = image_code_place(target, row, column);
      const unsigned nibble = nibble_of(t2s_format.integers->code(*tensor, row, column));
      image[place.byte] = static_cast<std::uint8_t>(image[place.byte] + (nibble << place.bit));
    }
  }
  return image;
}

}  // namespace second
