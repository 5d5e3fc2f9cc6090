// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "hw/protocol/states.h"

namespace tritproof::xdna {

/// What is said of the device in place of an answer (FRAME-11).
struct Failure {
  protocol::State state{};
  std::string text;
};

template <class T>
using Attempt = std::expected<T, Failure>;

/// The state that a message of XRT means: NoDevice if it says that the device is not there
/// (ENODEV), else `otherwise`. XRT's shim writes "TEXT (err=N)", N with or without a sign.
constexpr protocol::State state_of_message(std::string_view message, protocol::State otherwise) {
  for (const std::string_view gone : {"No such device", "(err=-19)", "(err=19)"})
    if (message.find(gone) != std::string_view::npos) return protocol::State::NoDevice;
  return otherwise;
}

}  // namespace tritproof::xdna
