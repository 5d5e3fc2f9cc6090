// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/elf/system.h"

// Numbers of Linux's generic table, which Hexagon has.
enum { kRead = 63, kWrite = 64, kExitGroup = 94, kUnmap = 215, kMap = 222 };
enum { kInterrupted = -4, kReadWrite = 3, kPrivateAnonymous = 0x22 };

static int32_t call(int32_t number, int32_t a, int32_t b, int32_t c, int32_t d, int32_t e) {
  register int32_t r0 __asm__("r0") = a;
  register int32_t r1 __asm__("r1") = b;
  register int32_t r2 __asm__("r2") = c;
  register int32_t r3 __asm__("r3") = d;
  register int32_t r4 __asm__("r4") = e;
  register int32_t r5 __asm__("r5") = 0;
  register int32_t r6 __asm__("r6") = number;
  __asm__ volatile("trap0(#1)"
                   : "+r"(r0)
                   : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6)
                   : "memory");
  return r0;
}

static uint32_t all(int32_t number, int file, uint8_t* memory, uint32_t bytes) {
  uint32_t done = 0;
  while (done < bytes) {
    const int32_t step =
        call(number, file, (int32_t)(memory + done), (int32_t)(bytes - done), 0, 0);
    if (step == kInterrupted) continue;
    if (step <= 0) break;
    done += (uint32_t)step;
  }
  return done;
}

uint32_t system_read(void* into, uint32_t bytes) { return all(kRead, 0, into, bytes); }

uint32_t system_write(int file, const void* from, uint32_t bytes) {
  return all(kWrite, file, (uint8_t*)(uintptr_t)from, bytes);
}

void* system_map(uint32_t bytes) {
  const int32_t at = call(kMap, 0, (int32_t)bytes, kReadWrite, kPrivateAnonymous, -1);
  return at < 0 && at > -4096 ? 0 : (void*)at;
}

void system_unmap(void* memory, uint32_t bytes) {
  (void)call(kUnmap, (int32_t)memory, (int32_t)bytes, 0, 0, 0);
}

__attribute__((noreturn, used)) void start_here(void);
void start_here(void) {
  (void)call(kExitGroup, hex_main(), 0, 0, 0, 0);
  __builtin_trap();
}

__asm__(
    ".globl _start\n"
    ".type _start, @function\n"
    "_start:\n"
    "{ r29 = and(r29, #-128) }\n"
    "{ call start_here }\n");
