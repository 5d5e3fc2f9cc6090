// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

/// Text that is put together in the answer's own memory; what does not fit is left out.
struct text {
  uint8_t* at;
  uint64_t room, used;
};

static inline void add_text(struct text* text, const char* words) {
  for (; *words != 0 && text->used < text->room; ++words) text->at[text->used++] = (uint8_t)*words;
}

/// Decimal, up to nine digits; larger numbers are cut to that. No division: the target has none.
static inline void add_number(struct text* text, uint64_t number) {
  uint32_t left = number > 999999999 ? 999999999 : (uint32_t)number;
  char digits[10] = {0};
  int at = 9;
  do {
    const uint32_t tenth = (uint32_t)((uint64_t)left * 0xcccccccdu >> 35);
    digits[--at] = (char)('0' + (left - 10 * tenth));
    left = tenth;
  } while (left != 0);
  add_text(text, digits + at);
}
