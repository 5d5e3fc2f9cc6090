// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "codec/subject.h"
#include "hw/protocol/frame.h"

/// FRAME-11: what a runner says of its device in place of an answer or a hello. These names are no
/// refusals of an input: they stand in the same frame and mean that nothing was computed.
namespace tritproof::protocol {

enum class State : std::uint8_t { NoDevice, SetupError, DeviceError, Hang };

struct StateRow {
  State id{};
  std::string_view name;  ///< first line of the frame's payload
  Verdict verdict{};      ///< what the host makes of it
};

inline constexpr std::array<StateRow, 4> kStates{{
    {State::NoDevice, "NoDevice", Verdict::no_device},
    {State::SetupError, "SetupError", Verdict::setup_error},
    {State::DeviceError, "DeviceError", Verdict::device_error},
    {State::Hang, "Hang", Verdict::hang},
}};

constexpr const StateRow& row_of(State state) { return kStates[static_cast<std::size_t>(state)]; }

/// A state and the words that go with it: "ERT_CMD_STATE_TIMEOUT: ...".
struct StateText {
  State state{};
  std::string_view text;  ///< borrows from the payload; untrusted
};

/// The payload of a frame of kind 4: the name, a line feed, the text (cut at the cap).
[[nodiscard]] inline std::string encode_state(State state, std::string_view text) {
  std::string payload(row_of(state).name);
  payload += '\n';
  payload += text.substr(0, kMaxTextBytes - payload.size());
  return payload;
}

/// Nothing if the first line is not a state's name.
[[nodiscard]] inline std::optional<StateText> parse_state(std::span<const std::uint8_t> payload) {
  const std::string_view all(reinterpret_cast<const char*>(payload.data()), payload.size());
  const std::size_t end = std::min(all.find('\n'), all.size());
  for (const StateRow& row : kStates)
    if (row.name == all.substr(0, end))
      return StateText{row.id, end < all.size() ? all.substr(end + 1) : std::string_view{}};
  return std::nullopt;
}

}  // namespace tritproof::protocol
