// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "props/domains/asker.h"
#include "props/domains/domains.h"

/// Replay where its integers end: extreme activations, sums beyond int32, P one above int16.
namespace tritproof::props {
namespace {

bool is_replayed(spec::Format format) { return spec::row_of(format).side_table; }

using Activation = std::int8_t (*)(std::uint64_t m, std::uint64_t k);

Bytes payload(const spec::FormatRow& row, spec::Geometry geometry, std::uint64_t m,
              Activation activation, const Bytes& tensor) {
  Bytes input(m * geometry.k);
  for (std::uint64_t i = 0; i < input.size(); ++i)
    input[i] = static_cast<std::uint8_t>(activation(i / geometry.k, i % geometry.k));
  input.insert(input.end(), tensor.begin(),
               tensor.end() - static_cast<std::ptrdiff_t>(side_bytes(row, geometry)));
  return input;
}

void every_mode(Asker& asker, const std::string& why, spec::Geometry geometry, std::uint64_t m,
                const Bytes& input) {
  using enum spec::ReplayMode;
  for (const spec::ReplayMode mode : {i64, wrap32, sat32_step, sat32_end})
    for (const auto narrowing :
         {spec::Narrowing::exact, spec::Narrowing::wrap16, spec::Narrowing::sat16}) {
      spec::Flags flags;
      flags.mode = mode;
      flags.narrowing = narrowing;
      asker.ask(why, spec::Op::replay, geometry, input, flags, m);
    }
}

// The same code and multiplier everywhere; past `turn` units of K the codes change their sign.
Bytes constant(const spec::FormatRow& row, spec::Geometry geometry, int code, int ms,
               std::uint64_t turn) {
  Bytes tensor = empty_tensor(row, geometry);
  put_codes(row, geometry, tensor, [&](const spec::Field& field, std::uint64_t serial) {
    const std::uint64_t across = geometry.k / row.columns;
    const bool turned = serial / field.bytes % across >= turn;
    return equal_codes(field.kind, turned && code != -8 ? -code : code);
  });
  put_scales(row, geometry, tensor,
             [ms](const spec::Field&, std::uint64_t) { return static_cast<std::uint16_t>(ms); });
  return tensor;
}

void extremes(Asker& asker, const spec::FormatRow& row, std::uint64_t across, bool one) {
  const spec::Geometry geometry = grid(row, 1, across);
  const Activation activations[] = {
      [](std::uint64_t, std::uint64_t) { return std::int8_t{-128}; },
      [](std::uint64_t, std::uint64_t) { return std::int8_t{127}; },
      [](std::uint64_t, std::uint64_t k) { return static_cast<std::int8_t>(k % 2 ? -128 : 127); },
      [](std::uint64_t, std::uint64_t k) {
        return static_cast<std::int8_t>(k / 32 % 2 ? -128 : 127);
      }};
  std::vector<int> codes{1, -1};
  if (row.id == spec::Format::pb16i) codes = {-8, 7, 1};
  for (const Activation activation : std::span(activations).first(one ? 1 : 4))
    for (const int code : codes)
      for (const int ms : {-32768, 32767, 1})
        for (const std::uint64_t turn : {across, across / 2}) {
          if (!asker.open()) return;
          const Bytes tensor = constant(row, geometry, code, ms, turn);
          every_mode(asker,
                     "code " + std::to_string(code) + ", ms " + std::to_string(ms) + ", K " +
                         std::to_string(geometry.k),
                     geometry, 1, payload(row, geometry, 1, activation, tensor));
        }
}

// One activation of 1 at each of some k: the answer is code * ms of that k.
void probes(Asker& asker, const spec::FormatRow& row) {
  const spec::Geometry geometry = grid(row, 2, 2);
  const Bytes tensor = good_tensor(row, geometry, 3);
  Bytes input(geometry.k * geometry.k);
  for (std::uint64_t k = 0; k < geometry.k; ++k) input[k * geometry.k + k] = 1;
  input.insert(input.end(), tensor.begin(),
               tensor.end() - static_cast<std::ptrdiff_t>(side_bytes(row, geometry)));
  asker.ask("one activation at each k", spec::Op::replay, geometry, std::move(input), {},
            geometry.k);
}

void mixed(Asker& asker, const spec::FormatRow& row, spec::Geometry geometry, std::uint64_t m) {
  const Activation activation = [](std::uint64_t a, std::uint64_t k) {
    return static_cast<std::int8_t>(scatter(a << 32 | k));
  };
  Bytes tensor = good_tensor(row, geometry, m);
  every_mode(asker, "mixed", geometry, m, payload(row, geometry, m, activation, tensor));
  put_scales(row, geometry, tensor, [](const spec::Field&, std::uint64_t serial) {
    return static_cast<std::uint16_t>(scatter(serial));
  });
  every_mode(asker, "mixed, any multipliers", geometry, m,
             payload(row, geometry, m, activation, tensor));
  if (row.id != spec::Format::pb16i) return;
  put_codes(row, geometry, tensor, [](const spec::Field&, std::uint64_t serial) {
    return static_cast<std::uint8_t>(scatter(serial));
  });
  every_mode(asker, "any codes and multipliers", geometry, m,
             payload(row, geometry, m, activation, tensor));
}

// T2S-3: places count from the first activation.
void reserved(Asker& asker, const spec::FormatRow& row) {
  if (row.code3 != spec::Code3::reserved) return;
  const spec::Geometry geometry = grid(row, 2, 2);
  const Activation one = [](std::uint64_t, std::uint64_t) { return std::int8_t{1}; };
  for (const std::uint64_t at : {std::uint64_t{0}, 3 * std::uint64_t{row.bytes} + 2047})
    for (const std::uint32_t bit : {0u, 6u}) {
      Bytes tensor = good_tensor(row, geometry);
      tensor[at] = static_cast<std::uint8_t>(tensor[at] | 3u << bit);
      asker.ask("reserved at byte " + std::to_string(at), spec::Op::replay, geometry,
                payload(row, geometry, 3, one, tensor), {}, 3);
    }
}

void enumerate(spec::Format format, Level level, std::uint64_t, const laws::Take& take) {
  Asker asker(format, take);
  const spec::FormatRow& row = spec::row_of(format);
  reserved(asker, row);
  mixed(asker, row, grid(row, 1, 1), 1);
  if (level == Level::smoke) return extremes(asker, row, 2, true);
  for (const std::uint64_t across : {1u, 2u, 4u}) extremes(asker, row, across, false);
  extremes(asker, row, 8, level != Level::full);
  mixed(asker, row, grid(row, 3, 5), 3);
  probes(asker, row);
}

}  // namespace

const Domain kReplayDomain{"replay", "activations and sums at the ends, all modes and narrowings",
                           is_replayed, enumerate};

}  // namespace tritproof::props
