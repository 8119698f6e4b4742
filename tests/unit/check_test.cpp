// The race engine on event sequences written by hand: for each row of the tables of the race model a pair that races
// and one that does not.
#include <algorithm>

#include <gtest/gtest.h>

#include "script.h"

namespace fencepost::test {
namespace {

using Op = Script::Op;

// ---- when an access starts and ends
// --------------------------------------------------------------------------------------

TEST(Access, LoadAfterFlushAndBarrierIsOrdered) {
  Script s(2);
  s.lock_all();
  s.put(0, 1, {});
  s.flush(0, 1);
  s.barrier();
  s.load(1, kWindow);
  s.unlock_all();
  EXPECT_TRUE(run(s).clean());
}

TEST(Access, PutCompletedOnlyAfterTheBarrierRaces) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {});
  const int barrier = s.collective(0, MpiCall::kBarrier);
  s.collective(1, MpiCall::kBarrier);
  const int load = s.load(1, kWindow);
  const int unlock = s.unlock(0, kAll);
  s.unlock(1, kAll);
  const Result result = run(s);
  ASSERT_TRUE(result.race(put, load));
  const Conflict& conflict = *result.find(put, load);
  EXPECT_EQ(conflict.remedy.call, MpiCall::kWin_flush);
  ASSERT_TRUE(conflict.late_at);
  EXPECT_EQ(conflict.late_at->stack, StackId(static_cast<std::uint64_t>(barrier)));
  EXPECT_FALSE(conflict.remedy.needs_synchronization);
  ASSERT_TRUE(conflict.first.end);
  EXPECT_EQ(conflict.first.end->place.stack, StackId(static_cast<std::uint64_t>(unlock)));
  EXPECT_EQ(conflict.second.window, WindowKey(100));
  EXPECT_EQ(conflict.second.owner, Rank(1));
  EXPECT_EQ(conflict.second.bytes, (ByteRange{0, 4}));
}

TEST(Access, FlushLocalCompletesOnlyAtTheOrigin) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1, true);
  s.store(0, kBuffer);
  s.barrier();
  const int load = s.load(1, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, load));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Access, OriginBufferIsInUseUntilLocalCompletion) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {});
  const int store = s.store(0, kBuffer);
  s.load(0, kBuffer);  // reading what a put reads is fine
  s.flush(0, 1, true);
  s.store(0, kBuffer);
  const int get = s.get(0, 1, {.origin = kBuffer + 64});
  const int load = s.load(0, kBuffer + 64);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, store));
  EXPECT_TRUE(result.race(get, load));
  EXPECT_EQ(result.conflicts.size(), 3u);  // and the get with the put before: nothing orders them at the target
}

TEST(Access, RequestOfPutCompletesLocallyOfGetAltogether) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {.request = 5});
  s.get(0, 1, {.displacement = 4, .origin = kBuffer + 64, .request = 6});
  s.done(0, {5, 6}, {0, 0}, {0, 0}, {0, 0});
  s.store(0, kBuffer);
  s.load(0, kBuffer + 64);
  s.barrier();
  const int first = s.store(1, kWindow);
  s.store(1, kWindow + 16);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, first));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Access, OperationsOfOneOriginAreNotOrderedWithoutFlush) {
  Script s(2);
  s.lock_all();
  const int one = s.put(0, 1, {});
  const int two = s.put(0, 1, {.origin = kBuffer + 4});
  s.flush(0, 1);
  s.put(0, 1, {.origin = kBuffer + 4});
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(one, two));
  EXPECT_EQ(result.find(one, two)->remedy.call, MpiCall::kWin_flush);
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Access, FlushOfAnotherTargetCompletesNothing) {
  Script s(3);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 2);
  s.barrier();
  const int load = s.load(1, kWindow);
  s.unlock_all();
  EXPECT_TRUE(run(s).race(put, load));
}

// ---- the replay
// ----------------------------------------------------------------------------------------------------------

TEST(Replay, SameFindingsWhateverTheInterleaving) {
  const auto findings = [](int variant) {
    Script s(3);
    s.lock_all();
    s.put(0, 1, {});
    s.flush(0, 1);
    s.send(0, 2);
    s.receive(2, 0);
    s.put(2, 1, {});
    s.load(1, kWindow);
    s.barrier();
    s.get(1, 1, {.origin = kBuffer + 4});
    s.unlock_all();
    if (variant > 0) s.forget_time(variant == 2);
    std::vector<std::pair<int, int>> lines;
    for (const Conflict& conflict : run(s).conflicts) {
      lines.push_back(std::minmax(Result::line_of(conflict.first), Result::line_of(conflict.second)));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
  };
  EXPECT_FALSE(findings(0).empty());
  EXPECT_EQ(findings(0), findings(1));
  EXPECT_EQ(findings(0), findings(2));
}

TEST(Replay, HangIsDescribedNotJoined) {
  Script s(2);
  s.ireceive(0, 1, 0, 6);
  const std::uint64_t line = s.next_line(1);
  s.event(1, event::CollectiveBegin{line, Script::number(MpiCall::kBarrier), kWorld, 0, 0, 0, {}, {}, {}});
  const Result result = run(s);
  ASSERT_EQ(result.end.blocked.size(), 2u);
  EXPECT_EQ(result.end.blocked[0].waits_for, WaitsFor::kMessage);
  EXPECT_EQ(result.end.blocked[0].processes, std::vector<ProcessId>{ProcessId(1)});
  EXPECT_EQ(result.end.blocked[0].tag, 6);
  EXPECT_EQ(result.end.blocked[1].waits_for, WaitsFor::kProcesses);
  EXPECT_EQ(result.end.blocked[1].processes, std::vector<ProcessId>{ProcessId(0)});
  EXPECT_TRUE(result.end.blind_spots.empty());
}

TEST(Replay, MissingPartnerIsSaidAndTheRestGoesOn) {
  Script s(2);
  s.lock_all();
  s.receive(0, 1);  // a message that no trace has
  const int put = s.put(0, 1, {});
  const int load = s.load(1, kWindow);
  s.unlock_all();
  const Result result = run(s);
  EXPECT_TRUE(result.race(put, load));
  ASSERT_EQ(result.end.blind_spots.size(), 1u);
  EXPECT_NE(result.end.blind_spots[0].find("rank 0"), std::string::npos);
}

// Rank 0 is looked ahead while it waits for the first message, and again while it waits for the second: only what it
// writes down behind that (which accumulate was executed when) lets rank 1 come to send it. In between are loads.
TEST(Replay, LookingAheadGoesOnWhereItEnded) {
  for (int loads = 0; loads < 40; loads += 5) {
    Script s(2, {.native = false});
    s.lock(0, kAll);
    s.lock(1, kAll);
    s.send(1, 0);
    s.receive(0, 1);
    for (int i = 0; i < loads; ++i) s.load(0, kBuffer + 64);
    s.put(0, 1, {});
    s.flush(0, 1);
    s.accumulate(0, 1, {.displacement = 8});
    s.receive(0, 1, 1);
    s.event(0, event::Executed{0, 2, 1, 1});
    s.flush(0, 1);
    s.fetch_and_op(1, 1, {.displacement = 8, .op = ReduceOp::kNoOp, .sequence = 2, .changed = false});
    s.flush(1, 1);
    s.load(1, kWindow);
    s.send(1, 0, 1);
    s.unlock(0, kAll);
    s.unlock(1, kAll);
    const Result result = run(s);
    EXPECT_TRUE(result.clean());
    EXPECT_TRUE(result.end.blind_spots.empty());
  }
}

// Both puts are made under one lock, exclusive in rank 0; but rank 0 gives it up while its put is pending. By then what
// rank 1 did is long known to everybody, but for the pending put.
TEST(Replay, WhatALockKeptApartIsKeptAsLongAsItMayBeGivenUp) {
  Script s(3);
  s.lock(1, 1);
  s.lock(1, 2);
  const int first = s.put(1, 2, {});
  s.unlock(1, 2);
  s.unlock(1, 1);
  s.lock(0, 1, LockType::kExclusive);
  s.lock(0, 2);
  const int second = s.put(0, 2, {});
  s.barrier();
  for (std::uint64_t i = 0; i < 20'000; ++i) s.store(2, 0x2000000 + i * 64);
  s.barrier();
  s.unlock(0, 1);
  s.unlock(0, 2);
  EXPECT_TRUE(run(s).race(first, second));
}
// Nothing orders them but that the one happened to be quicker, by a few nanoseconds.
TEST(Replay, ThreadsOfOneProcessComeInTheOrderOfTheirTimes) {
  struct Lines : Observer {
    void after(const Job&, const Moment&, const Place& place, const AnyEvent&) override {
      if (place.call == MpiCall::kWin_flush) lines.push_back(static_cast<int>(place.stack.number()));
    }
    std::vector<int> lines;
  };
  Script s(2, {.native = false, .clock = true, .ticks_per_second = 1'000'000'000});
  s.event(0, event::ThreadCreate{1, 1});
  s.thread(0, 1);
  s.event(0, event::ThreadBegin{1, 0});
  for (int round = 0; round < 100; ++round) {
    for (const int thread : {0, 1}) {
      s.thread(0, thread);
      s.flush(0, 1);
    }
  }
  Lines seen;
  const std::vector<Observer*> observers{&seen};
  check::Analyzer analyzer(s, {}, observers);
  analyzer.advance();
  analyzer.finish();
  EXPECT_GE(seen.lines.size(), 200u);
  EXPECT_TRUE(std::ranges::is_sorted(seen.lines));  // lines are numbered as they are written
}

TEST(Replay, AccessesAreRetiredAfterBarriers) {
  Script s(2);
  s.lock_all();
  for (int round = 0; round < 40; ++round) {
    for (int i = 0; i < 2000; ++i) s.store(1, 0x2000000 + static_cast<std::uint64_t>(round * 2000 + i) * 64);
    s.barrier();
  }
  s.unlock_all();
  const Result result = run(s);
  EXPECT_EQ(result.statistics.accesses, 80000u);
  EXPECT_LT(result.statistics.live_peak, 40000u);
}

TEST(Replay, LocksThatWaitAreDescribed) {
  Script s(2, {.native = false});
  s.lock(0, 1, LockType::kExclusive, 1);
  s.event(1, event::LockBegin{s.next_line(1), Script::number(MpiCall::kWin_lock), kWin, 1, 1, 0});
  const Result result = run(s);
  ASSERT_EQ(result.end.blocked.size(), 1u);
  EXPECT_EQ(result.end.blocked[0].waits_for, WaitsFor::kLock);
  EXPECT_EQ(result.end.blocked[0].processes, std::vector<ProcessId>{ProcessId(0)});
  EXPECT_EQ(result.end.locks.size(), 2u);
}

}  // namespace
}  // namespace fencepost::test
