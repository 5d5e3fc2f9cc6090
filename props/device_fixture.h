// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw/host/device_run.h"
#include "hw/protocol/wire.h"
#include "props/host_fixture.h"

namespace tritproof::host {

using namespace std::chrono_literals;

/// Questions to the double: one tile each, all codes -1 at scale 1 but for the first four, which
/// are the item's mark. The double misbehaves for the marks that its command line names.
struct Questions {
  std::vector<Item> items;
  std::map<std::size_t, std::uint8_t> marks;
  std::vector<std::size_t> kept;                ///< indices that `keep` was called with
  std::function<void(std::size_t)> at_payload;  ///< called before an input is made
  std::function<std::expected<Job::Next, std::string>(std::size_t)> at_keep;

  explicit Questions(std::size_t count, std::map<std::size_t, std::uint8_t> marked = {})
      : items(count), marks(std::move(marked)) {
    for (std::size_t i = 0; i < count; ++i) items[i].id = "item-" + std::to_string(i);
    for (Item& item : items) item.request.geometry = {32, 256};
  }
  [[nodiscard]] std::uint8_t mark(std::size_t index) const {
    const auto found = marks.find(index);
    return found == marks.end() ? std::uint8_t{0} : found->second;
  }
  [[nodiscard]] static Bytes tile(std::uint8_t mark) {
    Bytes out(2176);
    out[0] = mark;
    for (std::size_t at = 2048; at < 2176; at += 2)
      protocol::put(std::span(out), at, std::uint16_t{0x3c00});
    return out;
  }
  [[nodiscard]] static Bytes right_answer(std::uint8_t mark) {
    constexpr std::uint32_t kValues[] = {0xbf800000, 0, 0x3f800000, 0};
    Bytes out(32768);
    for (std::size_t i = 0; i < 8192; ++i)
      protocol::put(std::span(out), 4 * i, kValues[i < 4 ? mark >> (2 * i) & 3 : 0]);
    return out;
  }
  [[nodiscard]] static Judgement judged(std::uint8_t mark, const Outcome& outcome) {
    const auto* const bytes = std::get_if<Bytes>(&outcome);
    if (bytes == nullptr) return {Verdict::refused, "it refused", "a refusal"};
    const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    const std::string digest = std::to_string(std::hash<std::string_view>{}(text));
    if (*bytes == right_answer(mark)) return {Verdict::pass, "", digest};
    return {Verdict::mismatch, "wrong weights", digest};
  }
  [[nodiscard]] Job job() {
    Job out;
    out.items = items;
    out.payload = [this](std::size_t i) -> std::expected<Bytes, std::string> {
      if (at_payload) at_payload(i);
      return tile(mark(i));
    };
    out.judge = [this](std::size_t i, std::span<const std::uint8_t>, const Outcome& outcome) {
      return judged(mark(i), outcome);
    };
    out.keep = [this](std::size_t i, const ItemResult&,
                      const Outcome*) -> std::expected<Job::Next, std::string> {
      kept.push_back(i);
      return at_keep ? at_keep(i) : Job::Next::go_on;
    };
    return out;
  }
};

/// No lock, no pause, no repeats, and time enough for a busy machine.
inline RunOptions quick_options() {
  RunOptions options;
  options.timeouts = {60s, 60s};
  options.probe_pause = 1ms;
  options.repeat_one_in = 0;
  return options;
}

/// Asks the double for a plain tile.
inline Probe plain_probe() {
  Probe probe;
  probe.request.geometry = {32, 256};
  probe.input = Questions::tile(0);
  probe.healthy = [](const Outcome& outcome) {
    return Questions::judged(0, outcome).verdict == Verdict::pass;
  };
  return probe;
}

inline Command the_double(std::vector<std::string> words) {
  words.insert(words.begin(), TRITPROOF_DOUBLE);
  return Command{std::move(words), {}};
}

/// The report of a run that must come to its end.
inline RunReport run_of(Command command, Questions& questions,
                        RunOptions options = quick_options()) {
  auto run = DeviceRun::start(std::move(command), std::move(options));
  if (!run) ADD_FAILURE() << run.error().what;
  if (!run) return {};
  auto report = (*run)->run(questions.job());
  if (!report) ADD_FAILURE() << report.error().what;
  return report ? std::move(*report) : RunReport{};
}

/// Every result but that of `index` is a pass.
inline void expect_only_lost(const RunReport& report, std::size_t index, Verdict verdict,
                             std::string_view words) {
  ASSERT_LT(index, report.results.size());
  EXPECT_EQ(report.count(Verdict::pass), report.results.size() - 1);
  const ItemResult& lost = report.results[index];
  EXPECT_EQ(name_of(lost.verdict), name_of(verdict)) << lost.what;
  EXPECT_NE(lost.what.find(words), std::string::npos) << lost.what;
  EXPECT_EQ(report.lost, std::nullopt);
}

using DeviceRuns = Host;
using Resuming = Host;
using Devices = Host;

}  // namespace tritproof::host
