// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace xrt::detail {

/// The version that a caller was built with; 0: not checked.
struct abi {
  const unsigned int major{0};
  const unsigned int minor{0};
  const unsigned int code{0};
};

}  // namespace xrt::detail
