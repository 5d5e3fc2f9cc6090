// SPDX-License-Identifier: Apache-2.0
#include "golden/groups/topic.h"

#include <utility>

namespace tritproof::golden {

using spec::Op;

void Topic::put(Ask ask, Origin origin, std::optional<Expected> expected) const {
  Draft draft;
  Question& question = draft.question;
  question.level = level;
  question.op = ask.op;
  question.format = ask.row->id;
  question.options = ask.options;
  question.geometry = ask.geometry;
  question.m = ask.m;
  question.input = std::move(ask.input);
  question.rules = rules;
  question.flags = flags;
  question.why = why;
  draft.origin = origin;
  draft.expected = std::move(expected);
  to.put(std::move(draft));
}

void Topic::quantise(Ask ask) const {
  const spec::Format format = ask.row->id;
  // ggml's library knows the three types that are its own.
  const bool theirs = format == spec::Format::tq1_0 || format == spec::Format::tq2_0 ||
                      format == spec::Format::q2_0;
  put(std::move(ask), theirs ? Origin::ggml : Origin::defined, {});
}

Topic Topic::saying(std::string other_why) const {
  Topic topic = *this;
  topic.why = std::move(other_why);
  return topic;
}

Topic Topic::holding(Rules other_rules) const {
  Topic topic = *this;
  topic.rules = std::move(other_rules);
  return topic;
}

Topic Topic::at(Level other_level) const {
  Topic topic = *this;
  topic.level = other_level;
  return topic;
}

Tensor tensor_of(const Sketch& sketch, spec::Layout layout) {
  return {&sketch.row(), sketch.geometry(), sketch.recipe(), layout};
}

void decode(const Topic& topic, const Tensor& tensor) { topic.agree(tensor.asked(Op::decode)); }

void decode_bf16(const Topic& topic, const Tensor& tensor) {
  topic.holding(topic.rules + Rules{"HALF-8"}).agree(tensor.asked(Op::decode, true));
}

void validate(const Topic& topic, const Tensor& tensor) {
  const auto counts = rules_of(tensor.row->id).counts;
  topic.holding(rules({"REF-6", counts})).agree(tensor.asked(Op::validate));
}

void look(const Topic& topic, const Tensor& tensor) {
  decode(topic, tensor);
  validate(topic, tensor);
}

void read(const Topic& topic, const Tensor& tensor) {
  look(topic, tensor);
  decode_bf16(topic, tensor);
}

Ask conversion(const Tensor& tensor, spec::Format target, bool clamp) {
  Ask ask{Op::convert, tensor.row, tensor.geometry, tensor.input};
  ask.options.target = target;
  ask.options.clamp = clamp;
  return ask;
}

}  // namespace tritproof::golden
