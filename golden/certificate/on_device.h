// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/certificate/recorder.h"

namespace tritproof::golden {

/// A session with a program behind a pipe.
struct DeviceSession {
  Declaration declared;
  std::string runner_sha256;
  host::RunReport report;
};

/// Starts the program and asks it everything that the recorder's vectors ask. `suite_sha256` and
/// the challenge tie the resume file to the questions.
std::expected<DeviceSession, Uncertified> ask_device(const Ask& ask, std::string_view suite_sha256,
                                                     Recorder& recorder, Writer* writer);

}  // namespace tritproof::golden
