// RMA that the MPI library executed: order by atomic operations and locks, as far as times tell.
#include <gtest/gtest.h>

#include "script.h"

namespace fencepost::test {
namespace {

constexpr Script::Options kNative{.native = true, .clock = true};

TEST(Native, AFetchHasSeenWhatWasWrittenBefore) {
  for (const bool in_time : {true, false}) {
    Script s(2, kNative);
    s.lock_all();
    const auto look = [&] {
      s.fetch_and_op(1, 1, {.displacement = 1, .op = ReduceOp::kNoOp});
      s.flush(1, 1);
    };
    if (!in_time) look();
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    s.accumulate(0, 1, {.displacement = 1, .op = ReduceOp::kReplace});
    s.flush(0, 1);
    if (in_time) look();
    const int load = s.load(1, kWindow);
    s.unlock_all();
    EXPECT_EQ(run(s).race(put, load), !in_time);
  }
}

TEST(Native, OnlyOfTheSamePlace) {
  Script s(2, kNative);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.accumulate(0, 1, {.displacement = 1, .op = ReduceOp::kReplace});
  s.flush(0, 1);
  s.fetch_and_op(1, 1, {.displacement = 2, .op = ReduceOp::kNoOp});
  s.flush(1, 1);
  const int load = s.load(1, kWindow);
  s.unlock_all();
  EXPECT_TRUE(run(s).race(put, load));
}

TEST(Native, AnAtomicReadTellsNobodyAnything) {
  Script s(2, kNative);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.fetch_and_op(0, 1, {.displacement = 1, .op = ReduceOp::kNoOp});
  s.flush(0, 1);
  s.fetch_and_op(1, 1, {.displacement = 1, .op = ReduceOp::kNoOp});
  s.flush(1, 1);
  const int load = s.load(1, kWindow);
  s.unlock_all();
  EXPECT_TRUE(run(s).race(put, load));
}

TEST(Native, ASwapThatWasNotCompleteMayHaveBeenSeen) {
  Script s(2, kNative);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.fetch_and_op(1, 1, {.displacement = 1, .op = ReduceOp::kNoOp});
  s.compare_and_swap(0, 1, {.displacement = 1});  // while the fetch is under way
  s.flush(1, 1);
  const int load = s.load(1, kWindow);
  s.flush(0, 1);
  s.unlock_all();
  EXPECT_FALSE(run(s).find(put, load));
}

// A thread that waits for looking ahead must not fall behind because of the others' times.
TEST(Native, FetchesWaitForThoseWhoAreBehind) {
  Script s(3, kNative);
  s.lock_all();
  s.ireceive(0, kAnySource, 5);  // of whom is known only by its end
  s.send(2, 0);
  s.receive(0, kAnySource, 0, 2);
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  s.accumulate(0, 1, {.displacement = 1, .op = ReduceOp::kReplace});
  s.flush(0, 1);
  s.fetch_and_op(1, 1, {.displacement = 1, .op = ReduceOp::kNoOp});
  s.flush(1, 1);
  const int load = s.load(1, kWindow);
  s.unlock_all();
  s.send(1, 0);
  s.done(0, {5}, {1}, {0}, {0});
  EXPECT_FALSE(run(s).find(put, load));
}

// Accesses that only locks order are a note, as when their order was seen.
TEST(Native, AnUnlockComesBeforeALaterLock) {
  for (const bool in_time : {true, false}) {
    Script s(3, kNative);
    int load = 0;
    const auto owner = [&] {
      s.lock(1, 1, LockType::kExclusive);
      s.unlock(1, 1);
      load = s.load(1, kWindow);
    };
    if (!in_time) owner();
    s.lock(0, 1, LockType::kExclusive);
    const int put = s.put(0, 1, {});
    s.unlock(0, 1);
    if (in_time) owner();
    const Result result = run(s);
    EXPECT_EQ(result.by_locks_only(put, load), in_time);
    EXPECT_EQ(result.race(put, load), !in_time);
  }
}

}  // namespace
}  // namespace fencepost::test
