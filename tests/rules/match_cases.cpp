#include "rules/cases.h"

namespace fencepost::test {
namespace {

// Calls at the end of a rank's trace that begin and never return.
void hangs(Scenario& s, int rank, AnyEvent begin) {
  std::visit([&](const auto& event) { s[rank].raw(event); }, begin);
  s.stop(rank);
}
event::CollectiveBegin barrier(std::uint64_t line) {
  return {.stack = line, .call = static_cast<std::uint64_t>(MpiCall::kBarrier), .communicator = 1};
}
event::ReceiveBegin receive(std::uint64_t line, std::int64_t source) {
  return {.stack = line, .call = static_cast<std::uint64_t>(MpiCall::kRecv), .communicator = 1, .source = source};
}

const bool kAdded = add({
    {.rule = rule::kWindowCreationMismatch,
     .wrong =
         [](Scenario& s) {
           event::WindowCreateBegin begin{.stack = 5,
                                          .call = static_cast<std::uint64_t>(MpiCall::kWin_create),
                                          .communicator = 1,
                                          .size = 8,
                                          .displacement_unit = 1};
           s[0].raw(begin).raw(event::WindowCreateEnd{}).raw(event::CallFailed{.name = "MPI_ERR_OTHER"});
           begin.call = static_cast<std::uint64_t>(MpiCall::kWin_allocate);
           begin.stack = 6;
           s[1].raw(begin).raw(event::WindowCreateEnd{}).raw(event::CallFailed{.name = "MPI_ERR_OTHER"});
           s.end();
         },
     .right =
         [](Scenario& s) {
           s.window();
           s.window({.flavor = WindowFlavor::kCreate, .sizes = {8, 0}});
           s.end();
         }},
    {.rule = rule::kFenceMismatch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win);
           s[1].finalize();
           hangs(s, 0, event::FenceBegin{.stack = 8, .window = win.id});
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].fence(win).fence(win);
           s.end();
         },
     .also = {rule::kNeverFreed}},
    {.rule = rule::kStartWithoutPost,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].post(win, {0});
           s[0].start(win, {1, 2});
           hangs(s, 0, event::CompleteBegin{.stack = 8, .window = win.id});
           s[1].wait(win).finalize();
           s[2].finalize();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {1, 2}) s[rank].post(win, {0});
           s[0].start(win, {1, 2}).complete(win);
           for (int rank : {1, 2}) s[rank].wait(win);
           s.end();
         },
     .ranks = 3,
     .also = {rule::kNeverFreed, rule::kEpochOpenAtFinalize}},
    {.rule = rule::kPostWithoutStart,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].post(win, {1, 2});
           hangs(s, 0, event::ExposureWaitBegin{.stack = 8, .window = win.id});
           s[1].start(win, {0}).complete(win).finalize();
           s[2].finalize();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].post(win, {1, 2});
           for (int rank : {1, 2}) s[rank].start(win, {0}).complete(win);
           s[0].wait(win);
           s.end();
         },
     .ranks = 3,
     .also = {rule::kNeverFreed}},
    {.rule = rule::kStartBeforePost,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].start(win, {static_cast<std::uint64_t>(1 - rank)});
           for (int rank : {0, 1}) s[rank].post(win, {static_cast<std::uint64_t>(1 - rank)});
           for (int rank : {0, 1}) s[rank].complete(win).wait(win);
           s.end();
         },
     .right =
         [](Scenario& s) {  // one of them posts first
           const Win win = s.window();
           s[0].post(win, {1}).start(win, {1});
           s[1].start(win, {0}).post(win, {0});
           for (int rank : {0, 1}) s[rank].complete(win).wait(win);
           s.end();
         }},
    {.rule = rule::kLockOrderCycle,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 0, kExclusive).lock(win, 1, kExclusive).unlock(win, 1).unlock(win, 0);
           s[1].lock(win, 1, kExclusive).lock(win, 0, kExclusive).unlock(win, 0).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {  // never at the same time; and the same with shared locks
           const Win win = s.window();
           s[0].lock(win, 0, kExclusive).lock(win, 1, kExclusive).unlock(win, 1).unlock(win, 0);
           s.barrier();
           s[1].lock(win, 1, kExclusive).lock(win, 0, kExclusive).unlock(win, 0).unlock(win, 1);
           s.barrier();
           s[0].lock(win, 0).lock(win, 1).unlock(win, 1).unlock(win, 0);
           s[1].lock(win, 1).lock(win, 0).unlock(win, 0).unlock(win, 1);
           s.end();
         }},
    {.rule = rule::kLockOrderCycle,  // a ring of three
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1, 2}) {
             const int next = (rank + 1) % 3;
             s[rank].lock(win, rank, kExclusive).lock(win, next, kExclusive).unlock(win, next).unlock(win, rank);
           }
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1, 2}) {
             const int one = std::min(rank, (rank + 1) % 3), other = std::max(rank, (rank + 1) % 3);
             s[rank].lock(win, one, kExclusive).lock(win, other, kExclusive).unlock(win, other).unlock(win, one);
           }
           s.end();
         },
     .ranks = 3},
    {.rule = rule::kBlockingCallUnderLock,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].lock(win, 0, kExclusive).unlock(win, 0).barrier();
           s[0].lock(win, 0, kExclusive).barrier().unlock(win, 0);
           s.end();
         },
     .right =
         [](Scenario& s) {  // the partner was certain to be first
           const Win win = s.window();
           s[1].lock(win, 0, kExclusive).unlock(win, 0).send(0).barrier();
           s[0].receive(1).lock(win, 0, kExclusive).barrier().unlock(win, 0);
           s.end();
         }},
    // Both hold it, because this run puts off what the locks need.
    {.rule = rule::kBlockingCallUnderLock,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].lock(win, 0, kExclusive).barrier().unlock(win, 0);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int rank : {0, 1}) s[rank].lock(win, 0).barrier().unlock(win, 0);
           s.end();
         }},
    {.rule = rule::kBlockingCallUnderLock,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].lock(win, 0, kExclusive).send(0).unlock(win, 0);
           s[0].lock(win, 0, kExclusive).receive(1).unlock(win, 0);
           s.end();
         },
     .right =
         [](Scenario& s) {  // of another target
           const Win win = s.window();
           s[1].lock(win, 1, kExclusive).send(0).unlock(win, 1);
           s[0].lock(win, 0, kExclusive).receive(1).unlock(win, 0);
           s.end();
         }},
    {.rule = rule::kBlockingCallUnderLock,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].lock(win, 0, kExclusive).unlock(win, 0).send(0);
           s[0].lock(win, 0, kExclusive).receive(1).unlock(win, 0);
           s.end();
         },
     .right =
         [](Scenario& s) {  // the partner takes the lock behind its send, however early that is replayed
           const Win win = s.window();
           s[1].send(0).lock(win, 0, kExclusive).unlock(win, 0);
           s[0].lock(win, 0, kExclusive).receive(1).unlock(win, 0);
           s.end();
         }},
    {.rule = rule::kDeadlock,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].post(win, {1});
           hangs(s, 0, event::ExposureWaitBegin{.stack = 8, .window = win.id});
           hangs(s, 1, receive(9, 0));
         },
     .right =
         [](Scenario& s) {  // killed: rank 1 computes
           const Win win = s.window();
           s[0].post(win, {1});
           hangs(s, 0, event::ExposureWaitBegin{.stack = 8, .window = win.id});
           s.stop(1);
         }},
    // A complete that waits for the post of one target has not reached the other one yet.
    {.rule = rule::kDeadlock,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].start(win, {1, 2});
           s[1].post(win, {2});
           s[2].post(win, {0});
           hangs(s, 0, event::CompleteBegin{.stack = 7, .window = win.id});
           hangs(s, 1, event::ExposureWaitBegin{.stack = 8, .window = win.id});
           hangs(s, 2, event::ExposureWaitBegin{.stack = 9, .window = win.id});
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].start(win, {1, 2});
           s[1].post(win, {0});
           s[2].post(win, {0});
           s[0].complete(win);
           s[1].wait(win);
           s[2].wait(win);
           s.end();
         },
     .ranks = 3,
     .advises = "has to name rank 0, not"},
    {.rule = rule::kDeadlock,
     .wrong =
         [](Scenario& s) {
           s.window();
           hangs(s, 0, receive(8, 1));
           hangs(s, 1, receive(9, 0));
         },
     .right =
         [](Scenario& s) {
           s.window();
           s[0].send(1).receive(1);
           s[1].send(0).receive(0);
           s.end();
         }},
    {.rule = rule::kDeadlock,  // nobody can send; and somebody can
     .wrong =
         [](Scenario& s) {
           hangs(s, 0, receive(8, kAnySource));
           hangs(s, 1, barrier(9));
           hangs(s, 2, barrier(9));
         },
     .right =
         [](Scenario& s) {
           hangs(s, 0, receive(8, kAnySource));
           hangs(s, 1, barrier(9));
           s.stop(2);
         },
     .ranks = 3},
    // With itself; an unlock needs nothing of its target, and was only interrupted.
    {.rule = rule::kDeadlock,
     .wrong =
         [](Scenario& s) {
           hangs(s, 0, receive(8, 0));
           s.stop(1);
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].lock(win, 0).put(win, 0);
           hangs(s, 1,
                 event::UnlockBegin{
                     .stack = 9, .call = static_cast<std::uint64_t>(MpiCall::kWin_unlock), .window = win.id});
           hangs(s, 0, barrier(8));
         },
     .advises = "MPI_Recv or the call that it waits for has to be nonblocking"},
    {.rule = rule::kMissingPartner,
     .wrong =
         [](Scenario& s) {
           s[1].finalize();
           hangs(s, 0, receive(8, 1));
         },
     .right =
         [](Scenario& s) {
           s.stop(1);
           hangs(s, 0, receive(8, 1));
         }},
    {.rule = rule::kMissingPartner,
     .wrong =
         [](Scenario& s) {
           s[1].finalize();
           hangs(s, 0, barrier(8));
         },
     .right =
         [](Scenario& s) {
           s.barrier();
           s.end();
         }},
    {.rule = rule::kWindowFreeMismatch,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[1].finalize();
           hangs(s, 0, event::WindowFreeBegin{.stack = 8, .window = win.id});
         },
     .right =
         [](Scenario& s) {
           s.window();
           s.end();
         },
     .also = {rule::kNeverFreed}},
    {.rule = rule::kCollectiveMismatch,
     .wrong =
         [](Scenario& s) {
           s[0].collective(MpiCall::kBarrier);
           s[1].collective(MpiCall::kBcast);
           s.end();
         },
     .right =
         [](Scenario& s) {
           for (int rank : {0, 1}) s[rank].collective(MpiCall::kBarrier).collective(MpiCall::kBcast);
           s.end();
         }},
    {.rule = rule::kCollectiveMismatch,
     .wrong =
         [](Scenario& s) {
           s[0].collective(MpiCall::kBcast, 0);
           s[1].collective(MpiCall::kBcast, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           for (int rank : {0, 1}) s[rank].collective(MpiCall::kBcast, 1);
           s.end();
         }},

    // ---- what it costs
    {.rule = rule::kFlushPerOperation,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win);
           for (int i = 0; i < 100; ++i) s[0].put(win, 1, {.displacement = i}).flush(win, 1);
           s[0].unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win);
           for (int i = 0; i < 100; ++i) s[0].put(win, 1, {.displacement = i});
           s[0].flush(win, 1).unlock_all(win);
           s.end();
         },
     .options = enabling(rule::kFlushPerOperation)},
    {.rule = rule::kLockPerOperation,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int i = 0; i < 100; ++i) s[0].lock(win, 1).get(win, 1).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int i = 0; i < 100; ++i) s[0].lock(win, 1).get(win, 1).get(win, 1).unlock(win, 1);
           s.end();
         },
     .options = enabling(rule::kLockPerOperation)},
    {.rule = rule::kFenceWithoutOperations,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int i = 0; i < 100; ++i)
             for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int i = 0; i < 100; ++i) {
             for (int rank : {0, 1}) s[rank].fence(win);
             s[0].get(win, 1);
           }
           for (int rank : {0, 1}) s[rank].fence(win);
           s.end();
         },
     .options = enabling(rule::kFenceWithoutOperations)},
    {.rule = rule::kManySmallOperations,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window({.sizes = {8000}});
           s[0].lock_all(win);
           for (int i = 0; i < 300; ++i) s[0].put(win, 1, {.displacement = i});
           s[0].unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window({.sizes = {8000}});
           s[0].lock_all(win);
           for (std::int64_t i = 0; i < 300; ++i) s[0].put(win, 1, {.displacement = 3 * i});
           s[0].unlock_all(win);
           s.end();
         },
     .options = enabling(rule::kManySmallOperations)},
    {.rule = rule::kExclusiveLockForReading,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           for (int i = 0; i < 20; ++i) s[0].lock(win, 1, kExclusive).get(win, 1).unlock(win, 1);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           for (int i = 0; i < 20; ++i)
             s[0].lock(win, 1, kExclusive).get(win, 1).flush(win, 1).put(win, 1).unlock(win, 1);
           s.end();
         },
     .options = enabling(rule::kExclusiveLockForReading)},
});

}  // namespace
}  // namespace fencepost::test
