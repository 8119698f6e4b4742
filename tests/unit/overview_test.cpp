// What reports draw of a whole run: bounded, whatever the run does, and nothing lost in its sums.
#include <cstdint>
#include <numeric>

#include <gtest/gtest.h>

#include "overview/lanes.h"

namespace fencepost::overview {
namespace {

TEST(Lanes, KeepEveryOperationWhenTheirSlotsBecomeWider) {
  Lanes lanes(4);
  const std::uint64_t start = 1'700'000'000'000'000'000;
  for (std::uint64_t i = 0; i < 100'000; ++i)
    lanes.operation(static_cast<int>(i % 4), lanes.since_start(start + i * 1'000'000));
  EXPECT_EQ(lanes.last(), 99'999ull * 1'000'000);
  const std::uint64_t slot = lanes.slot();
  std::uint64_t all = 0;
  for (const OverviewLane& lane : lanes.take()) {
    EXPECT_LE(lane.operations.size(), 4'096u);
    EXPECT_GT(lane.operations.size(), 1'000u);
    EXPECT_LE((lane.operations.size() - 1) * slot, 99'999ull * 1'000'000);
    all += std::accumulate(lane.operations.begin(), lane.operations.end(), std::uint64_t{0});
  }
  EXPECT_EQ(all, 100'000u);
}

TEST(Lanes, PutOperationsWhereTheyAreInTime) {
  Lanes lanes(1);
  lanes.since_start(5'000);
  lanes.operation(0, lanes.since_start(5'000 + 7'500));
  EXPECT_EQ(lanes.slot(), 1'000u);
  const auto all = lanes.take();
  ASSERT_EQ(all.at(0).operations.size(), 8u);
  EXPECT_EQ(all.at(0).operations.at(7), 1u);
}

TEST(Lanes, ShowEpochsFromTheirBeginningToTheirEnd) {
  Lanes lanes(2);
  lanes.since_start(1);
  lanes.epoch(1, EpochBar::kLockAll, 2'000, 4'000);
  lanes.epoch(1, EpochBar::kFence, 3'000, 3'000);
  const auto all = lanes.take();
  const std::uint64_t lock_all = 1u << static_cast<unsigned>(EpochBar::kLockAll);
  const std::uint64_t fence = 1u << static_cast<unsigned>(EpochBar::kFence);
  EXPECT_TRUE(all.at(0).epochs.empty());
  EXPECT_EQ(all.at(1).epochs, (std::vector<std::uint64_t>{0, 0, lock_all, lock_all | fence, lock_all}));
}

TEST(Lanes, HoldNeighbouringRanksOfABigJob) {
  Lanes lanes(3'000);
  EXPECT_EQ(lanes.lane_of(0), lanes.lane_of(2));
  const auto all = lanes.take();
  EXPECT_EQ(all.size(), 1'000u);
  EXPECT_EQ(all.back().first, 2'997);
  EXPECT_EQ(all.back().last, 2'999);
}

}  // namespace
}  // namespace fencepost::overview
