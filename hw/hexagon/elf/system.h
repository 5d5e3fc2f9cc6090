// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

/// What the program under the emulator needs of its system, by raw calls: there is no C library.

/// Reads or writes all of `bytes`; how many it was, fewer only where the stream ends or fails.
uint32_t system_read(void* into, uint32_t bytes);
uint32_t system_write(int file, const void* from, uint32_t bytes);

/// Fresh memory at a whole page, or null.
void* system_map(uint32_t bytes);
void system_unmap(void* memory, uint32_t bytes);

/// The program: its result is the exit status.
int hex_main(void);
