// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "props/domain.h"

/// The exhaustive tiers, one file each; domains.cpp puts them in order.
namespace tritproof::props {

extern const Domain kRefusalDomain;
extern const Domain kGridDomain;
extern const Domain kExpandDomain;
extern const Domain kPackingDomain;
extern const Domain kReplayDomain;
extern const Domain kQuantiseDomain;
extern const Domain kConvertDomain;
extern const Domain kPlaneDomain;
extern const Domain kByteDomain;
extern const Domain kScaleByteDomain;
extern const Domain kMultiplierDomain;
extern const Domain kExponentDomain;
extern const Domain kEncodeDomain;
extern const Domain kScaleDomain;
extern const Domain kCornerDomain;

inline bool every_format(spec::Format) { return true; }

}  // namespace tritproof::props
