#include "rules/cases.h"

namespace fencepost::test {
namespace {

event::WindowCreateBegin creation(std::int64_t size, std::int64_t unit, std::uint64_t communicator = 1,
                                  MpiCall call = MpiCall::kWin_create) {
  return {.stack = 77,
          .call = static_cast<std::uint64_t>(call),
          .communicator = communicator,
          .size = size,
          .displacement_unit = unit};
}

// A creation that the library refuses, on both ranks.
Script refused(event::WindowCreateBegin begin) {
  return [begin](Scenario& s) {
    for (int rank : {0, 1})
      s[rank].raw(begin).raw(event::WindowCreateEnd{}).raw(event::CallFailed{.name = "MPI_ERR_SIZE"});
    s.end();
  };
}
// A creation at a null base: the window exists, empty on these ranks, and is reported after the call's end.
Script base_refused(event::WindowCreateBegin begin) {
  return [begin](Scenario& s) {
    for (int rank : {0, 1})
      s[rank].raw(begin).raw(event::WindowCreateEnd{}).raw(event::CallFailed{.name = "MPI_ERR_BASE"});
    s.end();
  };
}
// One with an invalid info argument: the program continues with a window.
Script info_refused(event::WindowCreateBegin begin) {
  return [begin](Scenario& s) {
    for (int rank : {0, 1})
      s[rank].raw(begin).raw(event::CallFailed{.name = "MPI_ERR_INFO"}).raw(event::WindowCreateEnd{});
    s.end();
  };
}
Script shape(const WindowShape& shape) {
  return [shape](Scenario& s) {
    s.window(shape);
    s.end();
  };
}

const bool kAdded =
    add({
        {.rule = rule::kInvalidCreationArguments,
         .wrong = refused(creation(-8, 8)),
         .right = shape({.flavor = WindowFlavor::kCreate, .sizes = {0}, .units = {1}})},
        {.rule = rule::kInvalidCreationArguments,
         .wrong = refused(creation(800, 0)),
         .right = shape({.flavor = WindowFlavor::kDynamic, .sizes = {0}, .units = {1}})},
        {.rule = rule::kInvalidCreationArguments,
         .wrong = base_refused(creation(800, 8)),
         .right = shape({.flavor = WindowFlavor::kCreate, .sizes = {0}, .units = {1}})},
        {.rule = rule::kInvalidCreationArguments,
         .wrong = info_refused(creation(800, 8)),
         .right = shape({.flavor = WindowFlavor::kCreate})},
        {.rule = rule::kInvalidCommunicator,
         .wrong = refused(creation(800, 8, 0)),
         .right = shape({.flavor = WindowFlavor::kCreate})},
        {.rule = rule::kMemoryFreed,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kCreate});
               s[1].freed(s.address(win, 1), 800);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kCreate});
               for (int rank : {0, 1}) s[rank].free_window(win);
               s[1].freed(s.address(win, 1), 800);
               s.end();
             }},
        {.rule = rule::kMemoryFreed,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64).freed(0x500020, 16);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64).detach(win, 0x500000).freed(0x500000, 64);
               s.end();
             }},
        {.rule = rule::kAttachOverlap,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64).attach(win, 0x500020, 64);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64).attach(win, 0x500040, 64).detach(win, 0x500000).attach(win, 0x500000, 32);
               s.end();
             }},
        {.rule = rule::kDetachUnattached,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64).detach(win, 0x500020);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64).detach(win, 0x500000).attach(win, 0x500000, 64).detach(win, 0x500000);
               s.end();
             }},
        {.rule = rule::kDetachBeforeCompletion,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64);
               s.barrier();
               s[0].lock_all(win).put(win, 1, {.displacement = 0x500000});
               s.barrier();
               s[1].detach(win, 0x500000);
               s[0].unlock_all(win);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64);
               s.barrier();
               s[0].lock_all(win).put(win, 1, {.displacement = 0x500000}).flush(win, 1);
               s.barrier();
               s[1].detach(win, 0x500000);
               s[0].unlock_all(win);
               s.end();
             }},
        {.rule = rule::kDetachBeforeCompletion,  // with fences
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64);
               for (int rank : {0, 1}) s[rank].fence(win);
               s[0].put(win, 1, {.displacement = 0x500000});
               s[1].detach(win, 0x500000);
               for (int rank : {0, 1}) s[rank].fence(win);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64);
               for (int rank : {0, 1}) s[rank].fence(win);
               s[0].put(win, 1, {.displacement = 0x500000});
               for (int rank : {0, 1}) s[rank].fence(win);
               s[1].detach(win, 0x500000);
               s.end();
             }},
        {.rule = rule::kAttachNotOrdered,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s.barrier();
               s[1].attach(win, 0x500000, 64);
               s[0].lock_all(win).put(win, 1, {.displacement = 0x500000}).unlock_all(win);
               s.barrier();
               s[1].detach(win, 0x500000);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kDynamic});
               s[1].attach(win, 0x500000, 64).send(0);
               s[0].receive(1).lock_all(win).put(win, 1, {.displacement = 0x500000}).unlock_all(win);
               s.barrier();
               s[1].detach(win, 0x500000);
               s.end();
             }},
        {.rule = rule::kUseAfterFree,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window();
               for (int rank : {0, 1}) s[rank].free_window(win);
               s[0].lock(win, 1);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window();
               s[0].lock(win, 1).unlock(win, 1);
               for (int rank : {0, 1}) s[rank].free_window(win);
               s.end();
             }},
        {.rule = rule::kUseAfterFree,
         .wrong =
             [](Scenario& s) {
               s[0].put({0}, 1, {.outcome = 1});
               s.end();
             },
         .right = [](Scenario& s) { s.end(); }},
        {.rule = rule::kNeverFreed,
         .wrong =
             [](Scenario& s) {
               s.window();
               for (int rank : {0, 1}) s[rank].finalize();
             },
         .right =
             [](Scenario& s) {  // not ended: nothing is known
               s.window();
               for (int rank : {0, 1}) s.stop(rank);
             }},
        {.rule = rule::kSharedQueryFlavor,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window();
               s[0].raw(event::SharedQuery{.stack = 4, .window = win.id, .rank = 1});
               s[0].raw(event::CallFailed{.name = "MPI_ERR_RMA_FLAVOR"});
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kAllocateShared});
               const Win other = s.window();
               s[0].raw(event::SharedQuery{.stack = 4, .window = other.id, .rank = 1});  // MPI-4.1: not shared
               s[0].raw(
                   event::SharedQuery{.stack = 4, .window = win.id, .rank = 1, .base = s.address(win, 1), .size = 800});
               s.end();
             }},
        {.rule = rule::kPendingBufferFreed,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window();
               s[0].lock_all(win)
                   .put(win, 1, {.buffer = 0x600000})
                   .freed(0x600000, 64, GivenBack::kByReturn)
                   .unlock_all(win);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window();
               s[0].lock_all(win)
                   .put(win, 1, {.buffer = 0x600000})
                   .flush_local(win, 1)
                   .freed(0x600000, 64, GivenBack::kByReturn)
                   .unlock_all(win);
               s.end();
             }},
        {.rule = rule::kNotShareable,
         .wrong = shape({.flavor = WindowFlavor::kAllocateShared}),
         .right = shape({.flavor = WindowFlavor::kAllocate}),
         .hosts = {"node0", "node1"}},
        {.rule = rule::kLockOnPlainMemory,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.flavor = WindowFlavor::kCreate});
               s[0].lock(win, 1).unlock(win, 1);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window();
               s[0].lock(win, 1).unlock(win, 1);
               s.end();
             },
         .options = strict()},

        {.rule = rule::kFreedMemoryUsed,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window();
               for (int rank : {0, 1}) s[rank].free_window(win);
               s[1].raw(event::WindowMemoryGone{.window = win.id, .address = s.address(win, 1), .size = 800});
               s[1].load(s.address(win, 1, 792));
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window();
               for (int rank : {0, 1}) s[rank].free_window(win);
               s[1].raw(event::WindowMemoryGone{.window = win.id, .address = s.address(win, 1), .size = 800});
               s[1].load(s.address(win, 1, 800));
               s.actor(1, 1).load(s.address(win, 1)).raw(event::ThreadEnd{});  // of a thread that did so before
               s[1].raw(event::WindowMemoryGone{.address = s.address(win, 1), .size = 800, .reusable = 1});
               s[1].load(s.address(win, 1));
               s.end();
             }},

        // ---- info keys
        {.rule = rule::kWindowKeysDiffer,
         .wrong = shape({.infos = {"same_disp_unit=true\n", "same_disp_unit=false\n"}}),
         .right = shape({.infos = {"same_disp_unit=true\n", ""}})},
        {.rule = rule::kSameSizeViolated,
         .wrong = shape({.sizes = {800, 0}, .infos = {"same_size=true\n"}}),
         .right = shape({.sizes = {800, 800}, .infos = {"same_size=true\n"}})},
        {.rule = rule::kSameDispUnitViolated,
         .wrong = shape({.units = {1, 8}, .infos = {"same_disp_unit=true\n"}}),
         .right = shape({.units = {1, 8}, .infos = {"same_disp_unit=false\n"}})},
        {.rule = rule::kNoLocksViolated,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.infos = {"no_locks=true\n"}});
               s[0].lock_all(win).unlock_all(win);
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window({.infos = {"no_locks=false\n"}});
               s[0].lock_all(win).unlock_all(win);
               s.end();
             }},
        {.rule = rule::kAccumulateOrderingRelaxed,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window({.infos = {"accumulate_ordering=rar,raw\n"}});
               s[0].lock_all(win).accumulate(win, 1, {.op = ReduceOp::kReplace});
               s[0].accumulate(win, 1, {.op = ReduceOp::kReplace}).unlock_all(win);
               s.end();
             },
         .right =
             [](Scenario& s) {  // with the order; flushed; sums
               const Win win = s.window({.infos = {"accumulate_ordering=waw\n"}});
               s[0].lock_all(win).accumulate(win, 1, {.op = ReduceOp::kReplace});
               s[0].accumulate(win, 1, {.op = ReduceOp::kReplace}).unlock_all(win);
               const Win none = s.window({.infos = {"accumulate_ordering=none\n"}});
               s[0].lock_all(none).accumulate(none, 1, {.op = ReduceOp::kReplace}).flush(none, 1);
               s[0].accumulate(none, 1, {.op = ReduceOp::kReplace}).unlock_all(none);
               s[0].lock_all(none).accumulate(none, 1).accumulate(none, 1).unlock_all(none);
               s.end();
             }},
        {.rule = rule::kHintsDiffer,
         .wrong = shape({.infos = {"no_locks=true\n", "no_locks=false\n"}}),
         .right = shape({.infos = {"no_locks=true\n"}}),
         .options = strict()},
        {.rule = rule::kInfoChangedAfterUse,
         .wrong =
             [](Scenario& s) {
               const Win win = s.window();
               s[0].lock_all(win).unlock_all(win);
               s[0].raw(event::WindowSetInfo{.stack = 6, .window = win.id, .info = "no_locks=true\n"});
               s.end();
             },
         .right =
             [](Scenario& s) {
               const Win win = s.window();
               s[0].raw(event::WindowSetInfo{.stack = 6, .window = win.id, .info = "no_locks=false\n"});
               s[0].lock_all(win).unlock_all(win);
               s.end();
             },
         .options = strict()},
    });

}  // namespace
}  // namespace fencepost::test
