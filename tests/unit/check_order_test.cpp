// The race engine: what orders two accesses, row by row of the table of synchronization, each with a similar pair that
// races.
#include <gtest/gtest.h>

#include "record/sync_object.h"
#include "script.h"

namespace fencepost::test {
namespace {

using Op = Script::Op;

// ---- synchronization
// -----------------------------------------------------------------------------------------------------

TEST(Order, MessageFromOriginToTarget) {
  for (const bool message : {false, true}) {
    Script s(2);
    s.lock_all();
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    if (message) {
      s.send(0, 1);
      s.receive(1, 0);
    }
    const int load = s.load(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(put, load), !message);
  }
}

TEST(Order, MessagesPairInPostingOrder) {
  Script s(2);
  s.lock_all();
  s.send(0, 1);
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.send(0, 1);
  s.ireceive(1, 0, 7);
  s.ireceive(1, 0, 8);
  s.done(1, {7}, {0}, {0}, {0});
  const int early = s.load(1, kWindow);
  s.done(1, {8}, {0}, {0}, {0});
  s.load(1, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, early));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, WildcardPostedFirstTakesTheFirstMessageEvenIfItCompletesLast) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.send(0, 1, 3);
  s.flush(0, 1);
  s.send(0, 1, 3);
  s.ireceive(1, kAnySource, 7, kAnyTag);
  s.ireceive(1, 0, 8, 3);
  s.done(1, {8}, {0}, {3}, {0});
  s.load(1, kWindow);  // the second message came: after the flush
  s.done(1, {7}, {0}, {3}, {0});
  s.unlock_all();
  EXPECT_FALSE(run(s).find(put, put + 5));
  EXPECT_TRUE(run(s).clean());
}

// MPICH's MPI_Request_get_status tells nothing of them.
TEST(Order, AReceiveFromNobodyWaitsForNobodyWhateverItsStatusSays) {
  Script s(2);
  s.lock_all();
  s.ireceive(1, kProcNull, 7);
  s.done(1, {7}, {0}, {0}, {0});
  s.ireceive(1, kProcNull, 8);
  s.event(1, event::RequestFree{.stack = 1, .request = 8});
  s.event(1, event::FreedReceiveDone{.request = 8, .source = 0, .tag = 0, .cancelled = 0});
  s.unlock_all();
  EXPECT_TRUE(run(s).end.blind_spots.empty());
}

TEST(Order, WildcardByStatus) {
  Script s(3);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.send(0, 1, 5);
  s.send(2, 1, 5);
  s.receive(1, kAnySource, 5, 2);
  const int early = s.load(1, kWindow);
  s.receive(1, kAnySource, 5, 0);
  s.load(1, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, early));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, SynchronousSendKnowsThatTheReceiveWasPosted) {
  for (const SendMode mode : {SendMode::kStandard, SendMode::kSynchronous}) {
    Script s(2);
    s.lock_all();
    const int load = s.load(1, kWindow);
    s.ireceive(1, 0, 9);
    s.send(0, 1, 0, mode);
    const int put = s.put(0, 1, {});
    s.done(1, {9}, {0}, {0}, {0});
    s.unlock_all();
    EXPECT_EQ(run(s).race(load, put), mode == SendMode::kStandard);
  }
}

TEST(Order, MatchedProbeTakesItsMessageOut) {
  Script s(2);
  s.lock_all();
  s.send(0, 1);
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.send(0, 1);
  s.probe(1, 0, 0, 77);
  const int early = s.load(1, kWindow);
  s.receive(1, 0);  // the second one
  s.load(1, kWindow);
  s.ireceive(1, 0, 0, 0, {}, 77);
  s.receive_end(1, 0, 0);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, early));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, CancelledReceiveTakesNothing) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.ireceive(1, kAnySource, 5, 9);
  s.done(1, {5}, {0}, {9}, {1});
  const int load = s.load(1, kWindow);
  s.send(0, 1, 9);
  s.receive(1, 0, 9);
  s.load(1, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, load));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

struct CollectiveCase {
  MpiCall call;
  int root;
  bool zero_to_one, one_to_zero;  // whether it orders rank 0 before rank 1, and 1 before 0
};
class Collectives : public testing::TestWithParam<CollectiveCase> {};
TEST_P(Collectives, OrderInTheirDirection) {
  const CollectiveCase& c = GetParam();
  for (const int from : {0, 1}) {
    for (const bool nonblocking : {false, true}) {
      Script s(2);
      s.lock_all();
      const int put = s.put(from, 1 - from, {});
      s.flush(from, 1 - from);
      for (const int rank : {0, 1}) s.collective(rank, c.call, c.root, nonblocking ? 50 : 0);
      if (nonblocking) {
        s.done(0, {50}, {0}, {0}, {0});
        s.done(1, {50}, {0}, {0}, {0});
      }
      const int load = s.load(1 - from, kWindow);
      s.unlock_all();
      EXPECT_EQ(run(s).race(put, load), !(from == 0 ? c.zero_to_one : c.one_to_zero))
          << name_of(c.call) << " from " << from;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(
    All, Collectives,
    testing::Values(CollectiveCase{MpiCall::kBarrier, 0, true, true},
                    CollectiveCase{MpiCall::kAllreduce, 0, true, true},
                    CollectiveCase{MpiCall::kAllgatherv, 0, true, true},
                    CollectiveCase{MpiCall::kAlltoallw, 0, true, true},
                    CollectiveCase{MpiCall::kReduce_scatter_block, 0, true, true},
                    CollectiveCase{MpiCall::kComm_dup, 0, true, true}, CollectiveCase{MpiCall::kBcast, 0, true, false},
                    CollectiveCase{MpiCall::kBcast, 1, false, true}, CollectiveCase{MpiCall::kScatterv, 0, true, false},
                    CollectiveCase{MpiCall::kGather, 0, false, true}, CollectiveCase{MpiCall::kReduce, 1, true, false},
                    CollectiveCase{MpiCall::kScan, 0, true, false}, CollectiveCase{MpiCall::kExscan, 0, true, false}));

TEST(Order, CollectiveThatMovesNoDataOrdersNobody) {
  for (const MpiCall call : {MpiCall::kBarrier, MpiCall::kBcast, MpiCall::kAllreduce, MpiCall::kScan}) {
    Script s(2);
    s.lock_all();
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    for (const int rank : {0, 1}) s.collective(rank, call, 0, 0, kWorld, false);
    const int load = s.load(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(put, load), call != MpiCall::kBarrier) << name_of(call);
  }
}

TEST(Order, NonblockingCollectiveOrdersOnlyWhenItCompletes) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.collective(0, MpiCall::kIbarrier, 0, 5);
  s.collective(1, MpiCall::kIbarrier, 0, 5);
  const int early = s.load(1, kWindow);
  s.done(1, {5}, {0}, {0}, {0});
  s.load(1, kWindow);
  s.done(0, {5}, {0}, {0}, {0});
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, early));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, NeighborCollectiveFollowsTheTopology) {
  Script s(3);
  // A line 0 → 1 → 2.
  for (int rank = 0; rank < 3; ++rank) {
    event::Communicator line{.id = 7, .key = 70, .members = s.all_ranks()};
    if (rank > 0) line.sources = s.ranks({rank - 1});
    if (rank < 2) line.destinations = s.ranks({rank + 1});
    s.define(rank, line);
  }
  s.lock_all();
  const int to_one = s.put(0, 1, {});
  const int to_two = s.put(0, 2, {});
  s.flush(0, kAll);
  for (int rank = 0; rank < 3; ++rank) s.collective(rank, MpiCall::kNeighbor_allgather, 0, 0, 7);
  const int one = s.load(1, kWindow);
  const int two = s.load(2, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_FALSE(result.find(to_one, one));
  EXPECT_TRUE(result.race(to_two, two));
}

TEST(Order, IntercommunicatorBarrierOrdersAcrossTheGroupsOnly) {
  Script s(3);
  // Group {0, 1} and group {2}.
  for (const int rank : {0, 1})
    s.define(rank, event::Communicator{.id = 7, .key = 70, .members = s.ranks({0, 1}), .remote_members = s.ranks({2})});
  s.define(2, event::Communicator{.id = 7, .key = 70, .members = s.ranks({2}), .remote_members = s.ranks({0, 1})});
  s.lock_all();
  const int near = s.put(0, 1, {});
  const int far = s.put(0, 2, {});
  s.flush(0, kAll);
  for (int rank = 0; rank < 3; ++rank) s.collective(rank, MpiCall::kAllreduce, 0, 0, 7);
  const int one = s.load(1, kWindow);
  const int two = s.load(2, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(near, one));
  EXPECT_FALSE(result.find(far, two));
}

TEST(Order, FenceIsABarrier) {
  Script s(2);
  s.store(1, kWindow);
  s.fence_all(kNoPrecede);
  const int put = s.put(0, 1, {});
  const int early = s.load(1, kWindow);
  s.fence_all();
  s.load(1, kWindow);
  s.store(0, kBuffer);
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, early));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, FenceWithNoprecedeOpensTheTargetButIsNoBarrier) {
  for (const bool reversed : {false, true}) {
    Script s(2);
    s.store(1, kWindow);  // before its fence: the operation waits for that
    const int store = s.store(0, kBuffer + 0x40);
    (void)store;
    s.fence_all(kNoPrecede);
    s.put(0, 1, {});
    s.fence_all(kNoSucceed);
    s.forget_time(reversed);
    EXPECT_TRUE(run(s).clean());
  }
  // What rank 0 loads directly after such a fence is ordered with nothing of rank 1.
  Script s(2, {.segment = 3, .flavor = WindowFlavor::kAllocateShared});
  const int store = s.store(1, s.part_address(1, 1));
  s.fence_all(kNoPrecede);
  const int load = s.load(0, s.part_address(0, 1));
  EXPECT_TRUE(run(s).race(store, load));
}

// For an operation that waits for its target, all events of its own process up to the next fence may be read first.
TEST(Order, AnOperationThatWaitedForItsTargetMeetsWhatItsOriginDidMeanwhile) {
  for (const bool reversed : {false, true}) {
    Script s(2, {.segment = 3, .flavor = WindowFlavor::kAllocateShared});
    s.fence_all(kNoPrecede);
    const int update = s.accumulate(0, 1, {});
    const int store = s.store(0, s.part_address(0, 1));
    s.fence_all(kNoSucceed);
    s.store(0, s.part_address(0, 1));
    s.forget_time(reversed);
    const Result result = run(s);
    EXPECT_TRUE(result.race(update, store));
    EXPECT_EQ(result.conflicts.size(), 1u);
  }
}

TEST(Order, FencesOfThirdRanks) {
  Script s(3);
  s.fence_all();
  s.put(0, 2, {});
  s.fence_all();
  s.put(1, 2, {});
  s.fence_all();
  s.forget_time();
  EXPECT_TRUE(run(s).clean());
}

TEST(Order, PostOpensAndWaitEnds) {
  Script s(2);
  s.store(1, kWindow);
  s.start(0, {1});
  const int put = s.put(0, 1, {});  // the start does not wait, the operation does
  s.post(1, {0});
  const int early = s.load(1, kWindow);
  s.complete(0);
  s.store(0, kBuffer);
  s.wait(1);
  s.load(1, kWindow);
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, early));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, StartDoesNotWaitForPost) {
  Script s(2, {.segment = 3, .flavor = WindowFlavor::kAllocateShared});
  const int store = s.store(1, s.part_address(1, 1));
  s.post(1, {0});
  s.start(0, {1});
  const int load = s.load(0, s.part_address(0, 1));
  s.complete(0);
  s.wait(1);
  EXPECT_TRUE(run(s).race(store, load));
}

TEST(Order, CompleteKnowsThePostOnlyIfDataWasFetched) {
  for (const bool fetch : {false, true}) {
    Script s(2, {.segment = 3, .flavor = WindowFlavor::kAllocateShared});
    const int store = s.store(1, s.part_address(1, 1));
    s.post(1, {0});
    s.start(0, {1});
    if (fetch) {
      s.get(0, 1, {.displacement = 8});
    } else {
      s.put(0, 1, {.displacement = 8});
    }
    s.complete(0);
    const int load = s.load(0, s.part_address(0, 1));
    s.wait(1);
    EXPECT_EQ(run(s).race(store, load), !fetch);
  }
}

TEST(Order, TargetCompletionOfPscwIsTheWaitNotTheComplete) {
  Script s(3);
  s.post(1, {0});
  s.start(0, {1});
  const int put = s.put(0, 1, {});
  s.complete(0);
  s.send(0, 1);
  s.receive(1, 0);
  const int early = s.load(1, kWindow);
  s.test(1, false);
  s.test(1, true);
  s.load(1, kWindow);
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, early));
  EXPECT_EQ(result.find(put, early)->remedy.call, MpiCall::kWin_wait);
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, ExclusiveLocksExcludeButOrderNothing) {
  Script s(3, {.native = false});
  s.lock(0, 2, LockType::kExclusive, 1);
  s.put(0, 2, {});
  const int aside = s.put(0, 2, {.displacement = 4});
  s.unlock(0, 2, 2);
  s.lock(1, 2, LockType::kExclusive, 3);
  s.put(1, 2, {});
  s.unlock(1, 2, 4);
  s.lock(1, kAll);
  s.unlock(1, kAll);
  // Rank 1 was second in this run; only that orders its accesses without a lock.
  s.fence(1);
  (void)aside;
  EXPECT_TRUE(run(s).clean());
}

TEST(Order, OnlyThisRunsLockOrder) {
  Script s(2, {.native = false});
  const int put = s.put(0, 1, {});
  (void)put;
  Script t(2, {.native = false});
  // Rank 0 puts under a lock, rank 1 locks itself later and loads after the unlock.
  t.lock(0, 1, LockType::kExclusive, 1);
  const int first = t.put(0, 1, {});
  t.unlock(0, 1, 2);
  t.lock(1, 1, LockType::kExclusive, 3);
  t.load(1, kWindow);  // in the lock: excluded
  t.unlock(1, 1, 4);
  const int after = t.load(1, kWindow);
  const Result result = run(t);
  EXPECT_TRUE(result.by_locks_only(first, after));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Order, SharedLocksExcludeNothing) {
  Script s(3);
  s.lock(0, 2);
  const int one = s.put(0, 2, {});
  s.unlock(0, 2);
  s.lock(1, 2);
  const int two = s.put(1, 2, {});
  s.unlock(1, 2);
  EXPECT_TRUE(run(s).race(one, two));
}

TEST(Order, ExclusiveLockAgainstLockAll) {
  Script s(3);
  s.lock(0, 2, LockType::kExclusive);
  s.put(0, 2, {});
  s.unlock(0, 2);
  s.lock(1, kAll);
  s.put(1, 2, {});
  s.unlock(1, kAll);
  EXPECT_TRUE(run(s).clean());
}

TEST(Order, LocksOfDifferentTargetsExcludeNothing) {
  Script s(3, {.segment = 3, .flavor = WindowFlavor::kAllocateShared});
  s.lock(0, 2, LockType::kExclusive);
  const int put = s.put(0, 2, {});
  s.unlock(0, 2);
  s.lock(1, 1, LockType::kExclusive);
  const int load = s.load(1, s.part_address(1, 2));
  s.unlock(1, 1);
  EXPECT_TRUE(run(s).race(put, load));
}

TEST(Order, NocheckIsNoLock) {
  Script s(3);
  s.lock(0, 2, LockType::kExclusive, 0, kNoCheck);
  const int one = s.put(0, 2, {});
  s.unlock(0, 2);
  s.lock(1, 2, LockType::kExclusive, 0, kNoCheck);
  const int two = s.put(1, 2, {});
  s.unlock(1, 2);
  EXPECT_TRUE(run(s).race(one, two));
}

TEST(Order, GrantSeenLateStillOpensTheEpoch) {
  Script s(3, {.native = false});
  s.lock(0, 2, LockType::kExclusive);
  const int one = s.put(0, 2, {});
  s.granted(0, 2, 1);
  s.unlock(0, 2, 2);
  const int other = s.put(0, 2, {.displacement = 1});
  s.lock(1, 2, LockType::kShared);
  const int two = s.put(1, 2, {});
  s.granted(1, 2, 3);
  s.unlock(1, 2, 4);
  const Result result = run(s);
  EXPECT_FALSE(result.find(one, two));
  (void)other;
}

TEST(Order, FlagByFetchAndOp) {
  for (const bool flushed : {true, false}) {
    Script s(2, {.native = false});
    s.lock(0, kAll);
    s.lock(1, kAll);
    const int put = s.put(0, 1, {});
    if (flushed) s.flush(0, 1);
    s.accumulate(0, 1, {.displacement = 8, .op = ReduceOp::kReplace, .sequence = 1});
    s.flush(0, 1);
    s.fetch_and_op(1, 1, {.displacement = 8, .op = ReduceOp::kNoOp, .sequence = 2, .changed = false});
    s.flush(1, 1);
    const int load = s.load(1, kWindow);
    s.unlock(0, kAll);
    s.unlock(1, kAll);
    EXPECT_EQ(run(s).race(put, load), !flushed);
  }
}

TEST(Order, FetchThatReadAnEarlierValueIsNotOrdered) {
  Script s(2, {.native = false});
  s.lock(0, kAll);
  s.lock(1, kAll);
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.fetch_and_op(1, 1, {.displacement = 8, .op = ReduceOp::kNoOp, .sequence = 1, .changed = false});
  s.flush(1, 1);
  s.accumulate(0, 1, {.displacement = 8, .sequence = 2});
  s.flush(0, 1);
  const int load = s.load(1, kWindow);
  s.unlock(0, kAll);
  s.unlock(1, kAll);
  EXPECT_TRUE(run(s).race(put, load));
}

TEST(Order, FetchingSaysNothingOfAnotherThatOnlyFetches) {
  for (const ReduceOp op : {ReduceOp::kNoOp, ReduceOp::kSum}) {
    Script s(3, {.native = false});
    s.lock(0, kAll);
    s.lock(1, kAll);
    const int first = s.fetch_and_op(1, 2, {.op = op, .sequence = 1, .changed = op == ReduceOp::kSum});
    s.fetch_and_op(0, 2, {.op = ReduceOp::kNoOp, .sequence = 2, .changed = false});
    s.flush(0, 2);
    const int put = s.put(0, 2, {});
    s.unlock(0, kAll);
    s.unlock(1, kAll);
    EXPECT_EQ(run(s).race(first, put), op == ReduceOp::kNoOp);
  }
}

// They are not atomic with each other, even if they meet in this run.
TEST(Order, FetchingSaysNothingOfAnUpdateThroughAnotherWindow) {
  for (const std::uint64_t window : {kWin, std::uint64_t{20}}) {
    Script s(3, {.native = false});
    for (int rank = 0; rank < 3; ++rank) s.add_window(rank, 20, 200, kWindow, 64, {});
    for (const std::uint64_t any : {kWin, std::uint64_t{20}}) {
      s.event(1, event::LockBegin{1, Script::number(MpiCall::kWin_lock), any, 2, 0, 0});
      s.event(1, event::LockEnd{});
    }
    s.lock(0, kAll);
    const int update = s.accumulate(1, 2, {.window = window, .sequence = 1});
    s.fetch_and_op(0, 2, {.op = ReduceOp::kSum, .sequence = 2});
    s.flush(0, 2);
    const int put = s.put(0, 2, {});
    s.unlock(0, kAll);
    EXPECT_EQ(run(s).race(update, put), window != kWin);
  }
}

TEST(Order, UpdatesContinueTheReleaseSequenceAndReplaceEndsIt) {
  for (const ReduceOp middle : {ReduceOp::kSum, ReduceOp::kReplace, ReduceOp::kMax}) {
    Script s(3, {.native = false});
    for (int rank = 0; rank < 3; ++rank) s.lock(rank, kAll);
    const int put = s.put(0, 2, {});
    s.flush(0, 2);
    s.accumulate(0, 2, {.displacement = 8, .sequence = 1});
    s.flush(0, 2);
    s.accumulate(1, 2, {.displacement = 8, .op = middle, .sequence = 2});
    s.flush(1, 2);
    s.compare_and_swap(2, 2, {.displacement = 8, .sequence = 3, .changed = false});
    s.flush(2, 2);
    const int load = s.load(2, kWindow);
    for (int rank = 0; rank < 3; ++rank) s.unlock(rank, kAll);
    EXPECT_EQ(run(s).race(put, load), middle != ReduceOp::kSum);
  }
}

TEST(Order, ReadsFromIsKnownEvenIfItsRecordComesLate) {
  // Rank 0 writes down what was executed only after it has received from rank 1, who has read it.
  Script s(2, {.native = false});
  s.lock(0, kAll);
  s.lock(1, kAll);
  s.put(0, 1, {});
  s.flush(0, 1);
  s.accumulate(0, 1, {.displacement = 8});
  s.receive(0, 1);
  s.event(0, event::Executed{0, 2, 1, 1});
  s.flush(0, 1);
  s.fetch_and_op(1, 1, {.displacement = 8, .op = ReduceOp::kNoOp, .sequence = 2, .changed = false});
  s.flush(1, 1);
  s.load(1, kWindow);
  s.send(1, 0);
  s.unlock(0, kAll);
  s.unlock(1, kAll);
  const Result result = run(s);
  EXPECT_TRUE(result.clean());
  EXPECT_TRUE(result.end.blind_spots.empty());
}

TEST(Order, LostRecordOfAnAtomicIsSaidAndTheOthersCount) {
  Script s(2, {.native = false});
  s.lock(0, kAll);
  s.lock(1, kAll);
  s.put(0, 1, {});
  s.flush(0, 1);
  s.accumulate(0, 1, {.displacement = 8, .sequence = 2});  // number 1 is in no trace
  s.flush(0, 1);
  s.fetch_and_op(1, 1, {.displacement = 8, .op = ReduceOp::kNoOp, .sequence = 3, .changed = false});
  s.flush(1, 1);
  s.load(1, kWindow);
  s.unlock(0, kAll);
  s.unlock(1, kAll);
  const Result result = run(s);
  EXPECT_TRUE(result.clean());
  EXPECT_EQ(result.end.blind_spots.size(), 1u);
}

TEST(Order, ThreadsAreOrderedByWhatTheyDo) {
  for (const bool join : {false, true}) {
    Script s(2);
    s.lock_all();
    s.event(1, event::ThreadCreate{1, 1});
    s.thread(1, 1);
    s.event(1, event::ThreadBegin{1, 0});
    const int load = s.load(1, kWindow);
    s.event(1, event::ThreadEnd{});
    s.thread(1, 0);
    if (join) s.event(1, event::ThreadJoin{2, 1});
    s.barrier();
    const int put = s.put(0, 1, {});
    s.unlock_all();
    EXPECT_EQ(run(s).race(load, put), !join);
  }
}

// A thread that is created after the end of another one takes its place in the clocks.
TEST(Order, AThreadIsOrderedBehindOneThatHasEndedOnlyIfItsCreatorKnewOfThat) {
  enum { kNothing, kBefore, kAllThatItDid, kItsEnd };
  for (const int known : {kNothing, kBefore, kAllThatItDid, kItsEnd}) {
    Script s(2);
    s.lock_all();
    s.event(1, event::ThreadCreate{1, 1});
    s.thread(1, 1);
    s.event(1, event::ThreadBegin{1, 0});
    std::uint64_t order = 2;
    const auto use_mutex = [&] {
      s.event(1, event::Acquire{order++, 99, 0});
      s.event(1, event::Release{order++, 99, 0});
    };
    if (known == kBefore) use_mutex();
    const int load = s.load(1, kWindow);
    if (known == kAllThatItDid) use_mutex();
    s.event(1, event::ThreadEnd{});
    s.thread(1, 0);
    if (known == kBefore || known == kAllThatItDid) use_mutex();
    if (known == kItsEnd) s.event(1, event::ThreadJoin{order++, 1});
    s.event(1, event::ThreadCreate{order++, 2});
    s.thread(1, 2);
    s.event(1, event::ThreadBegin{2, 0});
    const int own = s.put(1, 1, {});
    s.event(1, event::ThreadEnd{});
    s.thread(1, 0);
    const int late = s.put(0, 1, {});
    s.unlock_all();
    const Result result = run(s);
    EXPECT_EQ(result.race(load, own), known < kAllThatItDid) << known;
    EXPECT_TRUE(result.race(own, late)) << known;
    ASSERT_TRUE(result.race(load, late)) << known;
    for (const Conflict& conflict : result.conflicts) {
      for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
        const int line = Result::line_of(*access);
        EXPECT_EQ(access->place.thread, ThreadId(line == load ? 1 : line == own ? 2 : 0));
      }
      // The picture is of the two threads.
      for (const TimelinePoint& point : conflict.timeline) {
        EXPECT_TRUE((point.place.process == conflict.first.place.process &&
                     point.place.thread == conflict.first.place.thread) ||
                    (point.place.process == conflict.second.place.process &&
                     point.place.thread == conflict.second.place.thread))
            << known;
      }
    }
  }
}

// A thread that joins one whose place another has taken learns of its end nevertheless.
TEST(Order, AThreadWhoseClockAnotherOneHasTakenIsJoined) {
  for (const bool join : {false, true}) {
    Script s(2);
    s.lock_all();
    s.event(1, event::ThreadCreate{1, 1});  // it creates the others
    s.event(1, event::ThreadCreate{2, 2});
    s.thread(1, 2);
    s.event(1, event::ThreadBegin{2, 0});
    const int load = s.load(1, kWindow);
    s.event(1, event::Acquire{3, 99, 0});
    s.event(1, event::Release{4, 99, 0});
    s.event(1, event::ThreadEnd{});
    s.thread(1, 1);
    s.event(1, event::ThreadBegin{1, 0});
    s.event(1, event::Acquire{5, 99, 0});
    s.event(1, event::ThreadCreate{6, 3});
    s.thread(1, 3);
    s.event(1, event::ThreadBegin{3, 1});
    s.thread(1, 0);
    if (join) s.event(1, event::ThreadJoin{7, 2});
    s.barrier();
    const int put = s.put(0, 1, {});
    s.unlock_all();
    EXPECT_EQ(run(s).race(load, put), !join);
  }
}

// A thread that is not yet created tells what a wildcard receive takes.
TEST(Order, AThreadThatIsCreatedLaterWaitsForAWildcardReceive) {
  Script s(2);
  s.lock_all();
  s.isend(0, 1, 5, 7);
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.isend(0, 1, 6, 7);
  s.done(0, {5, 6});
  s.ireceive(1, kAnySource, 1, 7);
  s.receive(1, 0, 7);
  const int load = s.load(1, kWindow);
  s.event(1, event::ThreadCreate{1, 1});
  s.thread(1, 1);
  s.event(1, event::ThreadBegin{1, 0});
  s.done(1, {1}, {0}, {7});
  s.event(1, event::ThreadEnd{});
  s.thread(1, 0);
  s.event(1, event::ThreadJoin{2, 1});
  s.unlock_all();
  EXPECT_FALSE(run(s).find(put, load));
}

// Its creation was lost; that it was joined was not.
TEST(Order, AThreadThatNobodyIsSeenToCreateIsJoined) {
  Script s(2);
  s.lock_all();
  s.thread(1, 1);
  s.event(1, event::ThreadBegin{1, 0});
  const int load = s.load(1, kWindow);
  s.event(1, event::ThreadEnd{});
  s.thread(1, 0);
  s.event(1, event::ThreadJoin{1, 1});
  s.barrier();
  const int put = s.put(0, 1, {});
  s.unlock_all();
  EXPECT_FALSE(run(s).find(load, put));
}

// A thread that waits for another thread of the process continues when that one does.
TEST(Order, AThreadWhoseMessageWasLostIsLetGoAndNotWhoJoinsIt) {
  Script s(2);
  s.lock_all();
  s.event(0, event::ThreadCreate{1, 1});
  s.thread(0, 1);
  s.event(0, event::ThreadBegin{1, 0});
  s.receive(0, 1, 99);
  const int first = s.put(0, 1, {});
  s.flush(0, 1);
  s.event(0, event::ThreadEnd{});
  s.thread(0, 0);
  s.event(0, event::ThreadJoin{2, 1});
  const int second = s.put(0, 1, {});
  s.receive(1, 0, 99);  // neither is the other gone
  s.unlock_all();
  EXPECT_FALSE(run(s).find(first, second));
}

// A thread whose place another one has taken is not asked any more.
TEST(Order, AThreadThatHasLeftHadAReceiveThatNeverEnded) {
  Script s(2);
  s.lock_all();
  s.event(1, event::ThreadCreate{1, 1});
  s.thread(1, 1);
  s.event(1, event::ThreadBegin{1, 0});
  s.ireceive(1, kAnySource, 0, 7);  // its error handler threw
  s.flush(1, 0);
  s.event(1, event::ThreadEnd{});
  s.thread(1, 0);
  s.event(1, event::ThreadJoin{2, 1});
  s.event(1, event::ThreadCreate{3, 2});
  s.thread(1, 2);
  s.event(1, event::ThreadBegin{2, 0});
  s.receive(1, 0, 7);
  s.event(1, event::ThreadEnd{});
  s.thread(1, 0);
  s.event(1, event::ThreadJoin{4, 2});
  s.send(0, 1, 7);
  s.unlock_all();
  EXPECT_TRUE(run(s).end.blind_spots.empty());
}

TEST(Order, AThreadThatHasLeftIsNotWoken) {
  Script s(2);
  s.send(0, 1, 8);
  std::uint64_t order = 1;
  const auto create = [&](int thread) {
    s.event(1, event::ThreadCreate{order++, static_cast<std::uint64_t>(thread)});
    s.thread(1, thread);
    s.event(1, event::ThreadBegin{static_cast<std::uint64_t>(thread), 0});
    s.thread(1, 0);
  };
  const auto end = [&](int thread) {
    s.thread(1, thread);
    s.event(1, event::ThreadEnd{});
    s.thread(1, 0);
    s.event(1, event::ThreadJoin{order++, static_cast<std::uint64_t>(thread)});
  };
  create(1);
  create(2);
  end(1);
  create(3);
  end(3);
  s.thread(1, 2);
  s.receive(1, 0, 9);  // what it took is lost: it waits until all others do
  s.receive(1, 0, 8);  // wakes who waits for messages
  end(2);
  create(4);
  end(4);
  s.forget_time();
  EXPECT_EQ(run(s).end.blind_spots.size(), 1u);
}

// One sentence for all ranks of one call and one reason, however often each rank made the call.
TEST(Order, CallsWithoutTheirPartnerAreOneSentence) {
  Script s(5);
  for (const int rank : {1, 2, 3}) s.receive(rank, 0, 9), s.receive(rank, 0, 8);
  s.barrier();
  s.forget_time();
  EXPECT_EQ(run(s).end.blind_spots,
            std::vector<std::string>(
                {"MPI_Barrier returned on rank 0, but what it waited for is not in the traces. Fencepost does not know "
                 "what this ordered.",
                 "MPI_Recv returned on ranks 1 to 3, but the trace of rank 0 ends before the call that it waited for. "
                 "Fencepost does not know what this ordered."}));
}

// Also where the analysis lags behind the program, and finds all of them at its next look.
TEST(Order, OfManyThreadsThatComeAndGoFewAreOpenAtATime) {
  Script s(2);
  constexpr int kThreads = 500;
  for (int thread = 1; thread <= kThreads; ++thread) {
    const auto number = static_cast<std::uint64_t>(thread);
    s.event(1, event::ThreadCreate{2 * number - 1, number});
    s.thread(1, thread);
    s.event(1, event::ThreadBegin{number, 0});
    s.event(1, event::ThreadEnd{});
    s.thread(1, 0);
    s.event(1, event::ThreadJoin{2 * number, number});
  }
  GrowingSource source(s);
  for (const bool over : {false, true}) {
    source.begin_again(0);
    source.show_all(over);
    check::Analyzer analyzer(source, {}, {});
    analyzer.advance();
    analyzer.advance();
    EXPECT_GE(analyzer.statistics().events, 4u * kThreads);
    EXPECT_LE(source.most_open(), 4u) << (over ? "over" : "going on");
  }
}

// Events that only the times of two threads order are replayed in that order, however much of each trace exists: the
// threads share the windows' epochs.
TEST(Order, ThreadsOfAProcessAwaitWhatTheOthersDidEarlier) {
  class Lines : public Observer {
   public:
    void before(const Job&, const Moment&, const Place& place, const AnyEvent& one) override {
      if (std::holds_alternative<event::LockBegin>(one) || std::holds_alternative<event::UnlockBegin>(one))
        lines.push_back(place.stack.number());
    }
    std::vector<std::uint64_t> lines;
  };
  Script s(1);
  s.event(0, event::ThreadCreate{1, 1});
  s.thread(0, 1);
  s.event(0, event::ThreadBegin{1, 0});
  for (int turn = 0; turn < 20; ++turn) {
    s.thread(0, turn % 2);
    s.lock(0, 0);
    s.unlock(0, 0);
  }
  GrowingSource source(s);
  source.tell_times();
  for (unsigned seed = 0; seed < 50; ++seed) {
    source.begin_again(seed);
    Lines lines;
    Observer* const observers[] = {&lines};
    check::Analyzer analyzer(source, {}, observers);
    while (source.grow()) analyzer.advance();
    analyzer.finish();
    EXPECT_EQ(lines.lines.size(), 40u);
    EXPECT_TRUE(std::ranges::is_sorted(lines.lines)) << seed;
  }
}

// Memory that one thread gives back and another one gets is another's: that orders nothing else. What was pending when
// it was given back still is.
TEST(Order, MemoryThatWasGivenBackBeginsAnew) {
  enum { kKept, kGivenBack, kGivenBackPending, kPartly };
  for (const int how : {kKept, kGivenBack, kGivenBackPending, kPartly}) {
    Script s(1);
    s.lock_all();
    s.event(0, event::ThreadCreate{1, 1});
    s.event(0, event::ThreadCreate{2, 2});
    s.thread(0, 1);
    s.event(0, event::ThreadBegin{1, 0});
    const int early = s.get(0, 0, {.displacement = 0});
    if (how != kGivenBackPending) s.flush(0, 0);
    if (how != kKept) {
      s.event(0, event::Freed{.address = kBuffer, .size = how == kPartly ? 2u : 64u, .order = 3});
    }
    const int own = s.load(0, kWindow + 32);
    s.thread(0, 2);
    s.event(0, event::ThreadBegin{2, 0});
    s.event(0, event::MemoryOrder{.order = how == kKept ? 3u : 4u});
    const int late = s.get(0, 0, {.displacement = 4});
    s.flush(0, 0);
    const int put = s.put(0, 0, {.displacement = 8, .origin = kBuffer + 512});
    s.thread(0, 0);
    s.unlock_all();
    const Result result = run(s);
    EXPECT_EQ(result.race(early, late), how != kGivenBack) << how;
    EXPECT_TRUE(result.race(own, put)) << how;
  }
}

TEST(Order, MutexOrdersThreads) {
  Script s(1);
  s.lock_all();
  s.event(0, event::ThreadCreate{1, 1});
  s.put(0, 0, {});
  s.flush(0, 0);
  s.event(0, event::Acquire{2, 99, 0});
  s.event(0, event::Release{3, 99, 0});
  s.thread(0, 1);
  s.event(0, event::ThreadBegin{1, 0});
  const int early = s.load(0, kWindow);
  s.event(0, event::Acquire{4, 99, 0});
  s.load(0, kWindow);
  s.thread(0, 0);
  const Result result = run(s);
  EXPECT_EQ(result.conflicts.size(), 1u);
  EXPECT_EQ(Result::line_of(result.conflicts[0].first) == early || Result::line_of(result.conflicts[0].second) == early,
            true);
}

// A number that a thread had taken for an event when its process ended is no loss; elsewhere it is one.
TEST(Order, AnEventThatTheEndOfTheProcessCutOffIsNotToldAsALoss) {
  for (const bool finalized : {false, true}) {
    Script s(1);
    s.event(0, event::ThreadCreate{1, 1});
    s.thread(0, 1);
    s.event(0, event::ThreadBegin{1, 0});
    s.event(0, event::Acquire{3, 99, 0});
    s.thread(0, 0);
    if (finalized) {
      s.event(0, event::FinalizeBegin{});
      s.event(0, event::FinalizeEnd{});
    }
    const std::vector<std::string> told = run(s).end.blind_spots;
    EXPECT_EQ(std::ranges::count(told, "Rank 0: some of the events that order threads were lost."), finalized ? 1 : 0);
  }
}

// Lost events may have ordered two others, and the process's own events.
TEST(Order, NoRaceIsToldThatLostEventsMayHaveOrdered) {
  for (const bool lost : {false, true}) {
    Script s(3);
    s.lock_all();
    const int early = s.put(0, 2, {});
    const int beside = s.put(1, 2, {});
    s.barrier();
    if (lost) s.event(2, event::Lost{.events = 5, .reason = "the disk is full"});
    s.barrier();
    const int later = s.put(0, 2, {.displacement = 9});
    const int other = s.put(1, 2, {.displacement = 9});
    const int own = s.put(2, 0, {.displacement = 3});
    const int reused = s.store(2, kBuffer);
    const int whole = s.put(1, 0, {.origin = kBuffer + 0x200});
    const int changed = s.store(1, kBuffer + 0x200);
    s.unlock_all();
    const Result result = run(s);
    EXPECT_TRUE(result.race(early, beside));
    EXPECT_EQ(result.race(later, other), !lost);
    EXPECT_EQ(result.race(own, reused), !lost);
    EXPECT_TRUE(result.race(whole, changed)) << "within a process that has lost nothing";
  }
}

// The other thread's flush comes first in the replay, but is not ordered before this thread's store; its own flush is.
TEST(Order, AThreadsOwnFlushCompletesWhatAnotherThreadsFlushHasCompleted) {
  for (const bool flushes : {false, true}) {
    Script s(2);
    s.lock_all();
    const int put = s.put(0, 1, {});
    s.event(0, event::ThreadCreate{1, 1});
    s.event(0, event::ThreadCreate{2, 2});
    s.thread(0, 1);
    s.event(0, event::ThreadBegin{1, 0});
    s.flush(0, 1);
    s.thread(0, 2);
    s.event(0, event::ThreadBegin{2, 0});
    if (flushes) s.flush(0, 1);
    const int store = s.store(0, kBuffer);
    s.thread(0, 0);
    EXPECT_EQ(run(s).race(put, store), !flushes);
  }
}

// The same for the request of this thread's own operation.
TEST(Order, ARequestCompletesWhatAnotherThreadsFlushHasCompleted) {
  for (const bool waits : {false, true}) {
    Script s(2);
    s.lock_all();
    const int put = s.put(0, 1, {.request = 7});
    const int get = s.get(0, 1, {.displacement = 1, .origin = kBuffer + 0x100, .request = 8});
    s.event(0, event::ThreadCreate{1, 1});
    s.thread(0, 1);
    s.event(0, event::ThreadBegin{1, 0});
    s.flush(0, 1);
    s.thread(0, 0);
    if (waits) s.done(0, {7, 8});
    const int reused = s.store(0, kBuffer);
    const int read = s.load(0, kBuffer + 0x100);
    s.send(0, 1);
    s.receive(1, 0);
    const int written = s.store(1, kWindow + 4);
    s.unlock_all();
    const Result result = run(s);
    EXPECT_EQ(result.race(put, reused), !waits);
    EXPECT_EQ(result.race(get, read), !waits);
    EXPECT_EQ(result.race(get, written), !waits);
  }
}

// So is what a fetch has read, by this thread's own flush.
TEST(Order, AThreadsOwnFlushTellsItWhatItFetchedIfAnotherThreadsFlushCameFirst) {
  for (const bool flushes : {false, true}) {
    Script s(2, {.native = false});
    s.lock_all();
    const int added = s.accumulate(0, 1, {.sequence = 1});
    s.fetch_and_op(1, 1, {.op = ReduceOp::kNoOp, .sequence = 2, .changed = false});
    s.event(1, event::ThreadCreate{1, 1});
    s.thread(1, 1);
    s.event(1, event::ThreadBegin{1, 0});
    s.flush(1, 1);
    s.thread(1, 0);
    if (flushes) s.flush(1, 1);
    const int then = s.store(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(added, then), !flushes);
  }
}

// A flush completes what came before it: not what its thread learns of from a fetch that the flush completes.
TEST(Order, AFlushCompletesNothingThatItsThreadLearnsOfByTheFetch) {
  for (const int fetching : {0, 1}) {
    Script s(2, {.native = false});
    s.lock_all();
    s.event(0, event::ThreadCreate{1, 1});
    s.thread(0, 1);
    s.event(0, event::ThreadBegin{1, 0});
    s.thread(0, fetching);
    s.fetch_and_op(0, 1, {.op = ReduceOp::kNoOp, .sequence = 2, .changed = false});
    s.thread(0, 1 - fetching);
    const int before = s.put(0, 1, {.displacement = 5});
    s.accumulate(0, 1, {.origin = kBuffer + 0x100, .sequence = 1});
    s.thread(0, fetching);
    s.flush(0, 1);
    const int then = s.put(0, 1, {.displacement = 5, .origin = kBuffer + 0x200});
    s.thread(0, 0);
    EXPECT_TRUE(run(s).race(before, then)) << fetching;
  }
}

// However many threads were faster.
void expect_own_completion_counts(bool by_request) {
  constexpr int kThreads = 6;
  Script s(2);
  s.lock_all();
  s.put(0, 1, {.request = by_request ? 7u : 0u});
  for (int thread = 1; thread <= kThreads; ++thread) {
    s.event(0, event::ThreadCreate{static_cast<std::uint64_t>(thread), static_cast<std::uint64_t>(thread)});
  }
  for (int thread = 1; thread <= kThreads; ++thread) {
    s.thread(0, thread);
    s.event(0, event::ThreadBegin{static_cast<std::uint64_t>(thread), 0});
    s.flush(0, 1);
  }
  s.thread(0, 0);
  if (by_request) {
    s.done(0, {7});
  } else {
    s.flush(0, 1);
  }
  s.store(0, kBuffer);
  s.unlock_all();
  EXPECT_TRUE(run(s).conflicts.empty());
}
TEST(Order, ARequestCompletesWhatManyThreadsFlushesHaveCompleted) {
  expect_own_completion_counts(true);
}
TEST(Order, AThreadsOwnFlushCompletesWhatManyThreadsFlushesHaveCompleted) {
  expect_own_completion_counts(false);
}

// The second process acquires what the first has released in memory that both share.
bool shared_hand_over_orders(std::uint64_t by, std::uint64_t on, std::uint64_t released_at, std::uint64_t acquired_at,
                             std::uint64_t release, std::uint64_t acquire) {
  Script s(2, {.segment = 3, .flavor = WindowFlavor::kAllocateShared});
  const int store = s.store(0, s.part_address(0, 1));
  s.event(0, event::Release{release, s.part_address(0, 0) + released_at, by | FENCEPOST_SHARED_OBJECT});
  s.event(1, event::Acquire{acquire, s.part_address(1, 0) + acquired_at, on | FENCEPOST_SHARED_OBJECT});
  const int load = s.load(1, s.part_address(1, 1));
  return !run(s).race(store, load);
}
constexpr auto kMutex = static_cast<std::uint64_t>(SyncObject::kMutex);
constexpr auto kAtomic = static_cast<std::uint64_t>(SyncObject::kAtomic);
constexpr std::uint64_t kFence = kAtomic | FENCEPOST_FENCE;

TEST(Order, ObjectsInSharedMemoryOrderProcesses) {
  EXPECT_TRUE(shared_hand_over_orders(kAtomic, kAtomic, 8, 8, 1, 2));
  EXPECT_TRUE(shared_hand_over_orders(kMutex, kMutex, 8, 8, 1, 2));
  EXPECT_FALSE(shared_hand_over_orders(kAtomic, kAtomic, 8, 12, 1, 2));
  EXPECT_FALSE(shared_hand_over_orders(kAtomic, kAtomic, 8, 8, 2, 1)) << "acquired before it was released";
}

TEST(Order, AFenceAcquiresWhatAtomicsReleased) {
  EXPECT_TRUE(shared_hand_over_orders(kAtomic, kFence, 8, 0, 1, 2));
  EXPECT_TRUE(shared_hand_over_orders(kFence, kFence, 0, 0, 1, 2));
  EXPECT_FALSE(shared_hand_over_orders(kMutex, kFence, 8, 0, 1, 2));
}

TEST(Order, NumbersThatWereLostDoNotHoldUpTheRest) {
  EXPECT_TRUE(shared_hand_over_orders(kAtomic, kAtomic, 8, 8, 3, 7));
  EXPECT_FALSE(shared_hand_over_orders(kAtomic, kAtomic, 8, 8, 7, 3));
}

TEST(Order, NewObjectsForgetWhatWasReleased) {
  for (const bool anew : {false, true}) {
    Script s(1);
    s.lock_all();
    s.event(0, event::ThreadCreate{1, 1});
    const int put = s.put(0, 0, {});
    s.flush(0, 0);
    s.event(0, event::Release{2, 100, 8});
    s.thread(0, 1);
    s.event(0, event::ThreadBegin{1, 0});
    s.event(0, event::Release{3, 64, 8 | (anew ? std::uint64_t{FENCEPOST_NEW_OBJECTS} : 0)});
    s.event(0, event::Acquire{4, 100, 8});
    const int load = s.load(0, kWindow);
    s.thread(0, 0);
    EXPECT_EQ(run(s).race(load, put), anew);
  }
}

TEST(Order, FreeingAWindowIsABarrierUnlessThereAreNoLocks) {
  for (const bool no_locks : {false, true}) {
    Script::Options options{.segment = 3, .flavor = WindowFlavor::kAllocateShared};
    if (no_locks) options.info = "no_locks=true\n";
    Script s(2, options);
    for (int rank = 0; rank < 2; ++rank) s.add_window(rank, 20, 200, 0x500000, 64, {.segment = 4});
    const int store = s.store(1, s.part_address(1, 1));
    s.free_window(0);
    s.free_window(1);
    const int load = s.load(0, s.part_address(0, 1));
    EXPECT_EQ(run(s).race(store, load), no_locks);
  }
}

// ---- strands of threads
// ---------------------------------------------------------------------------------------------------------------

constexpr std::uint64_t strand(std::uint64_t number, std::uint64_t from = 0, std::uint64_t how = 0) {
  return FENCEPOST_STRAND | how | number << FENCEPOST_STRAND_NUMBER | from << FENCEPOST_STRAND_FROM;
}
void strand_begins(Script& s, std::uint64_t kind, std::uint64_t order = 0, std::uint64_t object = 0) {
  s.event(0, event::Acquire{order, object, kind});
}

TEST(Order, PartsOfAConstructAreUnorderedThoughOneThreadRanThem) {
  for (const bool parts : {false, true}) {
    Script s(2);
    s.lock_all();
    if (parts) strand_begins(s, strand(1));
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    if (parts) strand_begins(s, strand(2, 0, FENCEPOST_STRAND_HAS_ENDED));
    s.send(0, 1);
    if (parts) strand_begins(s, strand(0, 0, FENCEPOST_STRAND_HAS_ENDED));
    s.receive(1, 0);
    const int load = s.load(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(put, load), parts);
  }
}

TEST(Order, WhatIsBehindPartsKnowsThemByABarrierOnly) {
  for (const bool barrier : {false, true}) {
    Script s(2);
    s.lock_all();
    strand_begins(s, strand(1));
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    s.event(0, event::Release{1, 0x1000, 8});
    strand_begins(s, strand(0, 0, FENCEPOST_STRAND_HAS_ENDED));
    if (barrier) strand_begins(s, 8, 2, 0x1000);
    s.send(0, 1);
    s.receive(1, 0);
    const int load = s.load(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(put, load), !barrier);
  }
}

TEST(Order, AFlushBehindPartsCompletesWhatTheyHaveIssued) {
  Script s(2);
  s.lock_all();
  strand_begins(s, strand(1));
  const int put = s.put(0, 1, {});
  s.event(0, event::Release{1, 0x1000, 8});
  strand_begins(s, strand(0, 0, FENCEPOST_STRAND_HAS_ENDED));
  s.flush(0, 1);
  strand_begins(s, 8, 2, 0x1000);
  s.send(0, 1);
  s.receive(1, 0);
  const int load = s.load(1, kWindow);
  s.unlock_all();
  EXPECT_FALSE(run(s).race(put, load));
}

TEST(Order, AStrandKnowsWhatItsObjectDoesAndGoesOnWithWhatItKnew) {
  for (const bool created_late : {false, true}) {
    Script s(2);
    s.lock_all();
    constexpr std::uint64_t kCreated = 8 | FENCEPOST_NEW_OBJECTS | FENCEPOST_STRAND_TO_COME;
    if (!created_late) s.event(0, event::Release{1, 0x1000, kCreated});
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    if (created_late) s.event(0, event::Release{1, 0x1000, kCreated});
    strand_begins(s, strand(1), 2, 0x1000);
    s.send(0, 1);
    strand_begins(s, strand(0, 0, FENCEPOST_STRAND_HAS_ENDED));
    s.receive(1, 0);
    const int load = s.load(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(put, load), !created_late);
  }
}

TEST(Order, APartDoesNotKnowWhatItsThreadAloneHasDone) {
  for (const bool special : {false, true}) {
    Script s(2);
    s.lock_all();
    if (special) strand_begins(s, FENCEPOST_STRAND_IS_SPECIAL);
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    strand_begins(s, strand(1));
    s.send(0, 1);
    strand_begins(s, strand(0, 0, FENCEPOST_STRAND_HAS_ENDED));
    s.receive(1, 0);
    const int load = s.load(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(put, load), special);
  }
}

}  // namespace
}  // namespace fencepost::test
