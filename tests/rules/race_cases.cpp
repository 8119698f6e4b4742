#include "rules/cases.h"

namespace fencepost::test {
namespace {

RuleOptions separate() {
  RuleOptions options;
  options.memory_model = ModelChoice::kSeparate;
  return options;
}

// Two operations of ranks 0 and 1 on rank 2 in lock_all epochs: concurrent, or the second behind the first.
using Issue = std::function<void(Actor&, Win)>;
Script both(const Issue& first, const Issue& second, bool ordered = false) {
  return [=](Scenario& s) {
    const Win win = s.window();
    for (int rank : {0, 1}) s[rank].lock_all(win);
    first(s[0], win);
    if (ordered) {
      s[0].flush(win, 2).send(1);
      s[1].receive(0);
    }
    second(s[1], win);
    for (int rank : {0, 1}) s[rank].unlock_all(win);
    s.end();
  };
}
Issue put(Arguments a = {}) {
  return [=](Actor& actor, Win win) { actor.put(win, 2, a); };
}
Issue get(Arguments a = {}) {
  return [=](Actor& actor, Win win) { actor.get(win, 2, a); };
}
Issue accumulate(Arguments a = {}) {
  return [=](Actor& actor, Win win) { actor.accumulate(win, 2, a); };
}

const bool kAdded = add({
    {.rule = rule::kConflictingOperations,
     .wrong = both(put(), put()),
     .right = both(put(), put({.displacement = 1})),
     .ranks = 3},
    {.rule = rule::kConflictingOperations,  // each of the two locks is told of for the third
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[2].lock(win, 2, kShared).unlock(win, 2);
           s[0].lock(win, 2, kExclusive, kNoCheck).put(win, 2).unlock(win, 2);
           s[1].lock(win, 2, kExclusive, kNoCheck).put(win, 2).unlock(win, 2);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[2].lock(win, 2, kShared).unlock(win, 2);
           for (int rank : {0, 1}) s[rank].lock(win, 2, kExclusive).put(win, 2).unlock(win, 2);
           s.end();
         },
     .ranks = 3,
     .also = {rule::kLockNocheck},
     .advises = " and in MPI_Win_lock"},
    {.rule = rule::kConflictingOperations, .wrong = both(get(), put()), .right = both(get(), get()), .ranks = 3},
    {.rule = rule::kConflictingOperations, .wrong = both(put(), get()), .right = both(put(), get(), true), .ranks = 3},
    {.rule = rule::kOperationAndLocalAccess,  // the flush comes behind the barrier
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).put(win, 1);
           s.barrier();
           s[1].load(s.address(win, 1));
           s[0].flush(win, 1).unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).put(win, 1).flush(win, 1);
           s.barrier();
           s[1].load(s.address(win, 1));
           s[0].unlock_all(win);
           s.end();
         }},
    {.rule = rule::kOperationAndLocalAccess,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].get(win, 1);
           s[1].store(s.address(win, 1, 4), 4);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].get(win, 1);
           s[1].load(s.address(win, 1, 4), 4).store(s.address(win, 1, 8), 4);
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         }},
    {.rule = rule::kSameOriginOperations,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).put(win, 1).get(win, 1).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).put(win, 1).flush(win, 1).get(win, 1).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kOriginBufferReused,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).put(win, 1, {.buffer = 0x600000}).store(0x600000).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1)
               .put(win, 1, {.buffer = 0x600000})
               .load(0x600000)
               .flush_local(win, 1)
               .store(0x600000)
               .unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kResultBufferUsed,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).get(win, 1, {.buffer = 0x600000}).load(0x600000).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 1).get(win, 1, {.buffer = 0x600000}).flush(win, 1).load(0x600000).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kResultBufferUsed,  // two threads: whichever of them comes first in the replay
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).raw(event::ThreadCreate{.order = 1, .child = 1});
           s[0].put(win, 1, {.buffer = 0x600000});
           s.actor(0, 1).get(win, 1, {.displacement = 1, .buffer = 0x600000}).flush(win, 1);
           s[0].raw(event::ThreadJoin{.order = 2, .child = 1}).unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).raw(event::ThreadCreate{.order = 1, .child = 1});
           s[0].put(win, 1, {.buffer = 0x600000});
           s.actor(0, 1).get(win, 1, {.displacement = 1, .buffer = 0x600008}).flush(win, 1);
           s[0].raw(event::ThreadJoin{.order = 2, .child = 1}).unlock_all(win);
           s.end();
         }},
    {.rule = rule::kAtomicAndOtherAccess,  // a target that initializes its window too late
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).accumulate(win, 1, {}).unlock_all(win);
           s[1].lock_all(win);
           for (int i = 0; i < 20; ++i) s[1].flush_all(win);  // takes time: the store comes later
           s[1].unlock_all(win).store(s.address(win, 1));
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].store(s.address(win, 1));
           s.barrier();
           s[0].lock_all(win).accumulate(win, 1, {}).unlock_all(win);
           s.end();
         },
     .advises = "is meant to come first, add a message or barrier after it that rank"},
    {.rule = rule::kConflictingOperations,
     .wrong = both(put({.type = kByteType}), put({.type = kByteType})),
     .right = both(put({.type = kByteType}), put({.displacement = 1, .type = kByteType})),
     .ranks = 3,
     .says = "may still be writing it: "},
    {.rule = rule::kAtomicAndOtherAccess,
     .wrong = both(accumulate(), get()),
     .right = both(accumulate(), [](Actor& actor, Win win) { actor.fetch_and_op(win, 2, {.op = ReduceOp::kNoOp}); }),
     .ranks = 3},
    {.rule = rule::kMixedAccumulates,
     .wrong = both(accumulate({.type = kDoubleType}), accumulate({.type = kLongType})),
     .right = both(accumulate({.type = kLongType}), accumulate({.type = kLongType})),
     .ranks = 3},
    {.rule = rule::kPollingLoad,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].lock_all(win);
           for (int i = 0; i < 10; ++i) s[0].flush_all(win);  // takes time: the update comes while rank 1 waits for it
           s[0].accumulate(win, 1, {.op = ReduceOp::kReplace}).flush(win, 1);
           for (int i = 0; i < 20; ++i) s[1].load(s.address(win, 1)).sync(win);
           for (int rank : {0, 1}) s[rank].unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].lock_all(win);
           s[0].accumulate(win, 1, {.op = ReduceOp::kReplace}).flush(win, 1);
           for (int i = 0; i < 3; ++i) s[1].fetch_and_op(win, 1, {.op = ReduceOp::kNoOp}).flush(win, 1);
           for (int rank : {0, 1}) s[rank].unlock_all(win);
           s.end();
         }},
    {.rule = rule::kSharedMemoryAccess,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window({.flavor = WindowFlavor::kAllocateShared});
           s[0].store(s.address(win, 0));
           s[1].load(s.address(win, 0));
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window({.flavor = WindowFlavor::kAllocateShared});
           s[0].store(s.address(win, 0)).sync(win);
           s.barrier();
           s[1].sync(win).load(s.address(win, 0));
           s.end();
         }},
    {.rule = rule::kSharedMemoryAccess,  // a flag that orders nothing
     .wrong =
         [](Scenario& s) {
           const Win win = s.window({.flavor = WindowFlavor::kAllocateShared});
           s[0].store(s.address(win, 0)).atomic_store(s.address(win, 0, 8));
           s[1].atomic_load(s.address(win, 0, 8)).load(s.address(win, 0));
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window({.flavor = WindowFlavor::kAllocateShared});
           s[0].atomic_store(s.address(win, 0, 8));
           s[1].atomic_load(s.address(win, 0, 8));
           s.end();
         },
     .advises = "the first needs memory_order_release and the second memory_order_acquire"},
    {.rule = rule::kOperationAndLocalAccess,  // before the wait, whose put comes later in this run
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0}).load(s.address(win, 1));
           s[0].start(win, {1}).put(win, 1).complete(win);
           s[1].wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].load(s.address(win, 1)).post(win, {0});
           s[0].start(win, {1}).put(win, 1).complete(win);
           s[1].wait(win).load(s.address(win, 1));
           s.end();
         },
     .advises = "is meant to come first, move it before rank 1 posts"},
    {.rule = rule::kMessageBuffer,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).put(win, 1).unlock_all(win);
           s[2].send(1);
           s[1].receive(2, s.address(win, 1));
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).put(win, 1).unlock_all(win);
           s.barrier();
           s[2].send(1);
           s[1].receive(2, s.address(win, 1));
           s.end();
         },
     .ranks = 3},
    {.rule = rule::kSeparateModelSameWindow,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].put(win, 1);
           s[1].store(s.address(win, 1, 400));
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[0].put(win, 1);
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].store(s.address(win, 1, 400));
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .options = separate()},
    {.rule = rule::kMissingMemorySync,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).put(win, 1).flush(win, 1);
           s.barrier();
           s[1].load(s.address(win, 1));
           s[0].unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).put(win, 1).flush(win, 1);
           s.barrier();
           s[1].lock_all(win).sync(win).load(s.address(win, 1)).unlock_all(win);
           s[0].unlock_all(win);
           s.end();
         },
     .options = separate()},
    {.rule = rule::kLockOrderOnly,
     .wrong =
         [](Scenario& s) {  // rank 1 gets the lock second and tells rank 2, which does not hold it
           const Win win = s.window();
           s.record_grants();
           s[0].lock(win, 2, kExclusive).granted(win, 2, 1).put(win, 2).unlock_released(win, 2, 2);
           s[1].lock(win, 2, kExclusive).granted(win, 2, 3).unlock_released(win, 2, 4).send(2);
           s[2].receive(1).load(s.address(win, 2));
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s.record_grants();
           s[0].lock(win, 2, kExclusive).granted(win, 2, 1).put(win, 2).unlock_released(win, 2, 2).send(2);
           s[1].lock(win, 2, kExclusive).granted(win, 2, 3).put(win, 2, {.displacement = 4}).unlock_released(win, 2, 4);
           s[2].receive(0).load(s.address(win, 2));
           s.end();
         },
     .ranks = 3},
    {.rule = rule::kFetchResultAfterFlushLocal,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win)
               .fetch_and_op(win, 1, {.result = 0x600000})
               .flush_local(win, 1)
               .load(0x600000)
               .unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win).fetch_and_op(win, 1, {.result = 0x600000}).flush(win, 1).load(0x600000).unlock_all(win);
           s.end();
         },
     .options = strict()},
    {.rule = rule::kGetAndAtomicRead,
     .wrong = both(get(), [](Actor& actor, Win win) { actor.fetch_and_op(win, 2, {.op = ReduceOp::kNoOp}); }),
     .right = both(
         get(), [](Actor& actor, Win win) { actor.fetch_and_op(win, 2, {.op = ReduceOp::kNoOp}); }, true),
     .ranks = 3,
     .options = strict()},
    {.rule = rule::kAccumulateOpsViolated,
     .wrong = both(accumulate({.op = ReduceOp::kSum}), accumulate({.op = ReduceOp::kMax})),
     .right = both(accumulate({.op = ReduceOp::kSum}), accumulate({.op = ReduceOp::kMax}), true),
     .ranks = 3},
});

}  // namespace
}  // namespace fencepost::test
