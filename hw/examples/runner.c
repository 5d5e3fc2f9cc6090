// SPDX-License-Identifier: Apache-2.0
// A runner without any library, for little-endian machines: t2 in `half` and `decode`, the
// protocol in the thirty lines below them. cc -O2 runner.c -lm
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char hello[] = "runner=example-c\nversion=1.0\ndouble=0\nops=decode:t2\npoison=1\n";

static float half(unsigned h) {
  const unsigned exponent = h >> 10 & 31, mantissa = h & 1023;
  const float size = exponent == 31 ? (mantissa ? NAN : INFINITY)
                     : exponent     ? ldexpf((float)(1024 + mantissa), (int)exponent - 25)
                                    : ldexpf((float)mantissa, -24);
  return h >> 15 ? -size : size;
}

static void decode(uint64_t k_count, const uint8_t* tiles, float* out, uint64_t elements) {
  for (uint64_t i = 0; i < elements; ++i) {
    const uint64_t n = i / k_count, k = i % k_count, r = n % 32, c = k % 256;
    const uint8_t* tile = tiles + (n / 32 * (k_count / 256) + k / 256) * 2176;
    const uint8_t* scale = tile + 2048 + 4 * r + 2 * (c / 128);
    const int code = tile[64 * r + c / 4] >> (2 * (c % 4)) & 3;
    out[i] = code == 3 ? 0.0f : (float)(code - 1) * half(scale[0] | (unsigned)scale[1] << 8);
  }
}

static int answer(unsigned char* header, uint16_t kind, const void* payload, uint64_t length) {
  memcpy(header + 6, &kind, 2);  // everything else is the question's own header
  memcpy(header + 24, &length, 8);
  return fwrite(header, 1, 32, stdout) == 32 && fwrite(payload, 1, length, stdout) == length &&
         fflush(stdout) == 0;
}

static int decode_frame(unsigned char* header, const unsigned char* in, uint64_t length) {
  uint64_t q[4];  // N, K, M, poison
  if (length < 32) return answer(header, 4, "Size", 4);
  memcpy(q, in, 32);
  if (memcmp(header + 16, "\1\0\1\0\0\0\0\0", 8)) return answer(header, 4, "NoSuchConversion", 16);
  if (!q[0] || !q[1] || q[0] % 32 || q[1] % 256) return answer(header, 4, "Geometry", 8);
  if (q[0] > 1 << 26 || q[1] > 1 << 26 || length - 32 != q[0] / 32 * (q[1] / 256) * 2176)
    return answer(header, 4, "Size", 4);
  uint64_t* out = malloc(4 * q[0] * q[1]);
  for (uint64_t i = 0; out && i < q[0] * q[1] / 2; ++i) out[i] = q[3];  // the poison
  if (out) decode(q[1], in + 32, (float*)out, q[0] * q[1]);
  const int written = out && answer(header, 3, out, 4 * q[0] * q[1]);
  free(out);
  return written;
}

int main(void) {
  unsigned char header[32];
  int going = 1;
  while (going && fread(header, 1, 32, stdin) == 32 && !memcmp(header, "TRP1\1", 6)) {
    uint64_t length;
    memcpy(&length, header + 24, 8);
    unsigned char* in = length <= 64 << 20 ? malloc(length + 1) : NULL;
    if (in == NULL || fread(in, 1, length, stdin) != length) return 1;
    going = header[6] == 1   ? answer(header, 1, hello, sizeof hello - 1)
            : header[6] == 2 ? decode_frame(header, in, length)
                             : 0;
    free(in);
  }
  return 0;
}
