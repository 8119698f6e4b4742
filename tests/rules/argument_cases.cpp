#include "record/outside_call.h"
#include "rules/cases.h"

namespace fencepost::test {
namespace {

std::int64_t basic(BasicType type) {
  return static_cast<std::int64_t>(type);
}

// One operation of rank 0 in a lock_all epoch.
Script operation(const std::function<void(Scenario&, Actor&, Win)>& issue) {
  return [issue](Scenario& s) {
    const Win win = s.window();
    s[0].lock_all(win);
    issue(s, s[0], win);
    s[0].unlock_all(win);
    s.end();
  };
}

// Rank 1 detaches 0x500000 and attaches 0x700000; then rank 0 puts to `address`.
Script put_after_other_memory_was_attached(std::int64_t address) {
  return [address](Scenario& s) {
    const Win win = s.window({.flavor = WindowFlavor::kDynamic});
    s[1].attach(win, 0x500000, 64);
    s.barrier();
    s[1].detach(win, 0x500000).attach(win, 0x700000, 64);
    s.barrier();
    s[0].lock_all(win).put(win, 1, {.displacement = address}).unlock_all(win);
    s.barrier();
    s[1].detach(win, 0x700000);
    s.end();
  };
}

// Rank 0 of a fault in the call of line `call`, at line `at`, with a put from 0x600000 on its way.
void dies(Scenario& s, std::uint64_t at, std::uint64_t address, std::uint64_t call) {
  const Win win = s.window();
  s[0].lock(win, 1).put(win, 1, {.count = 10, .buffer = 0x600000});
  s[0].raw(died_in_call(call, MpiCall::kWin_unlock, Fault::kNoMemory));
  s[0].raw(event::Signal{.number = 11, .stack = at, .address = address});
  s.stop(0);
  s.end();
}

void calls_outside(Scenario& s, MpiCall call, Outside when, Here here = Here::current()) {
  s[0].raw(called_outside(here.line(), call, when, 0));
  s.end();
}

const bool kAdded = add({
    {.rule = rule::kTargetOutOfWindow,
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.displacement = 95, .count = 10}); }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.displacement = 90, .count = 10}); })},
    {.rule = rule::kTargetOutOfWindow,  // displacement in bytes, and refused
     .wrong = operation(
         [](Scenario&, Actor& a, Win win) { a.get(win, 1, {.displacement = 720, .count = 1, .outcome = 1}); }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.get(win, 1, {.displacement = 720, .count = 0}); })},
    {.rule =
         rule::kTargetOutOfWindow,  // a negative lower bound reaches before the window; the last element has no tail
     .wrong = operation([](Scenario& s, Actor& a, Win win) {
       const auto before = s.type("before", {-16, basic(BasicType::kDouble), 1, 1, 0}, 8);
       a.put(win, 1, {.displacement = 1, .count = 1, .type = before, .target_count = 1});
     }),
     .right = operation([](Scenario& s, Actor& a, Win win) {
       const auto column = s.type("column", {0, basic(BasicType::kDouble), 1, 10, 80}, 800);
       a.put(win, 1, {.displacement = 9, .count = 10, .target_count = 1, .target_type = column});
     })},
    {.rule = rule::kDynamicNotAttached,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window({.flavor = WindowFlavor::kDynamic});
           s[1].attach(win, 0x500000, 64);
           s.barrier();
           s[0].lock_all(win).put(win, 1, {.displacement = 0x500000, .count = 9}).unlock_all(win);
           s.barrier();
           s[1].detach(win, 0x500000);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window({.flavor = WindowFlavor::kDynamic});
           s[1].attach(win, 0x500000, 64);
           s.barrier();
           s[0].lock_all(win).put(win, 1, {.displacement = 0x500000, .count = 8}).unlock_all(win);
           s.barrier();
           s[1].detach(win, 0x500000);
           s.end();
         }},
    {.rule = rule::kDynamicNotAttached,  // an address of the round before: waiting longer with the detach is no matter
     .wrong = put_after_other_memory_was_attached(0x500000),
     .right = put_after_other_memory_was_attached(0x700000),
     .advises = "it needs the address of memory that is attached then, such as that of MPI_Win_attach at case.c:"},
    {.rule = rule::kTargetRank,
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.put(win, 2); }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.put(win, kProcNull); })},
    {.rule = rule::kTargetRank,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, 2).unlock(win, 2);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock(win, kProcNull).unlock(win, kProcNull);
           s.end();
         }},
    {.rule = rule::kInvalidCount,
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.count = -1, .outcome = 1}); }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.count = 0}); })},
    {.rule = rule::kNullBuffer,
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.buffer = ~0ull, .outcome = 1}); }),
     .right = operation([](Scenario& s, Actor& a, Win win) {  // MPI_BOTTOM with addresses in the type
       const auto absolute = s.type("absolute", {0x7f0000001000, basic(BasicType::kDouble), 1, 1, 0}, 8);
       a.put(win, 1, {.type = absolute, .target_type = kDoubleType, .buffer = ~0ull});
       a.fetch_and_op(win, 1, {.displacement = 3, .op = ReduceOp::kNoOp});
     })},
    {.rule = rule::kOriginOverlapsTarget,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win)
               .put(win, 0, {.displacement = 5, .count = 10, .buffer = s.address(win, 0)})
               .unlock_all(win);
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].lock_all(win)
               .put(win, 0, {.displacement = 10, .count = 10, .buffer = s.address(win, 0)})
               .unlock_all(win);
           s.end();
         }},
    {.rule = rule::kLocalBuffersOverlap,
     .wrong = operation(
         [](Scenario&, Actor& a, Win win) { a.fetch_and_op(win, 1, {.buffer = 0x600000, .result = 0x600004}); }),
     .right = operation(
         [](Scenario&, Actor& a, Win win) { a.fetch_and_op(win, 1, {.buffer = 0x600000, .result = 0x600008}); })},
    {.rule = rule::kSharedSegmentNotQueried,
     .wrong =
         [](Scenario& s) {
           const Win win =
               s.window({.flavor = WindowFlavor::kAllocateShared, .infos = {"alloc_shared_noncontig=true\n"}});
           s[0].load(s.address(win, 1));
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win =
               s.window({.flavor = WindowFlavor::kAllocateShared, .infos = {"alloc_shared_noncontig=true\n"}});
           s[0].load(s.address(win, 0));
           s[0].raw(
               event::SharedQuery{.stack = 4, .window = win.id, .rank = 1, .base = s.address(win, 1), .size = 800});
           s[0].load(s.address(win, 1));
           s.end();
         }},

    {.rule = rule::kSignatureMismatch,
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.count = 10, .target_type = kFloatType}); }),
     .right = operation([](Scenario& s, Actor& a, Win win) {
       const auto column = s.type("column", {0, basic(BasicType::kDouble), 2, 5, 32}, 160);
       a.put(win, 1, {.count = 10, .target_count = 1, .target_type = column});
     })},
    {.rule = rule::kSignatureMismatch,  // too few
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.get(win, 1, {.count = 10, .target_count = 9}); }),
     .right = operation([](Scenario& s, Actor& a, Win win) {
       const auto pair =
           s.type("pair", {0, basic(BasicType::kInt), 1, 1, 0, 8, basic(BasicType::kDouble), 1, 1, 0}, 16);
       a.get(win, 1, {.count = 2, .type = pair});
     })},
    {.rule = rule::kOverlappingEntries,
     .wrong = operation([](Scenario& s, Actor& a, Win win) {
       const auto type = s.type("overlapping", {0, basic(BasicType::kInt), 2, 4, 4}, 20);
       a.put(win, 1, {.count = 8, .type = kIntType, .target_count = 1, .target_type = type});
     }),
     .right = operation([](Scenario& s, Actor& a, Win win) {  // interleaved elements; and overlapping where only read
       const auto type = s.type("interleaved", {0, basic(BasicType::kInt), 1, 4, 8}, 4);
       a.put(win, 1, {.count = 8, .type = kIntType, .target_count = 2, .target_type = type});
       const auto twice = s.type("twice", {0, basic(BasicType::kInt), 2, 2, 4}, 12);
       a.put(win, 1, {.displacement = 20, .count = 1, .type = twice, .target_count = 4, .target_type = kIntType});
     })},
    {.rule = rule::kAbsoluteTargetType,
     .wrong = operation([](Scenario& s, Actor& a, Win win) {
       const auto absolute = s.type("absolute", {0x7f0000001000, basic(BasicType::kDouble), 1, 1, 0}, 8);
       a.put(win, 1, {.type = absolute, .target_type = absolute, .buffer = ~0ull, .outcome = 1});
     }),
     .right = operation([](Scenario& s, Actor& a, Win win) {
       const auto absolute = s.type("absolute", {0x7f0000001000, basic(BasicType::kDouble), 1, 1, 0}, 8);
       a.put(win, 1, {.type = absolute, .target_type = kDoubleType, .buffer = ~0ull});
     })},
    {.rule = rule::kUserDefinedOp,
     .wrong = operation(
         [](Scenario&, Actor& a, Win win) { a.accumulate(win, 1, {.op = ReduceOp::kUserDefined, .outcome = 1}); }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.accumulate(win, 1, {.op = ReduceOp::kMax}); })},
    {.rule = rule::kAccumulateTypes,
     .wrong = operation([](Scenario& s, Actor& a, Win win) {
       const auto pair =
           s.type("pair", {0, basic(BasicType::kInt), 1, 1, 0, 8, basic(BasicType::kDouble), 1, 1, 0}, 16);
       a.accumulate(win, 1, {.type = pair});
     }),
     .right = operation([](Scenario& s, Actor& a, Win win) {
       const auto column = s.type("column", {0, basic(BasicType::kDouble), 1, 10, 80}, 800);
       a.accumulate(win, 1, {.count = 10, .target_count = 1, .target_type = column});
     })},
    {.rule = rule::kOpNotAllowed,
     .wrong =
         operation([](Scenario&, Actor& a, Win win) { a.accumulate(win, 1, {.op = ReduceOp::kNoOp, .outcome = 1}); }),
     .right = operation([](Scenario&, Actor& a, Win win) {
       a.get_accumulate(win, 1, {.op = ReduceOp::kNoOp})
           .accumulate(win, 1, {.displacement = 2, .op = ReduceOp::kReplace});
     })},
    {.rule = rule::kOpInvalidForType,
     .wrong =
         operation([](Scenario&, Actor& a, Win win) { a.accumulate(win, 1, {.op = ReduceOp::kBor, .outcome = 1}); }),
     .right = operation(
         [](Scenario&, Actor& a, Win win) { a.accumulate(win, 1, {.type = kIntType, .op = ReduceOp::kBor}); })},
    {.rule = rule::kCompareAndSwapType,
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.compare_and_swap(win, 1, {.outcome = 1}); }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.compare_and_swap(win, 1, {.type = kLongType}); })},
    {.rule = rule::kInvalidDatatype,
     .wrong = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.type = 0, .outcome = 1}); }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1, {.count = 0, .type = 0}); })},
    {.rule = rule::kInvalidDatatype,  // as the library says: not committed
     .wrong = operation([](Scenario&, Actor& a, Win win) {
       a.put(win, 1, {.outcome = 1}).raw(event::CallFailed{.error_class = 3, .name = "MPI_ERR_TYPE"});
     }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1); })},
    {.rule = rule::kInvalidArgument,  // as the library says, for a reason of its own
     .wrong = operation([](Scenario&, Actor& a, Win win) {
       a.put(win, 1, {.outcome = 1}).raw(event::CallFailed{.error_class = 3, .name = "MPI_ERR_OTHER"});
     }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1); })},
    {.rule = rule::kInvalidArgument,
     .wrong =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].raw(event::WrongArgument{.stack = 5,
                                         .call = static_cast<std::uint64_t>(MpiCall::kWin_start),
                                         .window = win.id,
                                         .problem = static_cast<std::uint64_t>(ArgumentProblem::kNull),
                                         .error = "MPI_ERR_GROUP"});
           s[0].raw(event::StartBegin{.stack = 5, .window = win.id});
           s[0].raw(event::CallFailed{.name = "MPI_ERR_GROUP"}).raw(event::StartEnd{});
           s.end();
         },
     .right =
         [](Scenario& s) {
           const Win win = s.window();
           s[0].start(win, {}).complete(win);
           s.end();
         },
     .says = "a null handle as group"},
    {.rule = rule::kInvalidBuffer,
     .wrong = operation([](Scenario&, Actor& a, Win win) {
       a.raw(event::WrongArgument{.stack = 6,
                                  .call = static_cast<std::uint64_t>(MpiCall::kPut),
                                  .window = win.id,
                                  .problem = static_cast<std::uint64_t>(ArgumentProblem::kBeyondBlock),
                                  .given = 0x600000,
                                  .against = 16});
       a.put(win, 1);
     }),
     .right = operation([](Scenario&, Actor& a, Win win) { a.put(win, 1); }),
     .says = "longer than its heap block of 16 bytes"},
    {.rule = rule::kInvalidBuffer,  // it dies of a buffer
     .wrong = [](Scenario& s) { dies(s, 11, 0x600010, 11); },
     .right = [](Scenario& s) { dies(s, 12, 0x600010, 11); },  // in code of its own
     .says = "byte 16 of its origin buffer is at address 0x600010, where there is no memory"},
    {.rule = rule::kInvalidArgument,  // of something else
     .wrong = [](Scenario& s) { dies(s, 11, 0x500, 11); },
     .right = [](Scenario& s) { dies(s, 12, 0x500, 11); },
     .says = "Rank 0 dies in MPI_Win_unlock (signal 11, "},
    {.rule = rule::kThreadLevel,
     .wrong =
         [](Scenario& s) {
           s.actor(0, 1).send(1);
           s[1].receive(0);
           s.end();
         },
     .right =
         [](Scenario& s) {  // the other one computes
           s.actor(0, 1).store(0x700000);
           s[0].send(1);
           s[1].receive(0);
           s.end();
         },
     .thread_level = 1,
     .says = "in another thread than MPI_Init at case.c:1, which gave it MPI_THREAD_FUNNELED"},
    {.rule = rule::kInvalidArgument,
     .wrong = [](Scenario& s) { calls_outside(s, MpiCall::kWin_free, Outside::kAfter); },
     .right =
         [](Scenario& s) {  // before it
           const Win win = s.window();
           s[0].free_window(win).finalize();
           s[1].free_window(win).finalize();
           s.end();
         },
     .advises = "it may make the call only if MPI_Finalized says no",
     .says = "Rank 0 calls MPI_Win_free after MPI_Finalize, which has ended MPI."},
    {.rule = rule::kInvalidArgument,
     .wrong = [](Scenario& s) { calls_outside(s, MpiCall::kBarrier, Outside::kBefore); },
     .right = [](Scenario& s) { s.end(); },
     .advises = "MPI_Init has to come before MPI_Barrier.",
     .says = "Rank 0 calls MPI_Barrier before MPI_Init: MPI has not begun."},
    {.rule = rule::kInvalidArgument,
     .wrong = [](Scenario& s) { calls_outside(s, MpiCall::kInit, Outside::kOnceMore); },
     .right = [](Scenario& s) { s.end(); },
     .says = "Rank 0 calls MPI_Init although MPI has been initialized already."},
    {.rule = rule::kFetchAndOpType,
     .wrong = operation([](Scenario& s, Actor& a, Win win) {
       const auto two = s.type("two", {0, basic(BasicType::kInt), 2, 1, 0}, 8);
       a.fetch_and_op(win, 1, {.type = two, .outcome = 1});
     }),
     .right = operation([](Scenario& s, Actor& a, Win win) {
       const auto two = s.type("two", {0, basic(BasicType::kInt), 2, 1, 0}, 8);
       a.get_accumulate(win, 1, {.type = two});
     })},
});

}  // namespace
}  // namespace fencepost::test
