// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/kernel/hvx.h"
#include "hw/hexagon/kernel/kernel.h"

/// REPLAY-1 to REPLAY-5 on the arrangement of weights.c: lane [k6 k5 nb n3 n2], vectors [n1 n0].

enum { kLanesOfN = 8, kQuarterBytes = 32 };  // lanes [nb n3 n2] of one k6 k5, and their bytes

void hvx_clear(struct hvx_sums* sums) {
  for (int i = 0; i < 4; ++i) vectors_of(sums->low)[i] = vectors_of(sums->high)[i] = Q6_V_vzero();
}

/// REPLAY-4
static inline HVX_Vector narrowed(HVX_Vector partial, enum hvx_narrowing narrowing) {
  if (narrowing == kWrap16) return Q6_Vw_vasr_VwR(Q6_Vw_vasl_VwR(partial, 16), 16);
  if (narrowing != kSat16) return partial;
  return Q6_Vw_vmin_VwVw(Q6_Vw_vmax_VwVw(partial, Q6_V_vsplat_R(-32768)), Q6_V_vsplat_R(32767));
}

/// REPLAY-3: the four groups of a term's lanes join the sum in the order of k.
static inline HVX_Vector add_stepwise(HVX_Vector sum, HVX_Vector term) {
  for (int quarter = 0; quarter < 4; ++quarter)
    sum = Q6_Vw_vadd_VwVw_sat(sum, Q6_V_vror_VR(term, kQuarterBytes * quarter));
  return sum;
}

/// P of four groups of 32 k for all n: eight steps of four k.
static inline void partial_sums(const HVX_Vector* codes, const HVX_Vector* lanes,
                                HVX_Vector partial[4]) {
  for (int n01 = 0; n01 < 4; ++n01) partial[n01] = Q6_V_vzero();
  for (int i = 0; i < 8; ++i)
    for (int n01 = 0; n01 < 4; ++n01)
      partial[n01] = Q6_Vw_vrmpyacc_VwVbVb(partial[n01], codes[4 * i + n01], lanes[i]);
}

static int steps(enum hvx_mode mode) {
  return mode == kSat32Step || (mode == kSat32End && planted(kStepSaturates));
}

void hvx_product(const struct hvx_weights* weights, const struct hvx_activations* activations,
                 enum hvx_mode mode, enum hvx_narrowing narrowing, struct hvx_sums* sums) {
  HVX_Vector* const low = vectors_of(sums->low);
  HVX_Vector* const high = vectors_of(sums->high);
  for (int k7 = 0; k7 < 2; ++k7) {
    HVX_Vector partial[4];
    partial_sums(vectors_in(weights->codes) + 32 * k7, vectors_in(activations->lanes) + 8 * k7,
                 partial);
    for (int n01 = 0; n01 < 4; ++n01) {
      // |P| <= 2^15 and |ms| <= 2^15: a term fits 32 bits.
      const HVX_Vector term = Q6_Vw_vmpyio_VwVh(narrowed(partial[n01], narrowing),
                                                vectors_in(weights->multipliers)[4 * k7 + n01]);
      if (steps(mode)) {
        high[n01] = add_stepwise(high[n01], term);
        continue;
      }
      low[n01] = Q6_Vw_vadd_VwVw(low[n01], Q6_V_vand_VV(term, Q6_V_vsplat_R(0xffff)));
      high[n01] = Q6_Vw_vadd_VwVw(high[n01], Q6_Vw_vasr_VwR(term, 16));
    }
  }
}

/// The sum of output feature n = 4 * lane + n01.
static int64_t sum_of(const struct hvx_sums* sums, enum hvx_mode mode, int n) {
  const int at = n % 4 * 32 + n / 4;
  const uint32_t* const low = (const uint32_t*)(const void*)sums->low + at;
  const int32_t* const high = (const int32_t*)(const void*)sums->high + at;
  if (steps(mode)) return *high;
  int64_t sum = 0;
  for (int quarter = 0; quarter < 4; ++quarter)
    sum += (int64_t)high[kLanesOfN * quarter] * 65536 + low[kLanesOfN * quarter];
  return sum;
}

static int32_t clamped(int64_t sum) {
  if (sum > INT32_MAX) return INT32_MAX;
  return sum < INT32_MIN ? INT32_MIN : (int32_t)sum;
}

void hvx_store_sums(const struct hvx_sums* sums, enum hvx_mode mode, void* out) {
  for (int n = 0; n < kTileRows; ++n) {
    const int64_t sum = sum_of(sums, mode, n);
    if (mode == kI64)
      ((int64_t*)out)[n] = sum;
    else
      ((int32_t*)out)[n] = mode == kWrap32 ? (int32_t)(uint32_t)sum : clamped(sum);
  }
}
