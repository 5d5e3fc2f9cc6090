// SPDX-License-Identifier: Apache-2.0
#include "props/domains/domains.h"

#include <array>

namespace tritproof::props {

std::span<const Domain> exhaustive_domains() {
  static const std::array all{
      kRefusalDomain,   kCornerDomain,   kGridDomain,       kExpandDomain, kPackingDomain,
      kReplayDomain,    kQuantiseDomain, kConvertDomain,    kPlaneDomain,  kByteDomain,
      kScaleByteDomain, kExponentDomain, kMultiplierDomain, kEncodeDomain, kScaleDomain,
  };
  return all;
}

}  // namespace tritproof::props
