// SPDX-License-Identifier: Apache-2.0
#include "fuzz/panel.h"

#include <algorithm>

#include "codec/subjects.h"
#include "fuzz/broken.h"
#include "fuzz/story.h"
#include "props/laws/law.h"

namespace tritproof::fuzz {
namespace {

constexpr std::size_t kAlways = 2;  // seats

std::size_t law_index(std::string_view law) {
  const auto all = laws::laws();
  const auto found = std::ranges::find(all, law, &laws::Law::name);
  return std::min(static_cast<std::size_t>(found - all.begin()), kMostLaws - 1);
}

}  // namespace

Panel& Panel::here() {
  static Panel panel;
  return panel;
}

Panel::Panel() {
  seats_.push_back({make_reference_subject(), true, 0, {}});
  seats_.push_back({make_second_subject(), true, 0, {}});
  seats_.front().judge = 1;
  for (const SubjectRow& row : in_process_subjects())
    if (row.name != seats_[0].subject->name() && row.name != seats_[1].subject->name())
      join(row.make());
}

void Panel::join(std::unique_ptr<Subject> subject) {
  seats_.push_back({std::move(subject), true, 0, {}});
}

void Panel::try_only(std::unique_ptr<Subject> subject) {
  seats_.resize(1);
  seats_.front().judged = false;
  join(std::move(subject));
}

const Outcome& Panel::answer_of(std::size_t index, const laws::Case& asked) {
  Seat& seat = seats_[index];
  if (!seat.answer) seat.answer = seat.subject->answer(asked.request());
  return *seat.answer;
}

void Panel::judge_one(std::size_t index, const laws::Case& asked, std::uint8_t turn) {
  Seat& seat = seats_[index];
  if (!seat.judged || !seat.subject->declares(asked.op, asked.format)) return;
  if (!seat.subject->takes(asked.request())) return;
  const laws::Trial trial{asked, *seat.subject, *seats_[seat.judge].subject,
                          answer_of(seat.judge, asked), answer_of(index, asked)};
  const laws::Verdict verdict = laws::judge(trial, turn);
  if (verdict) broken(asked.format, law_index(verdict->law), story_of(trial, *verdict));
}

void Panel::put(const laws::Case& asked, std::uint8_t turn) {
  for (Seat& seat : seats_) seat.answer.reset();
  const std::size_t others = seats_.size() - std::min(seats_.size(), kAlways);
  for (std::size_t i = 0; i < seats_.size(); ++i)
    if (i < kAlways || turn == 0 || i - kAlways == turn % others) judge_one(i, asked, turn);
}

}  // namespace tritproof::fuzz
