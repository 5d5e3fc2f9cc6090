// SPDX-License-Identifier: Apache-2.0
#include "props/properties/poser.h"

#include "props/properties/templates.h"

namespace tritproof::props {

Posed::Posed(laws::Case what, std::span<Subject* const> judges)
    : asked(std::move(what)), classes(classify(asked)), put(asked, judges) {}

Poser::Poser(std::vector<Subject*> judges, std::function<void(Bytes&)> after_edits)
    : judges_(std::move(judges)), after_edits_(std::move(after_edits)) {}

void Poser::begin(const Sketch& sketch) {
  const auto key = std::tuple(sketch.geometry.n, sketch.geometry.k, sketch.m);
  const auto [at, fresh] = templates_.try_emplace(key);
  if (fresh) at->second = template_of(sketch);
  sketch_ = sketch;
  plain_ = case_of(sketch, at->second);
  if (after_edits_) after_edits_(plain_.input);
  posed_.reset();
}

Posed* Poser::for_subject(const Subject& subject) {
  Request request = plain_.request();
  if (!subject.takes(request)) request.flags.bf16 = false;
  if (!subject.takes(request)) request.flags.layout = spec::Layout::standard;
  if (!subject.takes(request)) request.flags.mode = spec::ReplayMode::i64;
  if (!subject.takes(request)) return nullptr;
  if (!posed_ || posed_->asked.flags != request.flags) {
    laws::Case asked = plain_;
    asked.flags = request.flags;
    posed_.emplace(std::move(asked), judges_);
  }
  return &*posed_;
}

}  // namespace tritproof::props
