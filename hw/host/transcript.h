// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hw/host/sha256.h"

namespace tritproof::host {

/// All frames of a session both ways, as one digest: which way the bytes of two frames interleave
/// is a matter of time, so each way is hashed by itself, over all children in order.
class Transcript {
 public:
  void sent(std::span<const std::uint8_t> bytes) { sent_.update(bytes); }
  void received(std::span<const std::uint8_t> bytes) { received_.update(bytes); }
  /// sha256 of the text "sent HEX received HEX\n", each HEX the sha256 of the bytes of one way.
  [[nodiscard]] std::string digest() const {
    return sha256_hex("sent " + sent_.hex() + " received " + received_.hex() + "\n");
  }

 private:
  Sha256 sent_;
  Sha256 received_;
};

}  // namespace tritproof::host
