// SPDX-License-Identifier: Apache-2.0
#include "hw/xdna/reserved.h"

#include <bit>
#include <cstddef>

#include "spec/formats.h"

namespace tritproof::xdna {

Reserved reserved_codes(std::span<const std::uint8_t> tiles) {
  const spec::FormatRow& row = spec::row_of(spec::Format::t2s);
  Reserved found;
  for (std::size_t at = 0; at < tiles.size(); ++at) {
    const unsigned both = tiles[at] & tiles[at] >> 1 & 0x55u;  // codes whose two bits are set
    if (both == 0 || at % row.bytes >= row.fields[0].bytes) continue;
    if (found.count == 0) {
      found.byte = at;
      found.bit = static_cast<unsigned>(std::countr_zero(both));
    }
    found.count += static_cast<std::uint64_t>(std::popcount(both));
  }
  return found;
}

}  // namespace tritproof::xdna
