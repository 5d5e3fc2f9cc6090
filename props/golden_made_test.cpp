// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <string_view>
#include <vector>

#include "codec/subjects.h"
#include "golden/maker_run.h"

/// The whole set, but for its model-sized tensors, made anew and held against the stored one.
namespace tritproof::golden {
namespace {

constexpr std::uint64_t kModelSized = 17408;  ///< rows

std::vector<Group> quick_groups() {
  std::vector<Group> chosen;
  for (const Group& group : groups())
    if (group.name != "model") chosen.push_back(group);
  return chosen;
}

TEST(Maker, TheStoredSetIsWhatItMakes) {
  // Whether it is the pinned one is asked elsewhere.
  const auto stored = load_suite(suite_folder(), Level::full, false);
  ASSERT_TRUE(stored) << stored.error().name << " " << stored.error().where;
  const std::vector<Group> chosen = quick_groups();
  const auto made =
      make_suite_of({chosen, make_second_subject, make_reference_subject, nullptr, &*stored}, {});
  ASSERT_TRUE(made) << made.error().group << ": " << made.error().why << ": " << made.error().what;

  std::map<std::string_view, const Vector*> by_id;
  for (const Vector& vector : made->suite.vectors) by_id.emplace(vector.id, &vector);
  EXPECT_EQ(by_id.size(), made->suite.vectors.size());
  EXPECT_GE(by_id.size(), 20000u);
  std::uint64_t compared = 0;
  for (const Vector& vector : stored->vectors) {
    if (vector.question.geometry.n == kModelSized) continue;
    const auto found = by_id.find(vector.id);
    ASSERT_NE(found, by_id.end()) << vector.id;
    const Vector& anew = *found->second;
    EXPECT_EQ(anew.expected, vector.expected) << vector.id;
    EXPECT_EQ(anew.input_sha256, vector.input_sha256) << vector.id;
    EXPECT_EQ(anew.sign, vector.sign) << vector.id;
    EXPECT_EQ(anew.origin, vector.origin) << vector.id;
    EXPECT_EQ(anew.question.level, vector.question.level) << vector.id;
    EXPECT_EQ(anew.question.rules, vector.question.rules) << vector.id;
    EXPECT_EQ(anew.question.flags, vector.question.flags) << vector.id;
    EXPECT_EQ(anew.question.why, vector.question.why) << vector.id;
    ++compared;
  }
  EXPECT_EQ(compared, by_id.size());
  ASSERT_EQ(made->suite.files.size(), stored->files.size());
  for (std::size_t i = 0; i < stored->files.size(); ++i)
    EXPECT_EQ(made->suite.files[i].id, stored->files[i].id);
}

}  // namespace
}  // namespace tritproof::golden
