#include "rules/cases.h"

namespace fencepost::test {
namespace {

constexpr std::uint64_t kGroupOf0 = 0, kGroupOf1 = 1;

const bool kAdded = add({
    {.rule = rule::kOperationOutsideEpoch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].put(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].put(win, kProcNull);  // no effect
           s[0].fence(win).put(win, 1);
           s[1].fence(win);
           for (int rank : {0, 1}) s[rank].fence(win, kNoSucceed);
           s.end();
         }},
    {.rule = rule::kOperationOutsideEpoch,  // after the epoch
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).put(win, 1).unlock(win, 1);
           s[0].put(win, 1, {.displacement = 4});
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).put(win, 1).flush(win, 1).put(win, 1, {.displacement = 4}).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kTargetNotInEpoch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).put(win, 2).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).lock(win, 2).put(win, 2).unlock(win, 1).unlock(win, 2);
           s.end();
         },
     .ranks = 3},
    {.rule = rule::kTargetNotInEpoch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0});
           s[0].start(win, {kGroupOf1}).put(win, 2).complete(win);
           s[1].wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0});
           s[0].start(win, {kGroupOf1}).put(win, 1).put(win, kProcNull).complete(win);
           s[1].wait(win);
           s.end();
         },
     .ranks = 3},
    {.rule = rule::kEpochsOverlap,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].put(win, 1).lock(win, 1).unlock(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // a fence without operations opens no epoch
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].lock(win, 1).put(win, 1).unlock(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         }},
    {.rule = rule::kEpochsOverlap,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win);
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // on different windows
           const Win win = s.window(), other = s.window();
           s[0].lock_all(win);
           for (int rank : {0, 1}) s[rank].fence(other);
           s[0].unlock_all(win);
           s.end();
         }},
    {.rule = rule::kEpochsOverlap,
     .wrong =
         [](Scenario& s) {  // the fence epoch's operation comes after the lock epoch
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].lock(win, 1).unlock(win, 1).put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // another fence is between
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].lock(win, 1).put(win, 1).unlock(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         }},
    {.rule = rule::kStartWhileStarted,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0});
           s[0].start(win, {kGroupOf1}).start(win, {}).complete(win);
           s[1].raw(event::ExposureWaitBegin{.stack = 5, .window = win.id});
           s.stop(1);
           s.stop(0);
         },
     .right =
         [](Scenario& s) {  // empty groups, one after the other
           const Win win = s.window();
           s[0].start(win, {}).complete(win).start(win, {}).complete(win);
           s[0].post(win, {}).wait(win);
           s.end();
         }},
    {.rule = rule::kCompleteWithoutStart,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0});
           s[0].start(win, {kGroupOf1}).complete(win);
           s[1].complete(win).wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0});
           s[0].start(win, {kGroupOf1}).complete(win);
           s[1].wait(win);
           s.end();
         }},
    {.rule = rule::kPostWhilePosted,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {}).post(win, {}).wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {}).wait(win).post(win, {}).test(win, true);
           s.end();
         }},
    {.rule = rule::kWaitWithoutPost,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {}).test(win, true).test(win, true);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0}).test(win, false).test(win, false);
           s[0].start(win, {kGroupOf1}).complete(win);
           s[1].test(win, true);
           s.end();
         }},
    {.rule = rule::kAlreadyLocked,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).lock(win, 1).unlock(win, 1).unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).unlock_all(win).lock(win, 1).lock(win, 0).unlock(win, 0).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kUnlockWithoutLock,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).unlock(win, 1).unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).lock(win, 0).unlock(win, 1).unlock(win, 0);
           s.end();
         }},
    {.rule = rule::kFlushOutsidePassiveEpoch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].put(win, 1).flush(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).put(win, 1).flush(win, 1).flush_all(win).unlock(win, 1);
           s[0].lock_all(win).flush(win, 1).flush_local(win, 0).flush_all(win).unlock_all(win);
           s.end();
         }},
    {.rule = rule::kFlushOutsidePassiveEpoch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).flush(win, 0).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).flush(win, kProcNull).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kSyncOutsidePassiveEpoch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].sync(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).sync(win).unlock_all(win);
           s.end();
         },
     .options = strict()},
    {.rule = rule::kLockedWhileExposed,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0});
           s[2].lock(win, 1).unlock(win, 1);
           s[0].start(win, {kGroupOf1}).complete(win);
           s[1].wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {kGroupOf0});
           s[0].start(win, {kGroupOf1}).complete(win);
           s[1].wait(win);
           s.barrier();
           s[2].lock(win, 1).unlock(win, 1);
           s.end();
         },
     .ranks = 3},
    {.rule = rule::kLockedWhileExposed,
     .wrong =
         [](Scenario& s) {  // by fences
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].lock_all(win);
           s[0].get(win, 1);
           s[1].unlock_all(win);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // the memory that is locked is not accessed, or between other fences
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].lock(win, 1);
           s[0].get(win, 0);
           s[1].unlock(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].get(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].lock(win, 1).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kEpochOpenAtFree,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // nothing after the last fence
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         }},
    {.rule = rule::kEpochOpenAtFinalize,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1);
           for (int rank : {0, 1}) s[rank].finalize();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).unlock(win, 1);
           s.end();
         },
     .also = {rule::kNeverFreed}},
    {.rule = rule::kRequestOperationOutsidePassiveEpoch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].rput(win, 1, 7).request_done(7);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).rput(win, 1, 7).request_done(7).unlock_all(win);
           s.end();
         }},
    {.rule = rule::kEpochSharedByThreads,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].raw(event::ThreadCreate{.order = 1, .child = 1});
           s[0].lock(win, 1).unlock(win, 1);
           s[0].lock(win, 0).unlock(win, 0);  // which has nothing to do with it
           s.actor(0, 1).lock(win, 1).unlock(win, 1);
           s[0].raw(event::ThreadJoin{.order = 2, .child = 1});
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).unlock(win, 1);
           s[0].raw(event::ThreadCreate{.order = 1, .child = 1});
           s.actor(0, 1).lock(win, 1).unlock(win, 1);
           s[0].lock(win, 0).unlock(win, 0);  // another target
           s[0].raw(event::ThreadJoin{.order = 2, .child = 1});
           s.end();
         },
     .options = strict()},
    {.rule = rule::kEpochClosedBesideThread,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win);
           s[0].raw(event::ThreadCreate{.order = 1, .child = 1});
           s.actor(0, 1).put(win, 1).flush(win, 1);
           s[0].unlock_all(win);
           s[0].raw(event::ThreadJoin{.order = 2, .child = 1});
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win);
           s[0].raw(event::ThreadCreate{.order = 1, .child = 1});
           s.actor(0, 1).put(win, 1).flush(win, 1);
           s[0].raw(event::ThreadJoin{.order = 2, .child = 1});
           s[0].unlock_all(win);
           s.end();
         },
     .says = "nothing orders it after MPI_Put"},
    {.rule = rule::kInvalidLockType,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1, static_cast<LockType>(3)).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1, kExclusive).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kRmaRequestFreed,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).rput(win, 1, 7).raw(event::RequestFree{.stack = 9, .request = 7}).unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).rput(win, 1, 7).unlock_all(win).request_done(7);
           s.end();
         }},
    {
        .rule = rule::kRmaRequestNotCompleted,
        .wrong =
            [](Scenario& s) {
              const Win win = s.window();
              s[0].lock_all(win).rput(win, 1, 7).unlock_all(win);
              s.end();
            },
        .right =
            [](Scenario& s) {
              const Win win = s.window();
              s[0].lock_all(win)
                  .rput(win, 1, 7)
                  .request_done(7)
                  .rput(win, 1, 8, {.displacement = 1})
                  .unlock_all(win)
                  .request_done(8);
              s.end();
            },
    },
});

}  // namespace
}  // namespace fencepost::test
