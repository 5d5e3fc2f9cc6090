// SPDX-License-Identifier: Apache-2.0
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hw/hexagon/fastrpc/remote.h"
#include "hw/hexagon/serve/serve.h"

// A stand-in of FastRPC's library: the module and its kernels on this machine's processor. What a
// call is given and what it gives are copies on the "DSP", as they are on a device. How it fails is
// chosen by the environment variable TRITPROOF_FASTRPC_STANDIN.

#define EXPORTED __attribute__((visibility("default")))

/// The runner reports this and cannot leave it out: the library itself says what it is.
EXPORTED const char tritproof_stand_in[] =
    "a stand-in of libcdsprpc.so on this machine's processor; no DSP took part";

enum { kAsItShould, kNoDevice, kHang, kTdr, kAbort, kError, kStuckSetup, kCrash, kPartial };
enum { kStale = kPartial + 1, kGarbage, kUnknown };

static int mode(void) {
  static const char* const names[] = {"ok",      "nodevice", "hang",        "tdr",
                                      "abort",   "error",    "stuck-setup", "crash",
                                      "partial", "stale",    "garbage"};
  const char* const set = getenv("TRITPROOF_FASTRPC_STANDIN");
  if (set == NULL) return kAsItShould;
  for (int i = 0; i < kUnknown; ++i)
    if (strcmp(set, names[i]) == 0) return i;
  return kUnknown;
}

enum { kMostBuffers = 16, kPage = 4096, kVector = 128, kOffset = 64 };

/// What rpcmem_alloc has given: a call's other buffers lose their alignment on the way.
static void* shared[kMostBuffers];

EXPORTED void* rpcmem_alloc(int heap, uint32_t flags, int bytes) {
  if (heap != kSystemHeap || flags != kCached || bytes <= 0) return NULL;
  for (int i = 0; i < kMostBuffers; ++i) {
    if (shared[i] != NULL) continue;
    if (posix_memalign(&shared[i], kPage, (size_t)bytes) != 0) shared[i] = NULL;
    return shared[i];
  }
  return NULL;
}

EXPORTED void rpcmem_free(void* memory) {
  for (int i = 0; i < kMostBuffers; ++i)
    if (shared[i] == memory) shared[i] = NULL;
  free(memory);
}

static int is_shared(const void* memory) {
  for (int i = 0; i < kMostBuffers; ++i)
    if (memory != NULL && shared[i] == memory) return 1;
  return 0;
}

static int unsigned_allowed, opened;

EXPORTED int remote_session_control(uint32_t request, void* data, uint32_t bytes) {
  const struct remote_unsigned_module* const wanted = data;
  if (mode() == kUnknown || request != kControlUnsignedModule || bytes != sizeof *wanted ||
      wanted->domain != kComputeDomain)
    return kBadParameter;
  unsigned_allowed = wanted->enable == 1;
  return kSuccess;
}

EXPORTED int remote_handle_control(uint32_t request, void* data, uint32_t bytes) {
  struct remote_capability* const asked = data;
  if (request != kGetDspInfo || bytes != sizeof *asked || asked->attribute != kArchitecture)
    return kUnsupported;
  asked->value = 0x68;
  return kSuccess;
}

EXPORTED int remote_handle64_open(const char* uri, remote_handle64* handle) {
  if (mode() == kStuckSetup)
    while (1) pause();
  if (mode() == kNoDevice) return kNoSuchDevice;
  if (strcmp(uri, TRITPROOF_SKEL_URI) != 0) return kNoSuch;
  if (!unsigned_allowed) return kUnableToLoad;  // it has no maker's signature
  uint32_t length = (uint32_t)strlen(uri) + 1;
  remote_arg arguments[3] = {{.buf = {&length, sizeof length}}, {.buf = {(void*)uri, length}}};
  const int result =
      tritproof_skel_handle_invoke(0, remote_scalars(kOpenMethod, 2, 0, 0, 1), arguments);
  *handle = arguments[2].h64;
  opened = result == kSuccess;
  return result;
}

EXPORTED int remote_handle64_close(remote_handle64 handle) {
  remote_arg argument = {.h64 = handle};
  opened = 0;
  return tritproof_skel_handle_invoke(0, remote_scalars(kCloseMethod, 0, 0, 1, 0), &argument);
}

/// A buffer as the DSP sees it; `owner` is what is to be freed.
static void* copy_of(remote_arg* argument, int with_content, void** owner) {
  const size_t bytes = argument->buf.nLen;
  const size_t offset = bytes == 0 || is_shared(argument->buf.pv) ? 0 : kOffset;
  if (posix_memalign(owner, kVector, bytes + kVector) != 0) abort();
  memset(*owner, 0xcd, bytes + kVector);  // what another process left there
  if (with_content && bytes != 0) memcpy((char*)*owner + offset, argument->buf.pv, bytes);
  return (char*)*owner + offset;
}

/// What comes back of an answer's payload: all, the first half, or nothing.
static size_t returned(size_t bytes) {
  if (mode() == kStale) return 0;
  return mode() == kPartial ? bytes / 2 : bytes;
}

static int call(remote_handle64 handle, uint32_t scalars, remote_arg* arguments, int fails) {
  remote_arg there[kAnswerIn + kAnswerOut];
  void* owners[kAnswerIn + kAnswerOut];
  for (int i = 0; i < kAnswerIn + kAnswerOut; ++i) {
    there[i].buf.pv = copy_of(&arguments[i], i < kAnswerIn, &owners[i]);
    there[i].buf.nLen = arguments[i].buf.nLen;
  }
  // Heads are small and travel with the message; only payloads lie in shared memory.
  const int result = tritproof_skel_handle_invoke(handle, scalars, there);
  const size_t payload = arguments[3].buf.nLen;
  if (result == kSuccess) {
    memcpy(arguments[2].buf.pv, there[2].buf.pv, arguments[2].buf.nLen);
    memcpy(arguments[3].buf.pv, there[3].buf.pv, fails ? returned(payload) : payload);
    if (fails && mode() == kGarbage) memset(arguments[2].buf.pv, 0xa5, arguments[2].buf.nLen);
  }
  for (int i = 0; i < kAnswerIn + kAnswerOut; ++i) free(owners[i]);
  return result;
}

EXPORTED int remote_handle64_invoke(remote_handle64 handle, uint32_t scalars,
                                    remote_arg* arguments) {
  if (!opened) return kBadState;
  if (scalars != remote_scalars(kAnswerMethod, kAnswerIn, kAnswerOut, 0, 0)) return kUnsupported;
  const int fails = hex_frame_kind(arguments[0].buf.pv) == kRequest;
  switch (fails ? mode() : kAsItShould) {
    case kHang:
      while (1) pause();
    case kTdr: return kConnectionReset;
    case kAbort: return (int)(FASTRPC_ON_DSP + kBadState);
    case kError: return kFailed;
    case kCrash:
      signal(SIGSEGV, SIG_DFL);  // a sanitizer's handler would turn the crash into an exit
      raise(SIGSEGV);
      break;
    default: break;
  }
  return call(handle, scalars, arguments, fails);
}
