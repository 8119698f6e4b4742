// The advice for a conflict: without it there is a race, and with exactly that edge added, at that place, the pair is
// ordered.
#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "script.h"

namespace fencepost::test {
namespace {

using Op = Script::Op;

struct Lines {
  int first, second;
  int before = 0;  // the call before which the completing one is to come; 0: not told
};

struct Case {
  std::string name;
  MpiCall call;          // that completes the first access in time
  bool synchronization;  // and a message after it
  std::function<Lines(Script&, bool mended)> program;
  bool native = true;  // without what our runtime tells of locks
};

const Case kCases[] = {
    {"a message that overtakes the put", MpiCall::kWin_flush, false,
     [](Script& s, bool mended) {
       s.lock_all();
       const int put = s.put(0, 1, {});
       if (mended) s.flush(0, 1);
       const int send = s.send(0, 1);
       s.flush(0, 1);
       s.receive(1, 0);
       const int load = s.load(1, kWindow);
       s.unlock_all();
       return Lines{put, load, send};
     }},
    {"a flush_local where a flush is needed", MpiCall::kWin_flush, false,
     [](Script& s, bool mended) {
       s.lock_all();
       const int put = s.put(0, 1, {});
       s.flush(0, 1, !mended);
       const int send = s.send(0, 1);
       s.receive(1, 0);
       const int load = s.load(1, kWindow);
       s.unlock_all();
       return Lines{put, load, send};
     }},
    {"a barrier inside the epoch", MpiCall::kWin_flush, false,
     [](Script& s, bool mended) {
       s.lock_all();
       const int put = s.put(0, 1, {});
       if (mended) s.flush(0, 1);
       s.barrier();
       const int load = s.load(1, kWindow);
       s.unlock_all();
       return Lines{put, load};
     }},
    {"nothing between a complete put and a load", MpiCall::kNone, true,
     [](Script& s, bool mended) {
       s.lock_all();
       const int put = s.put(0, 1, {});
       s.flush(0, 1);
       if (mended) {
         s.send(0, 1);
         s.receive(1, 0);
       }
       const int load = s.load(1, kWindow);
       s.unlock_all();
       return Lines{put, load};
     }},
    {"a put that is flushed, but later than the other access", MpiCall::kNone, true,
     [](Script& s, bool mended) {
       s.lock(1, 0, LockType::kShared, 1);
       const int put = s.put(1, 0, {});
       if (mended) {
         s.flush(1, 0);
         s.send(1, 0);
         s.receive(0, 1);
       }
       const int load = s.load(0, kWindow);
       if (!mended) s.flush(1, 0);
       s.unlock(1, 0, 1);
       return Lines{put, load};
     },
     false},
    {"a put that is flushed only behind a message from the other access", MpiCall::kWin_flush, true,
     [](Script& s, bool mended) {
       s.lock(1, 0, LockType::kShared, 1);
       const int put = s.put(1, 0, {});
       if (mended) {
         s.flush(1, 0);
         s.send(1, 0);
         s.receive(0, 1);
       }
       const int load = s.load(0, kWindow);
       s.send(0, 1);
       s.receive(1, 0);
       s.flush(1, 0);
       s.unlock(1, 0, 1);
       return Lines{put, load};
     },
     false},
    {"a receive that is still waited in", MpiCall::kNone, true,
     [](Script& s, bool mended) {
       s.lock_all();
       const int receive = s.ireceive(1, 0, 0, 0, {kWindow, 1, kInt});
       if (mended) {
         s.send(0, 1);
         s.receive_end(1, 0, 0);
         s.send(1, 0);
         s.receive(0, 1);
       }
       const int put = s.put(0, 1, {});
       if (!mended) {
         s.send(0, 1);
         s.receive_end(1, 0, 0);
       }
       s.unlock_all();
       return Lines{receive, put};
     }},
    {"a receive that was only begun", MpiCall::kWait, true,
     [](Script& s, bool mended) {
       s.lock_all();
       const int receive = s.ireceive(1, 0, 4, 0, {kWindow, 1, kInt});
       if (mended) {
         s.send(0, 1);
         s.done(1, {4}, {0}, {0}, {0});
         s.send(1, 0);
         s.receive(0, 1);
       }
       const int put = s.put(0, 1, {});
       if (!mended) {
         s.send(0, 1);
         s.done(1, {4}, {0}, {0}, {0});
       }
       s.unlock_all();
       return Lines{receive, put};
     }},
    {"two gets into one buffer", MpiCall::kWin_flush_local, false,
     [](Script& s, bool mended) {
       s.lock_all();
       const int one = s.get(0, 1, {});
       if (mended) s.flush(0, 1, true);
       const int two = s.get(0, 1, {});
       s.unlock_all();
       return Lines{one, two, two};
     }},
    {"two puts of one process to one place", MpiCall::kWin_flush, false,
     [](Script& s, bool mended) {
       s.lock_all();
       const int one = s.put(0, 1, {});
       if (mended) s.flush(0, 1);
       const int two = s.put(0, 1, {});
       s.unlock_all();
       return Lines{one, two, two};
     }},
    {"two puts of one process in one fence epoch", MpiCall::kWin_fence, false,
     [](Script& s, bool mended) {
       s.fence_all();
       const int one = s.put(0, 1, {});
       if (mended) s.fence_all();
       const int two = s.put(0, 1, {});
       s.fence_all();
       return Lines{one, two, two};
     }},
    {"a message after complete, before the target's wait", MpiCall::kWin_wait, false,
     [](Script& s, bool mended) {
       s.post(1, {0});
       s.start(0, {1});
       const int put = s.put(0, 1, {});
       s.complete(0);
       if (mended) s.wait(1);
       const int send = s.send(0, 1);
       s.receive(1, 0);
       const int load = s.load(1, kWindow);
       if (!mended) s.wait(1);
       return Lines{put, load, send};
     }},
};

TEST(Remedy, OrdersThePairThatRacedWithoutIt) {
  for (const Case& one : kCases) {
    SCOPED_TRACE(one.name);
    const Script::Options options{.native = one.native};
    Script broken(2, options), mended(2, options);
    const Lines lines = one.program(broken, false);
    const Lines after = one.program(mended, true);
    const Result without = run(broken);
    const Result with = run(mended);
    const Conflict* conflict = without.find(lines.first, lines.second);
    ASSERT_NE(conflict, nullptr);
    EXPECT_EQ(conflict->remedy.call, one.call) << name_of(conflict->remedy.call);
    EXPECT_EQ(conflict->remedy.needs_synchronization, one.synchronization);
    if (lines.before != 0) {
      const Place& place = conflict->remedy.before;
      EXPECT_EQ(static_cast<int>(place.pc != 0 ? place.pc : place.stack.number()), lines.before);
    }
    EXPECT_EQ(with.find(after.first, after.second), nullptr);
  }
}

// What both have seen, and what came too late, are calls of the two threads concerned.
TEST(Remedy, NamesTheNearestCommonSynchronizationAndTheLateCompletion) {
  Script s(2);
  s.lock_all();
  s.barrier();
  const int put = s.put(0, 1, {});
  const int send = s.send(0, 1);
  s.flush(0, 1);
  s.receive(1, 0);
  const int load = s.load(1, kWindow);
  s.unlock_all();
  const Result result = run(s);
  const Conflict* conflict = result.find(put, load);
  ASSERT_NE(conflict, nullptr);
  ASSERT_TRUE(conflict->common);
  EXPECT_EQ(conflict->common->first.call, MpiCall::kBarrier);
  EXPECT_EQ(conflict->common->second.call, MpiCall::kBarrier);
  ASSERT_TRUE(conflict->late_at);
  EXPECT_EQ(static_cast<int>(conflict->late_at->stack.number()), send);
  ASSERT_TRUE(conflict->first.end);
  EXPECT_EQ(conflict->first.end->place.call, MpiCall::kWin_flush);
}

// The first can wait for the call that completes the second, unless that comes behind the first.
TEST(Remedy, TellsWhetherTheFirstCanWaitForTheSecond) {
  for (const bool behind : {false, true}) {
    Script s(2);
    s.lock_all();
    const int load = s.load(1, kWindow);
    const int put = s.put(0, 1, {});
    if (behind) {
      s.send(1, 0);
      s.receive(0, 1);
    }
    s.flush(0, 1);
    s.unlock_all();
    const Result result = run(s);
    const Conflict* conflict = result.find(load, put);
    ASSERT_NE(conflict, nullptr);
    EXPECT_EQ(conflict->first_can_wait, !behind);
  }
}

// An epoch that one of them has opened since is nothing that the other one has seen.
TEST(Remedy, CommonSynchronizationIsNoCallThatLearnsOfNobody) {
  Script s(2);
  s.barrier();
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.send(0, 1);
  s.receive(1, 0);
  const int load = s.load(1, kWindow);
  s.unlock_all();
  const Result result = run(s);
  const Conflict* conflict = result.find(put, load);
  ASSERT_NE(conflict, nullptr);
  ASSERT_TRUE(conflict->common);
  EXPECT_EQ(conflict->common->first.call, MpiCall::kBarrier);
  EXPECT_EQ(conflict->common->second.call, MpiCall::kBarrier);
}

// What one of them did with a third one before, it learned later than what it gave to the barrier.
TEST(Remedy, CommonSynchronizationIsTheBarrierOfBoth) {
  Script s(2);
  s.send(1, 0);
  s.receive(0, 1);
  s.barrier();
  s.lock_all();
  const int load = s.load(1, kWindow);
  const int put = s.put(0, 1, {});
  s.unlock_all();
  const Result result = run(s);
  const Conflict* conflict = result.find(load, put);
  ASSERT_NE(conflict, nullptr);
  ASSERT_TRUE(conflict->common);
  EXPECT_EQ(conflict->common->first.call, MpiCall::kBarrier);
  EXPECT_EQ(conflict->common->second.call, MpiCall::kBarrier);
}

}  // namespace
}  // namespace fencepost::test
