// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/replay.h"
#include "golden/groups/rows.h"

namespace tritproof::golden {
namespace {

using spec::Format;
using spec::Op;

/// The head of the model that seed 1 measured.
constexpr spec::Geometry kHead{17408, 5120};
constexpr std::uint64_t kModelRows = 16;

}  // namespace

void draft_model(Collector& to) {
  const Topic topic{to, Level::full, "the shape of a model's head", {"T2-5"}};
  for (const Format format : {Format::t2, Format::t2s, Format::pb16i}) {
    const spec::FormatRow& row = spec::row_of(format);
    decode(topic.holding(rules({"T2-5", rules_of(format).place, rules_of(format).scale})),
           {&row, kHead, {good_image(row, kHead, "head/1"), {}}});
  }
  for (const Format format : {Format::t2s, Format::pb16i})
    for (const char* seed : {"head/1", "head/2", "head/3"}) {
      const spec::FormatRow& row = spec::row_of(format);
      topic.saying("the shape of a model's head under 16 rows of activations")
          .holding(rules({"REPLAY-1", "T2-5", rules_of(format).place}))
          .agree(replay_of(row, kHead, kModelRows,
                           random(seed + std::string("/A"), kModelRows * kHead.k),
                           stream_or_image_tiles(row, kHead, seed)));
    }
}

}  // namespace tritproof::golden
