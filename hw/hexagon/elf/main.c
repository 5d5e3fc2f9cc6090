// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/elf/system.h"
#include "hw/hexagon/serve/serve.h"

// The runner under qemu-hexagon: frames on stdin and stdout until bye or the end of the input.
// Exit status 0; 1 for a frame that breaks the protocol or a broken pipe; 3 without memory.

static const char kIdentity[] =
    "runner=hexagon\n"
    "version=" TRITPROOF_VERSION
    "\n"
    "device=an emulator of Hexagon v67 with HVX (qemu-hexagon); these kernels have never run on a "
    "device\n"
    "double=1\n";

/// Memory that grows to what a request needs, at whole pages: the kernels want multiples of 128.
struct memory {
  uint8_t* at;
  uint32_t bytes;
};

static int has_room(struct memory* memory, uint64_t bytes) {
  const uint32_t pages = ((uint32_t)bytes + 0xffff) & ~0xffffu;
  if (memory->bytes >= pages && memory->at != 0) return 1;
  if (memory->at != 0) system_unmap(memory->at, memory->bytes);
  memory->at = system_map(pages);
  memory->bytes = pages;
  return memory->at != 0;
}

static int broken(const char* words, uint32_t length, int status) {
  (void)system_write(2, words, length);
  return status;
}
#define BROKEN(words, status) broken(words "\n", sizeof(words), status)

static struct memory input, answer;

static int send(const uint8_t question[kHeaderBytes], enum frame_kind kind, uint64_t bytes) {
  uint8_t header[kHeaderBytes];
  hex_reply_header(question, kind, bytes, header);
  return system_write(1, header, kHeaderBytes) == kHeaderBytes &&
         system_write(1, answer.at, (uint32_t)bytes) == (uint32_t)bytes;
}

static int send_text(const uint8_t question[kHeaderBytes], enum frame_kind kind, const char* words,
                     uint32_t length) {
  if (!has_room(&answer, kTextRoom)) return 0;
  for (uint32_t i = 0; i < length; ++i) answer.at[i] = (uint8_t)words[i];
  return send(question, kind, length);
}

/// Reads a payload and throws it away.
static int skip(uint32_t bytes) {
  uint8_t some[256];
  while (bytes > 0) {
    const uint32_t part = bytes < sizeof some ? bytes : sizeof some;
    if (system_read(some, part) != part) return 0;
    bytes -= part;
  }
  return 1;
}

static int greet(const uint8_t header[kHeaderBytes], uint32_t length) {
  if (!skip(length) || !has_room(&answer, kTextRoom)) return BROKEN("hexagon: broken hello", 1);
  const uint64_t bytes = hex_hello(kIdentity, answer.at, kTextRoom);
  return send(header, kHello, bytes) ? 0 : BROKEN("hexagon: broken pipe", 1);
}

static int serve(const uint8_t header[kHeaderBytes], uint32_t length) {
  static const char no_prefix[] = "Size\nthe request has no N, K, M and poison";
  uint8_t prefix[kPrefixBytes];
  struct hex_request request;
  if (length < kPrefixBytes)
    return skip(length) && send_text(header, kRefused, no_prefix, sizeof no_prefix - 1)
               ? 0
               : BROKEN("hexagon: broken pipe", 1);
  request.input_bytes = length - kPrefixBytes;
  if (!has_room(&input, request.input_bytes)) return BROKEN("hexagon: no memory", 3);
  if (system_read(prefix, kPrefixBytes) != kPrefixBytes ||
      system_read(input.at, (uint32_t)request.input_bytes) != (uint32_t)request.input_bytes)
    return BROKEN("hexagon: broken request", 1);
  request.input = input.at;
  hex_read_request(header, prefix, &request);
  if (!has_room(&answer, hex_room(&request))) return BROKEN("hexagon: no memory", 3);
  uint64_t bytes = 0;
  const enum frame_kind kind = hex_answer(&request, answer.at, &bytes);
  return send(header, kind, bytes) ? 0 : BROKEN("hexagon: broken pipe", 1);
}

int hex_main(void) {
  uint8_t header[kHeaderBytes];
  while (1) {
    const uint32_t got = system_read(header, kHeaderBytes);
    if (got == 0) return 0;
    const uint32_t kind = got == kHeaderBytes ? hex_frame_kind(header) : 0;
    const uint64_t length = kind != 0 ? hex_frame_length(header) : 0;
    if (kind == kBye) return 0;
    if ((kind != kHello && kind != kRequest) || length > kMaxPayload)
      return BROKEN("hexagon: broken header", 1);
    const int status =
        kind == kHello ? greet(header, (uint32_t)length) : serve(header, (uint32_t)length);
    if (status != 0) return status;
  }
}
