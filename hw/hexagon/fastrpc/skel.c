// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/fastrpc/remote.h"
#include "hw/hexagon/serve/serve.h"

// The module on the DSP: the same objects as the program under the emulator behind one method. It
// needs no symbol of the DSP's libraries. Never loaded by a device.

static const char kIdentity[] =
    "runner=hexagon-skel\n"
    "version=" TRITPROOF_VERSION
    "\n"
    "device=Hexagon DSP\n"
    "double=0\n";

static int failed(uint32_t code) { return (int)(FASTRPC_ON_DSP + code); }

static int is_aligned(const void* memory) { return ((uintptr_t)memory & 127) == 0; }

static int answer(remote_arg* arguments) {
  const uint8_t* const head = arguments[0].buf.pv;
  uint8_t* const reply = arguments[2].buf.pv;
  uint8_t* const payload = arguments[3].buf.pv;
  if (arguments[0].buf.nLen != kHeadBytes || arguments[2].buf.nLen != kHeaderBytes)
    return failed(kBadParameter);
  if (!is_aligned(arguments[1].buf.pv) || !is_aligned(payload)) return failed(kBadAlignment);
  enum frame_kind kind = kHello;
  uint64_t bytes = 0;
  if (arguments[3].buf.nLen < kTextRoom) return failed(kBufferTooSmall);
  if (hex_frame_kind(head) == kHello) {
    bytes = hex_hello(kIdentity, payload, kTextRoom);
  } else if (hex_frame_kind(head) == kRequest) {
    struct hex_request request;
    hex_read_request(head, head + kHeaderBytes, &request);
    request.input = arguments[1].buf.pv;
    request.input_bytes = arguments[1].buf.nLen;
    if (arguments[3].buf.nLen < hex_room(&request)) return failed(kBufferTooSmall);
    kind = hex_answer(&request, payload, &bytes);
  } else {
    return failed(kBadParameter);
  }
  hex_reply_header(head, kind, bytes, reply);
  return kSuccess;
}

__attribute__((visibility("default"))) int tritproof_skel_handle_invoke(remote_handle64 handle,
                                                                        uint32_t scalars,
                                                                        remote_arg* arguments) {
  (void)handle;
  if (scalars == remote_scalars(kOpenMethod, 2, 0, 0, 1)) {
    arguments[2].h64 = 1;
    return kSuccess;
  }
  if (scalars == remote_scalars(kCloseMethod, 0, 0, 1, 0)) return kSuccess;
  if (scalars == remote_scalars(kAnswerMethod, kAnswerIn, kAnswerOut, 0, 0))
    return answer(arguments);
  return failed(kUnsupported);
}
