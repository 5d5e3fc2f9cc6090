// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>
#include <string.h>

/// The vector instructions that the kernels use, in plain C for little-endian machines, under the
/// names of the compiler's intrinsics. The same kernels built on these run on any machine, under
/// sanitizers too: a pointer that is not a multiple of 128 shows there.

enum { kHvxBytes = 128, kHvxHalves = 64, kHvxWords = 32 };

typedef union {
  uint8_t ub[kHvxBytes];
  int8_t b[kHvxBytes];
  uint16_t uh[kHvxHalves];
  uint32_t uw[kHvxWords];
  int32_t w[kHvxWords];
} __attribute__((aligned(128))) HVX_Vector;

typedef struct {
  HVX_Vector v[2];
} HVX_VectorPair;

/// A truth a byte.
typedef HVX_Vector HVX_VectorPred;

static inline HVX_Vector Q6_V_lo_W(HVX_VectorPair pair) { return pair.v[0]; }
static inline HVX_Vector Q6_V_hi_W(HVX_VectorPair pair) { return pair.v[1]; }

/// Exchanges bytes between the two vectors of a pair: those whose place has not the bit `place` in
/// the second with those whose place has it in the first.
static inline void hvx_exchange(HVX_VectorPair* pair, int place) {
  for (int k = 0; k < kHvxBytes; ++k) {
    if ((k & place) != 0) continue;
    const uint8_t kept = pair->v[1].ub[k];
    pair->v[1].ub[k] = pair->v[0].ub[k + place];
    pair->v[0].ub[k + place] = kept;
  }
}

static inline HVX_VectorPair Q6_W_vshuff_VVR(HVX_Vector u, HVX_Vector v, int32_t r) {
  HVX_VectorPair pair = {{v, u}};
  for (int place = 1; place < kHvxBytes; place <<= 1)
    if ((r & place) != 0) hvx_exchange(&pair, place);
  return pair;
}

static inline HVX_VectorPair Q6_W_vdeal_VVR(HVX_Vector u, HVX_Vector v, int32_t r) {
  HVX_VectorPair pair = {{v, u}};
  for (int place = kHvxBytes / 2; place > 0; place >>= 1)
    if ((r & place) != 0) hvx_exchange(&pair, place);
  return pair;
}

static inline HVX_Vector Q6_V_vror_VR(HVX_Vector u, int32_t r) {
  HVX_Vector out;
  for (int k = 0; k < kHvxBytes; ++k) out.ub[k] = u.ub[(k + r) & (kHvxBytes - 1)];
  return out;
}

/// Even bytes of `u` choose for the first vector, odd ones for the second.
static inline HVX_VectorPair Q6_Wh_vlut16_VbVhR(HVX_Vector u, HVX_Vector table, int32_t r) {
  HVX_VectorPair out;
  for (int k = 0; k < kHvxBytes; ++k) {
    const unsigned index = u.ub[k];
    const uint16_t entry = table.uh[2 * (index & 31) + ((unsigned)r >> 1 & 1)];
    out.v[k & 1].uh[k >> 1] = index >> 4 == ((unsigned)r & 15) ? entry : 0;
  }
  return out;
}

static inline HVX_Vector Q6_Vb_vlut32_VbVbR(HVX_Vector u, HVX_Vector table, int32_t r) {
  HVX_Vector out;
  for (int k = 0; k < kHvxBytes; ++k) {
    const unsigned index = u.ub[k];
    const uint8_t entry = table.ub[2 * (index & 63) + ((unsigned)r >> 1 & 1)];
    out.ub[k] = index >> 5 == ((unsigned)r & 7) ? entry : 0;
  }
  return out;
}

static inline HVX_VectorPair Q6_Wuw_vunpack_Vuh(HVX_Vector u) {
  HVX_VectorPair out;
  for (int k = 0; k < kHvxHalves; ++k) out.v[k / kHvxWords].uw[k % kHvxWords] = u.uh[k];
  return out;
}

static inline HVX_Vector Q6_Vh_vpopcount_Vh(HVX_Vector u) {
  HVX_Vector out;
  for (int k = 0; k < kHvxHalves; ++k) out.uh[k] = (uint16_t)__builtin_popcount(u.uh[k]);
  return out;
}

static inline HVX_Vector Q6_Vub_vlsr_VubR(HVX_Vector u, int32_t r) {
  HVX_Vector out;
  for (int k = 0; k < kHvxBytes; ++k) out.ub[k] = (uint8_t)(u.ub[k] >> (r & 7));
  return out;
}

static inline HVX_Vector Q6_Vh_vadd_VhVh(HVX_Vector u, HVX_Vector v) {
  HVX_Vector out;
  for (int k = 0; k < kHvxHalves; ++k) out.uh[k] = (uint16_t)(u.uh[k] + v.uh[k]);
  return out;
}

static inline int32_t hvx_saturated(int64_t value) {
  if (value > INT32_MAX) return INT32_MAX;
  return value < INT32_MIN ? INT32_MIN : (int32_t)value;
}

/// Defines an instruction on words: `result` of the words `x` and `y` of u and v, or of u and `r`.
#define HVX_ON_WORDS(name, result)                            \
  static inline HVX_Vector name(HVX_Vector u, HVX_Vector v) { \
    HVX_Vector out;                                           \
    for (int k = 0; k < kHvxWords; ++k) {                     \
      const uint32_t x = u.uw[k], y = v.uw[k];                \
      out.uw[k] = (uint32_t)(result);                         \
    }                                                         \
    return out;                                               \
  }
#define HVX_BY_SCALAR(name, result)                        \
  static inline HVX_Vector name(HVX_Vector u, int32_t r) { \
    HVX_Vector out;                                        \
    for (int k = 0; k < kHvxWords; ++k) {                  \
      const uint32_t x = u.uw[k];                          \
      out.uw[k] = (uint32_t)(result);                      \
    }                                                      \
    return out;                                            \
  }

/// A shift by a word's low six bits as a number with a sign: negative ones shift right.
static inline uint32_t hvx_shifted(uint32_t x, uint32_t by) {
  const int amount = (int)(by & 0x3f) - ((by & 0x40) != 0 ? 64 : 0);
  if (amount >= 0) return amount > 31 ? 0 : x << amount;
  return (uint32_t)((int32_t)x >> (amount < -31 ? 31 : -amount));
}

HVX_ON_WORDS(Q6_V_vand_VV, x& y)
HVX_ON_WORDS(Q6_V_vor_VV, x | y)
HVX_ON_WORDS(Q6_V_vxor_VV, x ^ y)
HVX_ON_WORDS(Q6_Vw_vadd_VwVw, x + y)
HVX_ON_WORDS(Q6_Vw_vsub_VwVw, x - y)
HVX_ON_WORDS(Q6_Vw_vadd_VwVw_sat, hvx_saturated((int64_t)(int32_t)x + (int32_t)y))
HVX_ON_WORDS(Q6_Vw_vmin_VwVw, (int32_t)x < (int32_t)y ? x : y)
HVX_ON_WORDS(Q6_Vw_vmax_VwVw, (int32_t)x > (int32_t)y ? x : y)
HVX_ON_WORDS(Q6_Vw_vasl_VwVw, hvx_shifted(x, y))
HVX_ON_WORDS(Q6_Vw_vmpyio_VwVh, x*(uint32_t)((int32_t)y >> 16))
HVX_ON_WORDS(Q6_Q_vcmp_eq_VwVw, x == y ? ~0u : 0)
HVX_ON_WORDS(Q6_Q_vcmp_gt_VuwVuw, x > y ? ~0u : 0)
HVX_BY_SCALAR(Q6_Vw_vasl_VwR, x << (r & 31))
HVX_BY_SCALAR(Q6_Vw_vasr_VwR, (int32_t)x >> (r & 31))
HVX_BY_SCALAR(Q6_Vuw_vlsr_VuwR, x >> (r & 31))

static inline HVX_Vector Q6_Vuw_vcl0_Vuw(HVX_Vector u) {
  HVX_Vector out;
  for (int k = 0; k < kHvxWords; ++k)
    out.uw[k] = u.uw[k] == 0 ? 32 : (uint32_t)__builtin_clz(u.uw[k]);
  return out;
}

static inline HVX_Vector Q6_V_vmux_QVV(HVX_VectorPred q, HVX_Vector u, HVX_Vector v) {
  HVX_Vector out;
  for (int k = 0; k < kHvxBytes; ++k) out.ub[k] = q.ub[k] != 0 ? u.ub[k] : v.ub[k];
  return out;
}

static inline HVX_Vector Q6_V_vsplat_R(int32_t r) {
  HVX_Vector out;
  for (int k = 0; k < kHvxWords; ++k) out.w[k] = r;
  return out;
}

static inline HVX_Vector Q6_V_vzero(void) { return Q6_V_vsplat_R(0); }

/// Each word gains the four products of its own signed bytes.
static inline HVX_Vector Q6_Vw_vrmpyacc_VwVbVb(HVX_Vector x, HVX_Vector u, HVX_Vector v) {
  for (int k = 0; k < kHvxBytes; ++k) x.uw[k / 4] += (uint32_t)(u.b[k] * v.b[k]);
  return x;
}
