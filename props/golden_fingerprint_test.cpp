// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>

#include "codec/subjects.h"
#include "golden/fingerprint.h"
#include "hw/protocol/wire.h"

namespace tritproof::golden {
namespace {

TEST(Fingerprint, OfReferenceAndSecondConformsInEveryFormat) {
  const auto reference = make_reference_subject();
  const auto second = make_second_subject();
  for (const spec::FormatRow& row : spec::kFormats) {
    const Fingerprint one = fingerprint(*reference, row.id);
    EXPECT_TRUE(one.conforms()) << one.line();
    EXPECT_EQ(fingerprint(*second, row.id).line(), one.line());
  }
}

/// The reference with the faults that the policies name.
class Faulty : public Subject {
 public:
  std::string_view name() const override { return "faulty"; }
  bool declares(spec::Op op, spec::Format) const override { return op == spec::Op::decode; }
  Outcome answer(const Request& request) override {
    const Outcome right = reference_->answer(request);
    Bytes bytes = std::get<Bytes>(right);
    for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) {
      const auto word = protocol::get<std::uint32_t>(bytes, i);
      if (word == 0x80000000u || (word & 0x7fffffffu) < 0x38800000u)
        protocol::put(std::span(bytes), i, std::uint32_t{0});
    }
    return bytes;
  }

 private:
  std::unique_ptr<Subject> reference_ = make_reference_subject();
};

TEST(Fingerprint, NamesWhatIsRecordedAndLeavesOutWhatIsNotDeclared) {
  Faulty faulty;
  const Fingerprint print = fingerprint(faulty, spec::Format::t2);
  EXPECT_EQ(print.line(),
            "t2: reserved=zero counted=unasked subnormal=flushed negzero=lost order=ok");
  EXPECT_FALSE(print.conforms());
  EXPECT_NE(print.traits[2].policy->explanation.find("small weights vanish"), std::string::npos);
}

TEST(Fingerprint, EveryPolicyRowIsOfAKeyThatSomeProbeHas) {
  std::set<std::string> keys;
  for (const spec::FormatRow& row : spec::kFormats)
    for (const Probe& probe : probes_of(row.id)) keys.insert(probe.key);
  for (const Policy& policy : policies()) {
    EXPECT_TRUE(keys.contains(std::string(policy.key))) << policy.key;
    EXPECT_FALSE(policy.explanation.empty());
  }
}

}  // namespace
}  // namespace tritproof::golden
