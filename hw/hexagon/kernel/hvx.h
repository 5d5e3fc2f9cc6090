// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The vector instructions: the compiler's own intrinsics for Hexagon, portable C elsewhere.
#ifdef __hexagon__
#include <hexagon_types.h>
// The protos need the types first.
#include <hexagon_protos.h>
#include <hvx_hexagon_protos.h>
#else
#include "hw/hexagon/standin/hvx_portable.h"
#endif

#ifndef TRITPROOF_FAULT
#define TRITPROOF_FAULT 0
#endif

/// Faults that are planted on purpose, to show that the harness finds them; 0 is the right kernel.
enum planted_fault {
  kNoFault,
  kWrongShuffle,      // t2: a stage of the shuffle leaves out its highest bit
  kSubnormalFlush,    // t2: subnormal scales are taken as zero
  kReservedPlusTwo,   // t2: a reserved code is twice the scale
  kZeroLosesSign,     // t2, t2s: 0 times a negative scale is +0
  kNonFiniteAsUsual,  // t2: an infinite or NaN scale is read as a finite one
  kSwappedNibbles,    // expand: first code in the high nibble
  kSwappedLanes,      // replay: two of four activations change places
  kStepSaturates,     // replay: sat32-end clamps after each group
  kLastRunUnsent,     // t2: the last 128 weights of a tile are not written
};

static inline int planted(enum planted_fault fault) { return TRITPROOF_FAULT == fault; }

/// Memory as vectors; `p` is a multiple of 128.
static inline const HVX_Vector* vectors_in(const void* p) { return (const HVX_Vector*)p; }
static inline HVX_Vector* vectors_of(void* p) { return (HVX_Vector*)p; }

/// The same byte in every lane.
static inline HVX_Vector splat_byte(unsigned byte) {
  return Q6_V_vsplat_R((int)(byte * 0x01010101u));
}
