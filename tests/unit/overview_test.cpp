// The overview of a run for reports: bounded, whatever the run does, and nothing is lost in its sums.
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "overview/lanes.h"
#include "overview/window_use.h"

namespace fencepost::overview {
namespace {

TEST(Lanes, KeepEveryOperationWhenTheirSlotsBecomeWider) {
  Lanes lanes(4);
  const std::uint64_t start = 1'700'000'000'000'000'000;
  for (std::uint64_t i = 0; i < 100'000; ++i)
    lanes.operation(ProcessId(i % 4), lanes.since_start(start + i * 1'000'000));
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
  lanes.operation(ProcessId(0), lanes.since_start(5'000 + 7'500));
  EXPECT_EQ(lanes.slot(), 1'000u);
  const auto all = lanes.take();
  ASSERT_EQ(all.at(0).operations.size(), 8u);
  EXPECT_EQ(all.at(0).operations.at(7), 1u);
}

TEST(Lanes, ShowEpochsFromTheirBeginningToTheirEnd) {
  Lanes lanes(2);
  lanes.since_start(1);
  lanes.epoch(ProcessId(1), EpochBar::kLockAll, 2'000, 4'000);
  lanes.epoch(ProcessId(1), EpochBar::kFence, 3'000, 3'000);
  const auto all = lanes.take();
  const std::uint64_t lock_all = 1u << static_cast<unsigned>(EpochBar::kLockAll);
  const std::uint64_t fence = 1u << static_cast<unsigned>(EpochBar::kFence);
  EXPECT_TRUE(all.at(0).epochs.empty());
  EXPECT_EQ(all.at(1).epochs, (std::vector<std::uint64_t>{0, 0, lock_all, lock_all | fence, lock_all}));
}

TEST(Lanes, HoldNeighbouringRanksOfABigJob) {
  Lanes lanes(3'000);
  EXPECT_EQ(lanes.lane_of(ProcessId(0)), lanes.lane_of(ProcessId(2)));
  const auto all = lanes.take();
  EXPECT_EQ(all.size(), 1'000u);
  EXPECT_EQ(all.back().first, 2'997);
  EXPECT_EQ(all.back().last, 2'999);
}

TEST(Lanes, CanBeFewerWithFinerSlots) {
  Lanes coarse(1'024), fine(1'024, 64);
  const std::uint64_t start = 1'700'000'000'000'000'000;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    for (Lanes* lanes : {&coarse, &fine})
      lanes->operation(ProcessId(i % 1'024), lanes->since_start(start + i * 1'000'000));
  }
  EXPECT_EQ(fine.lane_of(ProcessId(15)), 0u);
  EXPECT_EQ(fine.lane_of(ProcessId(16)), 1u);
  EXPECT_EQ(coarse.slot(), 16 * fine.slot());
  EXPECT_EQ(fine.take().size(), 64u);
}

Window window_of(std::size_t ranks, std::uint64_t size) {
  Window window;
  window.parts.resize(ranks);
  for (WindowPart& part : window.parts) part.size = size;
  std::vector<ProcessId> processes;
  for (const ProcessId process : Processes(ranks)) processes.push_back(process);
  window.processes = Group(std::move(processes));
  return window;
}

TEST(WindowUse, TellsWhoAccessedWhichBytes) {
  const Window window = window_of(4, 256);
  WindowUse use(window);
  use.local(window, Rank(1), Rank(1), 0, 2);
  use.local(window, Rank(1), Rank(3), 1, 3);
  use.local(window, Rank(1), Rank(3), 1, 3);
  const WindowOverview told = use.take(window, "grid", "allocated as cells");
  EXPECT_EQ(told.memory, "allocated as cells");
  ASSERT_EQ(told.parts.size(), 1u);
  EXPECT_EQ(told.parts[0].local, (std::vector<std::uint64_t>{1, 3, 2}));
  const auto who = [&](std::size_t cell) { return told.who.at(told.parts[0].local_by.at(cell)); };
  EXPECT_EQ(who(0), (std::vector{1}));
  EXPECT_EQ(who(1), (std::vector{1, 3}));
  EXPECT_EQ(who(2), (std::vector{3}));
}

TEST(WindowUse, ListsNoMoreRanksThanAreRead) {
  const Window window = window_of(1'000, 64);
  WindowUse use(window);
  for (int by = 0; by < 1'000; ++by)
    for (std::uint64_t at = 0; at < 64; ++at)
      if ((by * 7 + static_cast<int>(at)) % 3 != 0) use.local(window, Rank(0), Rank(by), at, at + 1);
  const WindowOverview told = use.take(window, "", "");
  EXPECT_LT(told.who.size(), 2'000u);
  EXPECT_EQ(told.parts[0].local_by[0], 0u) << "many";
  for (const std::vector<int>& ranks : told.who) EXPECT_LE(ranks.size(), 16u);
}

}  // namespace
}  // namespace fencepost::overview
