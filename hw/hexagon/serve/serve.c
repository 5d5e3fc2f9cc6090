// SPDX-License-Identifier: Apache-2.0
#include "hw/hexagon/serve/serve.h"

#include "hw/hexagon/kernel/hvx.h"
#include "hw/hexagon/serve/shape.h"
#include "hw/hexagon/serve/text.h"

enum { kBf16 = 1 };
enum { kMeaningful = 0x00ff0003 };  // bf16, clamp, mode, narrowing: there is no layout, no target

static uint64_t load(const uint8_t* at, int bytes) {
  uint64_t word = 0;
  while (bytes-- > 0) word = word << 8 | at[bytes];
  return word;
}

static void store(uint8_t* at, uint64_t word, int bytes) {
  for (int i = 0; i < bytes; ++i) at[i] = (uint8_t)(word >> (8 * i));
}

uint32_t hex_frame_kind(const uint8_t header[kHeaderBytes]) {
  const int ours = load(header, 4) == 0x31505254 && load(header + 4, 2) == 1;
  const uint32_t kind = (uint32_t)load(header + 6, 2);
  return ours && kind >= kHello && kind <= kBye ? kind : 0;
}

uint64_t hex_frame_length(const uint8_t header[kHeaderBytes]) { return load(header + 24, 8); }

void hex_reply_header(const uint8_t question[kHeaderBytes], enum frame_kind kind, uint64_t bytes,
                      uint8_t reply[kHeaderBytes]) {
  for (int i = 0; i < kHeaderBytes; ++i) reply[i] = question[i];
  store(reply + 6, kind, 2);
  store(reply + 24, bytes, 8);
}

void hex_read_request(const uint8_t header[kHeaderBytes], const uint8_t prefix[kPrefixBytes],
                      struct hex_request* out) {
  out->op = (uint32_t)load(header + 16, 2);
  out->format = (uint32_t)load(header + 18, 2);
  out->flags = (uint32_t)load(header + 20, 4);
  out->n = load(prefix, 8);
  out->k = load(prefix + 8, 8);
  out->m = load(prefix + 16, 8);
  out->poison = load(prefix + 24, 8);
}

uint64_t hex_hello(const char* identity, uint8_t* payload, uint64_t room) {
  struct text text = {payload, room, 0};
  add_text(&text, identity);
  add_text(&text,
           "ops=decode:t2,decode:t2s,validate:t2,validate:t2s,expand:t2s,replay:t2s,replay:pb16i\n"
           "modes=i64,wrap32,sat32-step,sat32-end\n"
           "policies=bf16:nearest-even\n"
           "poison=1\n");
  return text.used;
}

static int is_declared(uint32_t op, uint32_t format) {
  if (op == kDecode || op == kValidate) return format == kT2 || format == kT2s;
  if (op == kExpand) return format == kT2s;
  return op == kReplay && (format == kT2s || format == kPb16i);
}

static uint64_t answer_bytes(const struct hex_request* q) {
  const uint64_t weights = q->n * q->k;
  switch (q->op) {
    case kDecode: return weights * ((q->flags & kBf16) != 0 ? 2 : 4);
    case kExpand: return weights / 2;
    case kReplay: return q->m * q->n * ((q->flags >> 16 & 15) == kI64 ? 8 : 4);
    default: return 48;
  }
}

/// What can be said before any byte of the input is looked at, in the order of REF-2.
static const char* measure(const struct hex_request* q, struct shape* shape) {
  const uint64_t most = 1u << 31;  // no product below overflows, no frame holds more
  const uint32_t mode = q->flags >> 16 & 15, narrowing = q->flags >> 20 & 15;
  if ((q->flags & ~(uint32_t)kMeaningful) != 0 || mode > kSat32End || narrowing > kSat16 ||
      !is_declared(q->op, q->format))
    return "NoSuchConversion";  // FRAME-6
  const int replays = q->op == kReplay;
  if (q->n == 0 || q->k == 0 || q->n % kTileRows != 0 || q->k % kTileColumns != 0 ||
      (replays && q->m == 0))
    return "Geometry";
  if (q->n > most || q->k > most || (replays && q->m > most)) return "Size";
  shape->tile_bytes = q->format == kPb16i ? kImageBytes : kTernaryBytes;
  shape->down = (uint32_t)(q->n / kTileRows);
  shape->across = (uint32_t)(q->k / kTileColumns);
  const uint64_t tiles = (uint64_t)shape->down * shape->across * shape->tile_bytes;
  const uint64_t before = replays ? q->m * q->k : 0;
  const int side = q->format == kT2s && (q->op == kDecode || q->op == kValidate);
  if (q->input_bytes != before + tiles + (side ? 4 * q->n : 0)) return "Size";
  shape->tiles = q->input + before;
  shape->ref = side ? shape->tiles + tiles : 0;
  shape->answer_bytes = answer_bytes(q);
  return shape->answer_bytes > kMaxPayload ? "Size" : 0;
}

static struct obstacle obstacle_of(const struct hex_request* q, struct shape* shape) {
  struct obstacle found = {measure(q, shape), 0, 0, 0, 0, 0};
  if (found.name != 0 || q->format != kT2s) return found;
  if (shape->ref != 0) found = find_odd_exponents(shape);
  if (found.name == 0 && q->op != kValidate && !planted(kReservedPlusTwo))
    found = find_reserved(shape);
  return found;
}

static uint64_t refuse(const struct obstacle* found, uint8_t* payload) {
  struct text text = {payload, kTextRoom, 0};
  add_text(&text, found->name);
  add_text(&text, "\n");
  if (found->of == 0) return text.used;
  const char* const words[] = {found->of, ", first at tile ", ", n ", ", k "};
  const uint64_t numbers[] = {found->count, found->tile, found->n, found->k};
  for (int i = 0; i < 4; ++i) {
    if (i > 0) add_text(&text, words[i]);
    add_number(&text, numbers[i]);
    if (i == 0) add_text(&text, words[0]);
  }
  return text.used;
}

/// FRAME-9: up to 127 bytes more than the answer has, which its room allows for.
static void fill(uint8_t* payload, uint64_t bytes, uint64_t poison) {
  HVX_ALIGNED uint8_t pattern[kVectorBytes];
  for (int i = 0; i < kVectorBytes; i += 8) store(pattern + i, poison, 8);
  const HVX_Vector word = *vectors_in(pattern);
  for (uint64_t at = 0; at < bytes; at += kVectorBytes) *vectors_of(payload + at) = word;
}

uint64_t hex_room(const struct hex_request* request) {
  struct shape shape;
  const uint64_t bytes = measure(request, &shape) == 0 ? shape.answer_bytes : 0;
  return bytes < kTextRoom ? kTextRoom : (bytes + kVectorBytes - 1) & ~(uint64_t)(kVectorBytes - 1);
}

enum frame_kind hex_answer(const struct hex_request* request, uint8_t* payload, uint64_t* bytes) {
  struct shape shape;
  const struct obstacle found = obstacle_of(request, &shape);
  if (found.name != 0) {
    *bytes = refuse(&found, payload);
    return kRefused;
  }
  *bytes = shape.answer_bytes;
  fill(payload, shape.answer_bytes, request->poison);
  switch (request->op) {
    case kDecode: do_decode(request, &shape, payload); break;
    case kValidate: do_validate(request, &shape, payload); break;
    case kExpand: do_expand(&shape, payload); break;
    default: do_replay(request, &shape, payload); break;
  }
  return kOk;
}
