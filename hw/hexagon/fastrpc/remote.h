// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stddef.h>
#include <stdint.h>

/// The part of FastRPC's binary interface that we use, in our own words: what libcdsprpc.so exports
/// on the processor's side and how it calls a module on the DSP. The names of the functions and the
/// numbers are FastRPC's.

typedef uint64_t remote_handle64;

/// An argument of a call: a buffer, or a handle. Pointers have the width of the side it is built
/// for.
typedef union {
  struct {
    void* pv;
    size_t nLen;
  } buf;
  remote_handle64 h64;
} remote_arg;

/// A call's shape as one number: buffers in, buffers out, handles in, handles out, in that order in
/// the list of arguments.
static inline uint32_t remote_scalars(uint32_t method, uint32_t in, uint32_t out,
                                      uint32_t handles_in, uint32_t handles_out) {
  return method << 24 | in << 16 | out << 8 | handles_in << 4 | handles_out;
}

/// Methods of a module: the first two are FastRPC's, the third is ours. It takes a frame's header
/// and prefix (64 bytes), then its input, and gives a reply's header (32 bytes) and its payload.
enum { kOpenMethod = 0, kCloseMethod = 1, kAnswerMethod = 2 };
enum { kAnswerIn = 2, kAnswerOut = 2, kHeadBytes = 64 };

enum { kComputeDomain = 3 };  // the compute DSP: cdsp

/// Requests of remote_session_control and remote_handle_control.
enum { kControlUnsignedModule = 2, kGetDspInfo = 2 };
enum { kArchitecture = 6 };  // attribute of kGetDspInfo

struct remote_unsigned_module {
  int domain;
  int enable;
};
struct remote_capability {
  uint32_t domain;
  uint32_t attribute;
  uint32_t value;
};

/// Heap and flags of rpcmem_alloc: ordinary memory, cached.
enum { kSystemHeap = 25, kCached = 1 };

/// Results. Those of the DSP's own side are raised by an offset.
#define FASTRPC_ON_DSP 0x80000400u
enum {
  kSuccess = 0,
  kFailed = 0x01,
  kUnableToLoad = 0x06,
  kBadState = 0x0d,
  kBadParameter = 0x0e,
  kUnsupported = 0x14,
  kBufferTooSmall = 0x26,
  kNoSuch = 0x27,
  kInvalidDevice = 0x3b,
  kNoSuchDevice = 0x43,
  kNoSuchFile = 0x45,
  kBadAlignment = 0x55,
  kCannotOpen = 0x57,
  kConnectionReset = 0x68,
};

/// The module, as both the DSP's loader and the stand-in find it.
#define TRITPROOF_SKEL_LIBRARY "libtritproof_skel.so"
#define TRITPROOF_SKEL_ENTRY "tritproof_skel_handle_invoke"
#define TRITPROOF_SKEL_URI \
  "file:///" TRITPROOF_SKEL_LIBRARY "?" TRITPROOF_SKEL_ENTRY "&_modver=1.0&_dom=cdsp"

#ifdef __cplusplus
extern "C" {
#endif
int tritproof_skel_handle_invoke(remote_handle64 handle, uint32_t scalars, remote_arg* arguments);
#ifdef __cplusplus
}
#endif
