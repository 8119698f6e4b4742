// How findings are linked with their causes where the findings alone say it.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "findings/refused_synchronization.h"
#include "findings/values_read.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

Finding finding(std::string_view rule, int rank, const std::string& window, std::string_view kind = "call",
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

TEST(ValuesRead, ARacyGetLeadsToAWrongRank) {
  const std::vector<Finding> all = {finding(rule::kOperationAndLocalAccess, 2, "nodes", "get", 18),
                                    finding(rule::kTargetRank, 1, "nodes", "get", 18)};
  EXPECT_EQ(wrong_by_values_read(all), (Pairs{{1, 0}}));
}

TEST(ValuesRead, AGetAtAnotherLineIsAnotherMistake) {
  const std::vector<Finding> all = {finding(rule::kOperationAndLocalAccess, 2, "nodes", "get", 18),
                                    finding(rule::kTargetRank, 1, "nodes", "get", 30)};
  EXPECT_TRUE(wrong_by_values_read(all).empty());
}

}  // namespace
}  // namespace fencepost
