// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/ggml/ggml_api.h"

namespace tritproof::ggml {

/// Answers decode and quantise of ggml's three ternary types over stdin and stdout until bye.
/// A bf16 answer is refused with NoSuchConversion: ggml decodes to f32 only. quantise refuses
/// NonFiniteInput and ScaleUnderflow itself, because ggml's answer is undefined there (QUANT-5).
/// The exit status of the program.
int serve(const Api& api);

}  // namespace tritproof::ggml
