// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/replay.h"

#include "golden/groups/known.h"
#include "golden/groups/rows.h"

namespace tritproof::golden {

using spec::Format;
using spec::Geometry;
using spec::Narrowing;
using spec::Op;
using spec::ReplayMode;

Parts stream_or_image_tiles(const spec::FormatRow& row, Geometry geometry,
                            const std::string& seed) {
  if (row.id == Format::pb16i) {
    Parts parts = filled(row, geometry, {seed, table("ms-ordinary", "")});
    parts.pop_back();
    return parts;
  }
  return image(spec::row_of(Format::t2), geometry, Trits{seed}, table("ms-ordinary", seed));
}

Ask replay_of(const spec::FormatRow& row, Geometry geometry, std::uint64_t m, Part activations,
              Parts tiles, ReplayMode mode, Narrowing narrowing) {
  tiles.insert(tiles.begin(), std::move(activations));
  Ask ask{Op::replay, &row, geometry, {std::move(tiles), {}}, {}, m};
  ask.options.mode = mode;
  ask.options.narrowing = narrowing;
  return ask;
}

std::string mode_rule(ReplayMode mode) {
  switch (mode) {
    case ReplayMode::i64: return "REPLAY-1";
    case ReplayMode::wrap32: return "REPLAY-2";
    default: return "REPLAY-3";
  }
}

namespace {

constexpr ReplayMode kModes[] = {ReplayMode::i64, ReplayMode::wrap32, ReplayMode::sat32_step,
                                 ReplayMode::sat32_end};
constexpr Narrowing kNarrowings[] = {Narrowing::exact, Narrowing::wrap16, Narrowing::sat16};
constexpr std::string_view kModeNames[] = {"i64", "wrap32", "sat32-step", "sat32-end"};

// Each mode under each narrowing; `few`: the narrowings in mode i64 alone.
template <class Make>
void every_mode(const Topic& topic, bool few, Make make) {
  for (const ReplayMode mode : kModes)
    for (const Narrowing narrowing : kNarrowings)
      if (!few || mode == ReplayMode::i64 || narrowing == Narrowing::exact)
        topic.saying(topic.why + ", " + std::string(kModeNames[static_cast<std::size_t>(mode)]))
            .holding(rules({mode_rule(mode), "REPLAY-4"}) + topic.rules)
            .agree(make(mode, narrowing));
}

struct Runs {
  std::string_view name;
  Parts activations;  // of 64 k
};

std::vector<Runs> extreme_activations() {
  return {{"-128", {repeat({0x80}, 64)}},
          {"127", {repeat({0x7f}, 64)}},
          {"127 and -128 in turn", {repeat({0x7f, 0x80}, 32)}},
          {"runs of 127 and of -128", {repeat({0x7f}, 32), repeat({0x80}, 32)}}};
}

// Tiles of one code and multiplier; from tile `turn` of the row on, the code is `later`.
Parts constant_tiles(const spec::FormatRow& row, std::uint64_t across, std::uint16_t ms, int code,
                     int later, std::uint64_t turn) {
  const auto tiles = [&](int of, std::uint64_t count) {
    Units units{count, {}};
    for (const spec::Field& field : spec::fields_of(row))
      units.of.push_back(spec::codes_per_byte(field.kind) != 0 ? all_codes(of)(field)
                                                               : repeat(le16(ms), field.bytes / 2));
    return Part{std::move(units)};
  };
  Parts parts;
  if (turn != 0) parts.push_back(tiles(code, turn));
  if (turn != across) parts.push_back(tiles(later, across - turn));
  return parts;
}

void extremes(Collector& to, const spec::FormatRow& row) {
  const bool wide = row.id == Format::pb16i;
  for (const std::uint64_t across : {2u, 4u, 8u})
    for (const Runs& runs : extreme_activations())
      for (const int code : wide ? std::vector<int>{-8, 7, 1} : std::vector<int>{1, -1})
        for (const std::uint16_t ms : std::initializer_list<std::uint16_t>{0x8000, 0x7fff, 0x0001})
          for (const std::uint64_t turn : {across, across / 2}) {
            if (turn == 0) continue;
            const int later = code == -8 ? 7 : -code;
            const bool first = runs.name == "-128";
            if (!first && (across != 2 || ms == 1 || (!wide && ms == 0x7fff))) continue;
            const bool core = first && across != 8 && (ms == 0x8000 || (wide && ms == 0x7fff));
            const Level level = core ? Level::core : Level::full;
            const Topic topic{to, level,
                              "activations " + std::string(runs.name) + ", K " +
                                  std::to_string(across * 256) + ", sums at the ends",
                              rules({wide ? "REPLAY-5" : ""})};
            const Parts tiles =
                constant_tiles(row, across, static_cast<std::uint16_t>(ms), code, later, turn);
            every_mode(topic, !wide || level != Level::core || across > 2,
                       [&](ReplayMode mode, Narrowing narrowing) {
                         return replay_of(row, grid(row, 1, across), 1,
                                          {Units{across * 4, runs.activations}}, tiles, mode,
                                          narrowing);
                       });
          }
}

void mixed_sums(Collector& to, const spec::FormatRow& row) {
  struct Shape {
    std::uint64_t down, across, m;
  };
  constexpr Shape kShapes[] = {{1, 1, 1},  {1, 1, 3}, {2, 2, 1}, {2, 2, 3},
                               {1, 2, 17}, {3, 5, 3}, {1, 8, 2}, {1, 20, 16}};
  for (const auto& [down, across, m] : kShapes)
    for (unsigned turn = 0; turn < 2; ++turn) {
      const std::string seed =
          "replay/" + std::to_string(100 * down + 10 * across + m) + "/" + std::to_string(turn);
      const bool smoke = down * across == 1 && m == 3 && turn == 0 && row.id == Format::pb16i;
      const Level level = smoke ? Level::smoke : turn == 0 ? Level::core : Level::full;
      const Topic topic{
          to, level,
          "mixed, M " + std::to_string(m) + ", " + std::to_string(down) + " x " +
              std::to_string(across) + " tiles",
          rules({rules_of(row.id).place, rules_of(row.id).scale, "T2-5", "REPLAY-6"})};
      const Geometry geometry = grid(row, down, across);
      every_mode(topic, row.id != Format::pb16i || down * across != 4,
                 [&](ReplayMode mode, Narrowing narrowing) {
                   return replay_of(row, geometry, m, random(seed + "/A", m * geometry.k),
                                    stream_or_image_tiles(row, geometry, seed), mode, narrowing);
                 });
    }
}

// One activation of 1 a row: the answer is code * ms of its k.
void probes(Collector& to, const spec::FormatRow& row) {
  const Geometry geometry = grid(row, 2, 2);
  for (std::uint64_t first = 0; first < geometry.k; first += 32) {
    Parts parts = stream_or_image_tiles(row, geometry, "probes");
    parts.insert(parts.begin(), repeat({0x00}, 32 * geometry.k));
    Payload payload(std::move(parts));
    for (std::uint64_t m = 0; m < 32; ++m) payload.put(m * geometry.k + first + m, 1);
    Ask ask{Op::replay, &row, geometry, payload.recipe(), {}, 32};
    Topic{to, first % 128 == 0 ? Level::core : Level::full,
          "one activation of 1 at each of 32 k from " + std::to_string(first),
          rules({"REPLAY-1", rules_of(row.id).place, rules_of(row.id).scale, "REPLAY-6"})}
        .agree(ask);
  }
}

// PB16I-2: only one run of 32 has a partial sum at the edge of int16.
void lone_edges(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  for (std::uint64_t g = 0; g < 8; ++g)
    for (const std::uint8_t last : std::initializer_list<std::uint8_t>{0x80, 0x81, 0x7f}) {
      Parts parts = constant_tiles(row, 1, 3, -8, -8, 1);
      parts.insert(parts.begin(), repeat({0x00}, 256));
      Payload payload(std::move(parts));
      for (std::uint64_t k = 0; k < 32; ++k) payload.put(32 * g + k, k == 31 ? last : 0x80);
      const Topic topic{to,
                        g < 2 ? Level::core : Level::full,
                        "one partial sum of 32768 or just below it",
                        {"REPLAY-5"}};
      every_mode(topic, g > 0, [&](ReplayMode mode, Narrowing narrowing) {
        Ask ask{Op::replay, &row, grid(row), payload.recipe(), {}, 1};
        ask.options.mode = mode;
        ask.options.narrowing = narrowing;
        return ask;
      });
    }
}

// Sums that leave int32 inside a tile and come back.
void there_and_back(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::pb16i);
  for (const auto& [low, high] : {std::pair{0x88, 0x77}, std::pair{0x77, 0x88}}) {
    const auto codes_half = [](int byte) {
      return repeat({static_cast<std::uint8_t>(byte)}, 1024);
    };
    const Parts tiles{codes_half(low), codes_half(high), codes_half(low), codes_half(high),
                      repeat(le16(32767), 256)};
    const Topic topic{
        to, Level::core, "sums leave int32 inside a tile and come back", {"REPLAY-5"}};
    every_mode(topic, false, [&](ReplayMode mode, Narrowing narrowing) {
      return replay_of(row, grid(row), 1, repeat({0x80}, 256), tiles, mode, narrowing);
    });
  }
}

Bytes sums(std::int64_t value, unsigned width) {
  Bytes bytes;
  for (unsigned n = 0; n < 32; ++n)
    for (unsigned i = 0; i < width; ++i)
      bytes.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * i)));
  return bytes;
}

// The tables of replay.md.
void replay_examples(Collector& to) {
  const spec::FormatRow& row = spec::row_of(Format::t2s);
  const Topic topic{to, Level::smoke, "the worked examples of replay.md", {}, {"known-answer"}};
  struct Line {
    std::uint8_t activation;
    std::uint64_t across, turn;
    std::uint16_t ms;
    std::int64_t answers[4];
  };
  constexpr std::int64_t kMost = 2147483647;
  constexpr Line kLines[] = {{0x01, 1, 1, 100, {25600, 25600, 25600, 25600}},
                             {0x80, 2, 2, 0x8000, {kMost + 1, -kMost - 1, kMost, kMost}},
                             {0x80, 4, 2, 0x8000, {0, 0, -1, 0}}};
  for (const Line& line : kLines)
    for (const ReplayMode mode : kModes)
      topic.holding({mode_rule(mode)})
          .know(
              replay_of(row, grid(row, 1, line.across), 1,
                        repeat({line.activation}, 256 * line.across),
                        constant_tiles(row, line.across, line.ms, 1, -1, line.turn), mode,
                        Narrowing::exact),
              sums(line.answers[static_cast<std::size_t>(mode)], mode == ReplayMode::i64 ? 8 : 4));
  const spec::FormatRow& image_row = spec::row_of(Format::pb16i);
  constexpr std::int64_t kNarrowed[] = {98304, -98304, 98301};
  for (const Narrowing narrowing : kNarrowings) {
    Parts tiles = constant_tiles(image_row, 1, 3, -8, -8, 1);
    tiles.insert(tiles.begin(), repeat({0x00}, 224));
    topic.holding({"REPLAY-4", "REPLAY-5"})
        .know(replay_of(image_row, grid(image_row), 1, repeat({0x80}, 32), tiles, ReplayMode::i64,
                        narrowing),
              sums(kNarrowed[static_cast<std::size_t>(narrowing)], 8));
  }
}

}  // namespace

void draft_replay(Collector& to) {
  replay_examples(to);
  for (const spec::FormatRow& row : spec::kFormats) {
    if (!row.side_table) continue;
    extremes(to, row);
    mixed_sums(to, row);
    probes(to, row);
  }
  lone_edges(to);
  there_and_back(to);
}

}  // namespace tritproof::golden
