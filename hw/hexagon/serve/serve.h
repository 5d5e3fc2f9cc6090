// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdint.h>

/// Requests of the frame protocol (spec/frame.md) answered by the kernels, in C without a library,
/// for little-endian machines. The same code runs in the program under the emulator, in the module
/// on a device and in the stand-in. One request at a time: the working memory is one for all.

enum {
  kHeaderBytes = 32,
  kPrefixBytes = 32,  // N, K, M, poison
  kMaxPayload = 64 << 20,
  kTextRoom = 4096,  // room that any refusal or hello needs
};

enum frame_kind { kHello = 1, kRequest = 2, kOk = 3, kRefused = 4, kBye = 5 };
enum frame_op { kDecode = 1, kValidate = 2, kExpand = 5, kReplay = 7 };
enum frame_format { kT2 = 1, kT2s = 2, kPb16i = 3 };

#ifdef __cplusplus
extern "C" {
#endif

/// A request's numbers. `input` is what follows the prefix, at a multiple of 128.
struct hex_request {
  uint32_t op, format, flags;
  uint64_t n, k, m, poison;
  const uint8_t* input;
  uint64_t input_bytes;
};

/// FRAME-2: the kind of a frame whose magic and version are right, else 0.
uint32_t hex_frame_kind(const uint8_t header[kHeaderBytes]);

/// FRAME-1: bytes of payload that a header announces.
uint64_t hex_frame_length(const uint8_t header[kHeaderBytes]);

/// The numbers of a request's header and prefix; `input` and `input_bytes` stay the caller's.
void hex_read_request(const uint8_t header[kHeaderBytes], const uint8_t prefix[kPrefixBytes],
                      struct hex_request* out);

/// Bytes of memory that the answer, or the refusal in its place, may take.
uint64_t hex_room(const struct hex_request* request);

/// Answers into `payload`, a multiple of 128 with hex_room(request) bytes: its kind, kOk or
/// kRefused, and its length in `bytes`. Filled with the request's poison first (FRAME-9).
enum frame_kind hex_answer(const struct hex_request* request, uint8_t* payload, uint64_t* bytes);

/// FRAME-4: a hello of `identity` (whole lines: runner, version, device, double) and what the
/// kernels answer; its length. `room` is at least kTextRoom.
uint64_t hex_hello(const char* identity, uint8_t* payload, uint64_t room);

/// FRAME-7: the header of an answer is the question's with another kind and length.
void hex_reply_header(const uint8_t question[kHeaderBytes], enum frame_kind kind, uint64_t bytes,
                      uint8_t reply[kHeaderBytes]);

#ifdef __cplusplus
}
#endif
