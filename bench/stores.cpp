// SPDX-License-Identifier: Apache-2.0
#include "bench/stores.h"

#include <algorithm>
#include <cctype>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/stores.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace tritproof::bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void Store(float* out, std::size_t count) {
  const hn::ScalableTag<float> d;
  const auto value = hn::Set(d, 0.5f);
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t i = 0; i + 4 * lanes <= count; i += 4 * lanes) {
    hn::StoreU(value, d, out + i);
    hn::StoreU(value, d, out + i + lanes);
    hn::StoreU(value, d, out + i + 2 * lanes);
    hn::StoreU(value, d, out + i + 3 * lanes);
  }
}

std::uint64_t Load(const std::uint8_t* from, std::size_t bytes) {
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t width = hn::Lanes(d);
  auto a = hn::Zero(d);
  auto b = hn::Zero(d);
  for (std::size_t i = 0; i + 2 * width <= bytes; i += 2 * width) {
    a = hn::Or(a, hn::LoadU(d, from + i));
    b = hn::Or(b, hn::LoadU(d, from + i + width));
  }
  return hn::GetLane(hn::Or(a, b));
}

std::int32_t Multiply(const std::int16_t* a, const std::int16_t* b, std::size_t count) {
  const hn::ScalableTag<std::int16_t> d;
  const hn::ScalableTag<std::int32_t> wide;
  const std::size_t width = hn::Lanes(d);
  // Sums enough that none waits for the one before it.
  auto rest = hn::Zero(wide);
  auto first = hn::Zero(wide);
  auto second = hn::Zero(wide);
  auto third = hn::Zero(wide);
  auto fourth = hn::Zero(wide);
  const auto add = [&](auto sum, std::size_t i) HWY_ATTR {
    return hn::ReorderWidenMulAccumulate(wide, hn::LoadU(d, a + i), hn::LoadU(d, b + i), sum, rest);
  };
  for (std::size_t i = 0; i + 4 * width <= count; i += 4 * width) {
    first = add(first, i);
    second = add(second, i + width);
    third = add(third, i + 2 * width);
    fourth = add(fourth, i + 3 * width);
  }
  const auto sum = hn::Add(hn::Add(first, second), hn::Add(third, fourth));
  return hn::GetLane(hn::SumOfLanes(wide, hn::Add(sum, rest)));
}

}  // namespace HWY_NAMESPACE
}  // namespace tritproof::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tritproof::bench {
namespace {
HWY_EXPORT(Store);
HWY_EXPORT(Load);
HWY_EXPORT(Multiply);
}  // namespace

std::vector<Plain> plain_loops() {
  std::vector<Plain> loops;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    std::string name = hwy::TargetName(target);
    std::ranges::transform(name, name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    loops.push_back({name, &HWY_DYNAMIC_DISPATCH(Store), &HWY_DYNAMIC_DISPATCH(Load),
                     &HWY_DYNAMIC_DISPATCH(Multiply)});
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return loops;
}

}  // namespace tritproof::bench
#endif  // HWY_ONCE
