// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/certificate/recorder.h"

namespace tritproof::golden {

/// What a codec of this process would say in a hello.
protocol::Hello hello_of(const Subject& subject, std::string_view version);

/// Asks a codec of this process everything that the recorder's vectors ask, in order. The error: an
/// input could not be made, or a result not kept.
std::expected<std::vector<host::ItemResult>, std::string> ask_in_process(Subject& subject,
                                                                         Recorder& recorder);

}  // namespace tritproof::golden
