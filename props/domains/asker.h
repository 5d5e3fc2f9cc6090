// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "props/domain.h"
#include "props/domains/build.h"

namespace tritproof::props {

/// Gives cases of one format to whoever takes them, until they are refused.
class Asker {
 public:
  Asker(spec::Format format, const laws::Take& take) : format_(format), take_(take) {}

  [[nodiscard]] bool open() const { return open_; }

  void ask(std::string why, spec::Op op, spec::Geometry geometry, Bytes input,
           const spec::Flags& flags = {}, std::uint64_t m = 0) {
    if (!open_) return;
    open_ = take_({std::move(why), op, format_, flags, geometry, m, std::move(input)});
  }

  /// Decode, then validate.
  void read(const std::string& why, spec::Geometry geometry, Bytes tensor,
            spec::Layout layout = spec::Layout::standard) {
    spec::Flags flags;
    flags.layout = layout;
    ask(why, spec::Op::decode, geometry, tensor, flags);
    ask(why, spec::Op::validate, geometry, std::move(tensor), flags);
  }

  /// Also in the other layout where the format has one.
  void read_layouts(const std::string& why, spec::Geometry geometry, const Bytes& tensor) {
    read(why, geometry, tensor);
    if (spec::row_of(format_).second_layout)
      read(why + ", other layout", geometry, tensor, spec::Layout::other);
  }

 private:
  spec::Format format_;
  const laws::Take& take_;
  bool open_ = true;
};

}  // namespace tritproof::props
