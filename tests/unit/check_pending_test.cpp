// The race engine: many accesses that one place of the program has pending on the same bytes, and what fetches order.
#include <gtest/gtest.h>

#include "script.h"

namespace fencepost::test {
namespace {

constexpr std::uint64_t kLine = 7777;  // of all operations of a loop

void put_in_loop(Script& s, int rank, int target, std::uint64_t request = 0, std::int64_t displacement = 0,
                 std::int64_t count = 1) {
  s.event(rank, event::Transfer{.stack = kLine,
                                .call = Script::number(request != 0 ? MpiCall::kRput : MpiCall::kPut),
                                .window = kWin,
                                .target = target,
                                .origin = {kBuffer, count, kInt},
                                .displacement = displacement,
                                .target_count = count,
                                .target_datatype = kInt,
                                .request = request});
}
const Conflict* with_loop(const Result& result, int line) {
  return result.find(static_cast<int>(kLine), line);
}

TEST(Pending, ManyPutsToOnePlaceCostWhatTheirNumberCosts) {
  const auto pairs = [](int count) {
    Script s(2);
    s.lock_all();
    for (int i = 0; i < count; ++i) put_in_loop(s, 0, 1);
    const int store = s.store(1, kWindow);
    s.unlock_all();
    check::Analyzer analyzer(s, {}, {});
    analyzer.advance();
    analyzer.finish();
    Result result{analyzer.conflicts(), analyzer.end(), analyzer.statistics()};
    EXPECT_TRUE(with_loop(result, static_cast<int>(kLine))) << "each with each";
    EXPECT_TRUE(with_loop(result, store));
    return result.statistics.pairs_checked;
  };
  EXPECT_LE(pairs(20'000), 20 * pairs(1'000) + 1'000);
}

// Each overlaps with the seven others, and conflicts with them all in one mistake.
TEST(Pending, ManyPutsThatReachALittleFurtherCostWhatTheirNumberCosts) {
  constexpr int kCount = 4'000;
  Script s(2);
  s.lock_all();
  for (int i = 0; i < kCount; ++i) put_in_loop(s, 0, 1, 0, i % 8, 8);
  const int store = s.store(1, kWindow);
  s.unlock_all();
  check::Analyzer analyzer(s, {}, {});
  analyzer.advance();
  analyzer.finish();
  Result result{analyzer.conflicts(), analyzer.end(), analyzer.statistics()};
  EXPECT_TRUE(with_loop(result, static_cast<int>(kLine)));
  EXPECT_TRUE(with_loop(result, store));
  EXPECT_LE(result.statistics.pairs_checked, 4 * kCount);
}

// Ranges that are all different and all overlap, together with what else may happen there.
enum class Beside { kNothing, kPut, kLaterPut, kPutAfterFlushes, kInOrder };
std::size_t pairs_of_overlapping(Beside beside, int count) {
  constexpr int kHalf = 200;
  const auto range = [](int i) { return std::pair(i / kHalf, kHalf - i / kHalf + i % kHalf + 1); };
  Script s(2);
  s.lock_all();
  const auto put = [&](int rank, int i) {
    const auto [begin, length] = range(i);
    put_in_loop(s, rank, 1, 0, begin, length);
  };
  for (int i = 0; i < count; ++i) {
    put(0, i);
    if (beside == Beside::kInOrder || beside == Beside::kPutAfterFlushes) s.flush(0, 1);
    if (beside == Beside::kPut) put(1, i);
  }
  if (beside == Beside::kLaterPut || beside == Beside::kPutAfterFlushes) {
    s.unlock(0, kAll);
    for (int i = 0; i < count; ++i) put(1, i);
    s.unlock(1, kAll);
  } else {
    s.unlock_all();
  }
  check::Analyzer analyzer(s, {}, {});
  analyzer.advance();
  analyzer.finish();
  Result result{analyzer.conflicts(), analyzer.end(), analyzer.statistics()};
  EXPECT_EQ(with_loop(result, static_cast<int>(kLine)) != nullptr, beside != Beside::kInOrder);
  return result.statistics.pairs_checked;
}

TEST(Pending, OverlappingRangesCostWhatTheirNumberCosts) {
  for (const Beside beside :
       {Beside::kNothing, Beside::kPut, Beside::kLaterPut, Beside::kPutAfterFlushes, Beside::kInOrder}) {
    const std::size_t few = pairs_of_overlapping(beside, 1'000), many = pairs_of_overlapping(beside, 10'000);
    EXPECT_LE(many, 15 * few) << static_cast<int>(beside);
  }
}

// Many compare-and-swaps and sums of other ranks on one word are right in any order, so nobody need compare them.
TEST(Pending, CompareAndSwapsAndSumsCostWhatTheirNumberCosts) {
  constexpr std::uint64_t kCount = 2'000;
  Script s(2, {.native = false});
  s.lock_all();
  for (std::uint64_t i = 0; i < kCount; ++i) {
    for (const int rank : {0, 1}) {
      s.event(rank, event::AtomicOperation{
                        .stack = kLine,
                        .call = Script::number(rank == 0 ? MpiCall::kCompare_and_swap : MpiCall::kAccumulate),
                        .window = kWin,
                        .target = 1,
                        .origin = {kBuffer, 1, kInt},
                        .result = {kBuffer + 64 + 4 * i, rank == 0 ? 1 : 0, kInt},
                        .compare = rank == 0 ? kBuffer + 32 : 0,
                        .target_count = 1,
                        .target_datatype = kInt,
                        .op = static_cast<std::uint64_t>(rank == 0 ? ReduceOp::kNull : ReduceOp::kSum)});
      s.event(rank, event::Executed{0, i + 1, 2 * i + rank + 1, 1});
    }
  }
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.conflicts.empty());
  EXPECT_LE(result.statistics.pairs_checked, 20 * kCount);
}

// The earliest stands for all. Each that is complete hands that on, until the last one is.
TEST(Pending, WhoeverIsStillPendingConflicts) {
  for (const bool in_order : {true, false}) {
    for (int complete = 0; complete <= 3; ++complete) {
      Script s(2);
      s.lock_all();
      for (std::uint64_t request = 1; request <= 3; ++request) put_in_loop(s, 0, 1, request);
      // The origin buffer may be stored to when all puts are complete there.
      for (int i = 0; i < complete; ++i) s.done(0, {in_order ? i + 1 : 3 - i});
      const int store = s.store(0, kBuffer);
      s.unlock_all();
      EXPECT_EQ(with_loop(run(s), store) != nullptr, complete < 3) << complete << " are complete";
    }
  }
}

// After a flush, and for those that come after it, everything begins anew.
TEST(Pending, AFlushEndsAll) {
  Script s(3);
  s.lock_all();
  for (int i = 0; i < 5; ++i) put_in_loop(s, 0, 2);
  s.flush(0, 2);
  s.barrier();
  const int ordered = s.load(2, kWindow);
  s.barrier();
  for (int i = 0; i < 5; ++i) put_in_loop(s, 0, 2);
  s.barrier();
  const int unordered = s.load(2, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_FALSE(with_loop(result, ordered));
  EXPECT_TRUE(with_loop(result, unordered));
}

enum class Kind { kLoad, kStore, kPut, kGet };
int act(Script& s, int rank, Kind kind, std::int64_t displacement) {
  switch (kind) {
    case Kind::kLoad:
      return s.load(rank, kWindow);
    case Kind::kStore:
      return s.store(rank, kWindow);
    case Kind::kPut:
      return s.put(rank, rank, {.displacement = displacement});
    case Kind::kGet:
      return s.get(rank, rank, {.displacement = displacement});
  }
  return 0;
}

// Whoever has fetched what an atomic operation has written comes after its effect on that element, whether or not its
// own process has completed it.
TEST(Fetch, OrdersWhatFollowsAfterTheAtomicThatItMet) {
  const auto race = [](Kind kind, std::uint64_t sum, std::uint64_t fetch, std::int64_t fetched, std::int64_t count) {
    Script s(2, {.native = false});
    s.lock(0, kAll);
    s.lock(1, kAll);
    const int added = s.accumulate(0, 1, {.count = count, .sequence = sum});
    s.fetch_and_op(1, 1, {.displacement = fetched, .op = ReduceOp::kNoOp, .sequence = fetch, .changed = false});
    s.flush(1, 1);
    const int then = act(s, 1, kind, 0);
    s.unlock(0, kAll);
    s.unlock(1, kAll);
    return run(s).race(added, then);
  };
  for (const Kind kind : {Kind::kLoad, Kind::kStore, Kind::kPut, Kind::kGet}) {
    EXPECT_FALSE(race(kind, 1, 2, 0, 1)) << "it met the sum";
    EXPECT_FALSE(race(kind, 1, 2, 0, 3)) << "in the element that is used";
    EXPECT_TRUE(race(kind, 2, 1, 0, 1)) << "it came before the sum";
    EXPECT_TRUE(race(kind, 1, 2, 8, 1)) << "it met another element";
  }
}

// Of several that are pending in one place the fetch must have met all.
TEST(Fetch, OrdersOnlyThoseOfALoopThatItMet) {
  for (const std::uint64_t fetch : {3, 2}) {
    Script s(2, {.native = false});
    s.lock(0, kAll);
    s.lock(1, kAll);
    for (std::uint64_t i = 0; i < 2; ++i) {
      s.event(0, event::AtomicOperation{.stack = kLine,
                                        .call = Script::number(MpiCall::kAccumulate),
                                        .window = kWin,
                                        .target = 1,
                                        .origin = {kBuffer, 1, kInt},
                                        .target_count = 1,
                                        .target_datatype = kInt,
                                        .op = static_cast<std::uint64_t>(ReduceOp::kSum)});
      s.event(0, event::Executed{0, i + 1, i == 0 ? 1 : 5 - fetch, 1});
    }
    s.fetch_and_op(1, 1, {.op = ReduceOp::kNoOp, .sequence = fetch, .changed = false});
    s.flush(1, 1);
    const int store = s.store(1, kWindow);
    s.unlock(0, kAll);
    s.unlock(1, kAll);
    EXPECT_EQ(with_loop(run(s), store) != nullptr, fetch == 2);
  }
}

}  // namespace
}  // namespace fencepost::test
