// How findings are linked with their causes, if the findings alone show it.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "findings/refused_synchronization.h"
#include "findings/values_read.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Finding finding(std::string_view rule, int rank, const std::string& window, AccessVerb kind = AccessVerb::kCall,
                int line = 1) {
  Finding made;
  made.rule = rule;
  made.ranks = {rank};
  Access access;
  access.rank = rank;
  access.window = window;
  access.kind = kind;
  access.location.file = "main.c";
  access.location.line = line;
  made.accesses = {access};
  return made;
}

TEST(RefusedSynchronization, WhoWaitsOnThatWindowAfterwardsWaitsBecauseOfIt) {
  const std::vector<Finding> all = {finding(rule::kPostWhilePosted, 0, "halo"), finding(rule::kDeadlock, 0, "halo")};
  EXPECT_EQ(after_refused_synchronization(all), (Pairs{{1, 0}}));
}

TEST(RefusedSynchronization, OtherWindowsAndRanksAreAnotherMistake) {
  const std::vector<Finding> all = {finding(rule::kPostWhilePosted, 0, "halo"), finding(rule::kDeadlock, 0, "queue"),
                                    finding(rule::kDeadlock, 1, "halo")};
  EXPECT_TRUE(after_refused_synchronization(all).empty());
}

TEST(RefusedSynchronization, AHangThatIsOverFollowsFromNothingThatComesLater) {
  const std::vector<Finding> all = {finding(rule::kMissingPartner, 0, "halo"),
                                    finding(rule::kWaitWithoutPost, 0, "halo")};
  EXPECT_TRUE(after_refused_synchronization(all).empty());
}

TEST(RefusedSynchronization, ARefusedLockLeavesOperationsWithoutEpoch) {
  const std::vector<Finding> all = {finding(rule::kAlreadyLocked, 2, "halo"),
                                    finding(rule::kOperationOutsideEpoch, 2, "halo"),
                                    finding(rule::kUnlockWithoutLock, 2, "halo")};
  EXPECT_EQ(after_refused_synchronization(all), (Pairs{{1, 0}, {2, 0}}));
}

Finding reading(std::string_view rule, int line, const std::string& window, AccessVerb kind = AccessVerb::kGet) {
  return finding(rule, 0, window, kind, line);
}

TEST(ValuesRead, WhatIsWalkedToFromDetachedMemoryFollows) {
  for (const char* wrong : {"FP-RANGE-002", "FP-RANGE-003"})
    for (const char* cause : {"FP-WINDOW-006", "FP-WINDOW-007"}) {
      EXPECT_EQ(wrong_by_values_read({reading(wrong, 7, "win"), reading(cause, 7, "win")}), (Pairs{{0, 1}}));
      EXPECT_EQ(wrong_by_values_read({reading(cause, 7, "win"), reading(wrong, 7, "win")}), (Pairs{{1, 0}}));
      // Another statement, another window, nothing read.
      EXPECT_EQ(wrong_by_values_read({reading(wrong, 8, "win"), reading(cause, 7, "win")}), Pairs{});
      EXPECT_EQ(wrong_by_values_read({reading(wrong, 7, "win"), reading(cause, 7, "other")}), Pairs{});
      EXPECT_EQ(wrong_by_values_read(
                    {reading(wrong, 7, "win", AccessVerb::kPut), reading(cause, 7, "win", AccessVerb::kPut)}),
                Pairs{});
    }
  // The call that frees memory does not show who read it.
  EXPECT_EQ(
      wrong_by_values_read({reading("FP-RANGE-002", 7, "win"), reading("FP-WINDOW-003", 9, "win", AccessVerb::kCall)}),
      (Pairs{{0, 1}}));
  EXPECT_EQ(wrong_by_values_read({reading("FP-RANGE-001", 7, "win"), reading("FP-WINDOW-006", 7, "win")}), Pairs{});
}

TEST(ValuesRead, ARacyGetLeadsToAWrongRank) {
  EXPECT_EQ(wrong_by_values_read({reading(rule::kOperationAndLocalAccess, 18, "nodes"),
                                  finding(rule::kTargetRank, 1, "nodes", AccessVerb::kGet, 18)}),
            (Pairs{{1, 0}}));
}

TEST(ValuesRead, AGetAtAnotherLineIsAnotherMistake) {
  EXPECT_TRUE(wrong_by_values_read({reading(rule::kOperationAndLocalAccess, 18, "nodes"),
                                    finding(rule::kTargetRank, 1, "nodes", AccessVerb::kGet, 30)})
                  .empty());
}

}  // namespace
}  // namespace fencepost
