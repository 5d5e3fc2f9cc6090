// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "golden/groups/rules.h"
#include "golden/groups/sketch.h"
#include "golden/maker.h"

namespace tritproof::golden {

/// The earliest level that applies.
constexpr Level level_if(bool smoke, bool core) {
  return smoke ? Level::smoke : core ? Level::core : Level::full;
}

/// One request on its way into the set.
struct Ask {
  spec::Op op = spec::Op::decode;
  const spec::FormatRow* row = nullptr;
  spec::Geometry geometry;
  Recipe input;
  spec::Flags options = {};
  std::uint64_t m = 0;
};

/// What some vectors share: why they are asked, what they hold, how early they are run.
struct Topic {
  Collector& to;
  Level level = Level::core;
  std::string why;  ///< for a refusal: the reasoning
  Rules rules = {};
  std::vector<std::string> flags = {};  ///< those that bytes cannot show

  /// Second answers and the reference confirms.
  void agree(Ask ask) const { put(std::move(ask), Origin::agreed, {}); }
  /// The reference answers and second's reading of it proves the answer.
  void prove(Ask ask) const { put(std::move(ask), Origin::proved, {}); }
  /// ggml answers where it can, else the definition is checked for each element.
  void quantise(Ask ask) const;
  /// The refusal that the rules lead to.
  void refuse(Ask ask, ExpectedRefusal refusal) const {
    put(std::move(ask), Origin::by_hand, Expected(refusal));
  }
  /// A published answer.
  void know(Ask ask, Bytes answer) const {
    put(std::move(ask), Origin::known, Expected(std::move(answer)));
  }

  /// The same with other words, rules or level.
  [[nodiscard]] Topic saying(std::string other_why) const;
  [[nodiscard]] Topic holding(Rules other_rules) const;
  [[nodiscard]] Topic at(Level other_level) const;

 private:
  void put(Ask ask, Origin origin, std::optional<Expected> expected) const;
};

/// A tensor and how it is read.
struct Tensor {
  const spec::FormatRow* row = nullptr;
  spec::Geometry geometry;
  Recipe input;
  spec::Layout layout = spec::Layout::standard;

  [[nodiscard]] Ask asked(spec::Op op, bool bf16 = false) const {
    Ask ask{op, row, geometry, input};
    ask.options.bf16 = bf16;
    ask.options.layout = layout;
    return ask;
  }
};
Tensor tensor_of(const Sketch& sketch, spec::Layout layout = spec::Layout::standard);

/// decode.
void decode(const Topic& topic, const Tensor& tensor);
/// decode answered in bf16, which holds HALF-8 too.
void decode_bf16(const Topic& topic, const Tensor& tensor);
/// validate, which holds REF-6 and what the format counts.
void validate(const Topic& topic, const Tensor& tensor);
/// All three.
void read(const Topic& topic, const Tensor& tensor);
/// decode and validate.
void look(const Topic& topic, const Tensor& tensor);

inline ExpectedRefusal refusal(spec::RefusalName name, std::uint64_t count = 0,
                               std::optional<spec::Place> place = std::nullopt) {
  return {name, count, place};
}

/// A convert of a tensor into `target`.
Ask conversion(const Tensor& tensor, spec::Format target, bool clamp = false);

}  // namespace tritproof::golden
