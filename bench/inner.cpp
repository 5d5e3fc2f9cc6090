// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "bench/data.h"
#include "bench/job.h"
#include "codec/subjects.h"

namespace tritproof::bench {
namespace {

constexpr spec::Geometry kTile{32, 256};
constexpr std::uint64_t kTiles = 64;

// What a fuzzer does with one input: everybody is asked, all must answer alike.
struct Inner {
  std::vector<std::unique_ptr<Subject>> subjects;
  Banded input;
  std::uint64_t turn = 0;
  bool alike = true;

  void step() {
    const Bytes tile = input.payload(turn++ % kTiles);
    const Request request{spec::Op::decode, spec::Format::t2, {}, kTile, 0, tile, 0};
    const Outcome expected = subjects.front()->answer(request);
    for (std::size_t i = 1; i < subjects.size(); ++i)
      alike = alike && std::get<Bytes>(subjects[i]->answer(request)) == std::get<Bytes>(expected);
  }
};

void add_loop(const std::string& name, const std::vector<std::string>& subjects, Jobs& jobs) {
  jobs.push_back({"inner/t2-tile/" + name, "", [subjects] {
                    auto state = std::make_shared<Inner>();
                    for (const std::string& subject : subjects)
                      state->subjects.push_back(make_subject(subject));
                    state->input = banded(spec::Format::t2, kTile, kTiles, kTiles);
                    auto work = std::make_unique<Work>();
                    work->once = [state] { state->step(); };
                    work->right = [state] { return state->alike; };
                    work->weights = kTile.n * kTile.k;
                    work->bytes_in = unit_bytes(spec::Format::t2, kTile);
                    work->counted = true;
                    return work;
                  }});
}

}  // namespace

void add_inner(const Settings&, Jobs& jobs) {
  const std::string best = "fast-" + std::string(fast::targets().front().name);
  add_loop("fast", {"reference", best}, jobs);
  add_loop("second", {"reference", best, "second"}, jobs);
}

}  // namespace tritproof::bench
