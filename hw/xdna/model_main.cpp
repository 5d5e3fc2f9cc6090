// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hw/protocol/runner.hpp"
#include "hw/xdna/model/datapath.h"
#include "hw/xdna/model/decode.h"
#include "hw/xdna/reserved.h"

// tritproof-xdna-model [--reserved refuse|raw]
// The published data path of an XDNA2 core as a runner. Exit status: 0; 1 for a broken frame or
// pipe; 2 for wrong usage.

namespace {

using tritproof::refuse;
using tritproof::reply;
using tritproof::request;
namespace xdna = tritproof::xdna;
namespace spec = tritproof::spec;

/// What the host of such a kernel must do before it sends a stream (T2S-3); raw lets it pass.
reply check(const request& q, bool raw) {
  if (raw || q.format != "t2s") return {};
  const xdna::Reserved found = xdna::reserved_codes({q.data, q.bytes});
  if (found.count == 0) return {};
  return refuse("ReservedCode", std::to_string(found.count) + " codes, first at byte " +
                                    std::to_string(found.byte) + ", bit " +
                                    std::to_string(found.bit) + " of the tiles");
}

reply decode(const request& q, bool raw, float* out) {
  const spec::Geometry geometry{q.n, q.k};
  const std::span tiles(q.data, q.bytes);
  // SideTable precedes ReservedCode (REF-2), so the scales are looked at first.
  if (const auto bad = xdna::decode(geometry, tiles, {q.ref, 4 * q.n}, {out, q.n * q.k}))
    return refuse("SideTable", std::to_string(bad->count) + " features, first at n " +
                                   std::to_string(bad->first));
  return check(q, raw);
}

reply replay(const request& q, bool raw, std::span<std::uint8_t> out) {
  if (reply bad = check(q, raw); !bad.refusal.empty()) return bad;
  const xdna::Launch launch{*spec::format_named(q.format),
                            {q.n, q.k},
                            q.m,
                            static_cast<spec::ReplayMode>(q.mode),
                            static_cast<spec::Narrowing>(q.narrowing)};
  const auto* const activations = reinterpret_cast<const std::uint8_t*>(q.activations);
  const auto sums = xdna::replay(launch, {activations, q.m * q.k}, {q.data, q.bytes});
  xdna::store_sums(sums, launch.mode, out);
  return {};
}

int usage() {
  std::fputs("usage: tritproof-xdna-model [--reserved refuse|raw]\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::span args(argv, static_cast<std::size_t>(argc));
  const std::string_view policy = argc == 3 ? args[2] : "refuse";
  const bool raw = policy == "raw";
  if ((argc != 1 && argc != 3) || (argc == 3 && std::string_view(args[1]) != "--reserved") ||
      (!raw && policy != "refuse"))
    return usage();
  tritproof::runner r("xdna-model", TRITPROOF_VERSION);
  r.stand_in();
  r.set("device", "model of the published XDNA2 data path; no device");
  r.set("modes", "i64,wrap32,sat32-step,sat32-end");
  r.set("policies", raw ? "reserved:+2" : "reserved:refuse");
  r.answer("expand", "t2s", [raw](const request& q, std::uint8_t* out, std::size_t bytes) {
    reply bad = check(q, raw);
    if (bad.refusal.empty()) xdna::expand_tiles({q.data, q.bytes}, {out, bytes});
    return bad;
  });
  r.decode("t2s", [raw](const request& q, float* out) { return decode(q, raw, out); });
  for (const char* const format : {"t2s", "pb16i"})
    r.answer("replay", format, [raw](const request& q, std::uint8_t* out, std::size_t bytes) {
      return replay(q, raw, {out, bytes});
    });
  return r.serve();
}
