// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <props/gtest/conformance.h>

#include "decoder.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  tritproof::register_decoder(
      "mine", tritproof::spec::Format::t2,
      [](const tritproof::Tensor& t, float* out) { my_decode(t.units.data(), t.n, t.k, out); });
  return RUN_ALL_TESTS();
}
