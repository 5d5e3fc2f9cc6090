// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>
#include <stdint.h>

/// The functions that the compiler may call for copies; -fno-builtin keeps these loops loops.

void* memcpy(void* restrict to, const void* restrict from, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) ((uint8_t*)to)[i] = ((const uint8_t*)from)[i];
  return to;
}

void* memset(void* to, int value, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) ((uint8_t*)to)[i] = (uint8_t)value;
  return to;
}

void __hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(void* to, const void* from,
                                                           size_t bytes) {
  for (size_t i = 0; i < bytes / 8; ++i) ((uint64_t*)to)[i] = ((const uint64_t*)from)[i];
}
