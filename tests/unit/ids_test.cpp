// Numbers that name things of different kinds.
#include "ids/ids.h"

#include <type_traits>

#include <gtest/gtest.h>

#include "ids/format.h"

namespace fencepost {
namespace {

// A mix-up does not compile.
static_assert(!std::is_convertible_v<Rank, std::int64_t> && !std::is_constructible_v<std::int64_t, Rank>);
static_assert(!std::is_convertible_v<int, Rank> && std::is_constructible_v<Rank, int>);
static_assert(!std::is_constructible_v<Rank, ThreadId> && !std::is_constructible_v<ThreadId, Rank>);
static_assert(!std::is_constructible_v<Rank, ProcessId> && !std::is_constructible_v<ProcessId, Rank>);
static_assert(!std::is_constructible_v<ThreadId, ProcessId> && !std::is_constructible_v<ProcessId, ThreadId>);
static_assert(!std::is_convertible_v<int, ProcessId> && !std::is_constructible_v<int, ProcessId>);
static_assert(!std::is_constructible_v<Rank, WindowKey> && !std::is_constructible_v<WindowKey, Rank>);

TEST(Rank, SpecialValuesAreNoRanksAndDiffer) {
  const Rank all[] = {Rank::kNone, Rank::kAnySource, Rank::kProcNull, Rank::kRootOfIntercommunicator,
                      Rank::kAllTargets};
  for (const Rank& one : all) {
    EXPECT_FALSE(one.ordinary());
    EXPECT_FALSE(one.below(~std::size_t{0}));
    EXPECT_EQ(one.special(), one != Rank::kNone);
    for (const Rank& other : all) EXPECT_EQ(one == other, &one == &other);
  }
  EXPECT_EQ(Rank(), Rank::kNone);
}

TEST(Rank, NumbersWithoutAMeaningAreNoneOfThem) {
  for (const std::int64_t given : {-1, -2, -3, -4, -32766}) {
    const Rank rank(given - kNoRankOffset);
    EXPECT_EQ(rank.given(), given);
    EXPECT_FALSE(rank.ordinary() || rank.special());
  }
}

TEST(Rank, IsInGroupsThatAreLargeEnough) {
  EXPECT_TRUE(Rank(2).below(3));
  EXPECT_FALSE(Rank(2).below(2));
  EXPECT_EQ(Rank(2).index(), 2u);
  EXPECT_EQ(Rank(2).given(), 2);
}

TEST(Ranks, CountFromZero) {
  int at = 0;
  for (const Rank rank : Ranks(3)) EXPECT_EQ(rank, Rank(at++));
  EXPECT_EQ(at, 3);
}

TEST(ProcessId, IsNoneUnlessItIsSaid) {
  EXPECT_FALSE(ProcessId().known());
  EXPECT_LT(ProcessId(), ProcessId(0));
  EXPECT_EQ(fmt::format("rank {}, ranks {:>3}", ProcessId(2), ProcessId(10)), "rank 2, ranks  10");
}

TEST(Processes, CountFromZero) {
  int at = 0;
  for (const ProcessId process : Processes(3)) EXPECT_EQ(process, ProcessId(at++));
  EXPECT_EQ(at, 3);
  EXPECT_TRUE(Processes(3).contains(ProcessId(2)));
  EXPECT_FALSE(Processes(3).contains(ProcessId(3)) || Processes(3).contains(ProcessId()));
}

TEST(PerProcess, HasAnEntryForEachProcess) {
  PerProcess<int> list(2);
  list[ProcessId(1)] = 5;
  EXPECT_EQ(list[ProcessId(0)], 0);
  EXPECT_FALSE(list.has(ProcessId(2)) || list.has(ProcessId()));
  list.grown(ProcessId(3)) = 7;
  EXPECT_EQ(list.size(), 4u);
  EXPECT_EQ(list[ProcessId(1)], 5);
}

}  // namespace
}  // namespace fencepost
