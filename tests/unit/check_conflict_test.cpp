// The race engine: which concurrent pairs conflict, row by row of the conflict table.
#include <optional>

#include <gtest/gtest.h>

#include "script.h"

namespace fencepost::test {
namespace {

using Op = Script::Op;

// ---- which pairs conflict
// ------------------------------------------------------------------------------------------------

enum class Kind { kLoad, kStore, kGet, kPut, kAtomic, kAtomicRead };
int act(Script& s, int rank, Kind kind) {
  switch (kind) {
    case Kind::kLoad:
      return s.load(2, kWindow);
    case Kind::kStore:
      return s.store(2, kWindow);
    case Kind::kGet:
      return s.get(rank, 2, {});
    case Kind::kPut:
      return s.put(rank, 2, {});
    case Kind::kAtomic:
      return s.accumulate(rank, 2, {});
    case Kind::kAtomicRead:
      return s.get_accumulate(rank, 2, {.op = ReduceOp::kNoOp});
  }
  return 0;
}
TEST(Conflict, TableOfKinds) {
  const bool expected[6][6] = {
      //           ld     st     g      p      a      r
      /* ld */ {false, false, false, true, true, false},
      /* st */ {false, false, true, true, true, true},
      /* g  */ {false, true, false, true, true, false},
      /* p  */ {true, true, true, true, true, true},
      /* a  */ {true, true, true, true, false, false},
      /* r  */ {false, true, false, true, false, false},
  };
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b) {
      Script s(3);
      s.lock_all();
      const int first = act(s, 0, static_cast<Kind>(a));
      const int second = act(s, 1, static_cast<Kind>(b));
      s.unlock_all();
      EXPECT_EQ(run(s).race(first, second), expected[a][b]) << a << " against " << b;
    }
  }
}

TEST(Conflict, AtomicsOfDifferentTypesElementsAndOperations) {
  const auto kind_of = [](Op first, Op second) -> std::optional<ConflictKind> {
    Script s(3);
    s.lock_all();
    const int a = s.accumulate(0, 2, first);
    const int b = s.accumulate(1, 2, second);
    s.unlock_all();
    const Result result = run(s);
    const Conflict* conflict = result.find(a, b);
    return conflict ? std::optional(conflict->kind) : std::nullopt;
  };
  EXPECT_EQ(kind_of({}, {}), std::nullopt);
  EXPECT_EQ(kind_of({.type = kDouble}, {}), ConflictKind::kAtomicTypes);
  EXPECT_EQ(kind_of({.displacement = 0, .type = kDouble}, {.displacement = 1, .type = kDouble}),
            ConflictKind::kAtomicElements);
  EXPECT_EQ(kind_of({.op = ReduceOp::kMax}, {}), ConflictKind::kAtomicOperations);
  EXPECT_EQ(kind_of({.displacement = 0, .count = 2}, {.displacement = 1, .count = 2}), std::nullopt);
}

TEST(Conflict, OperationsThatAFetchHasComeBetweenDoNotDiffer) {
  // Process 1 resets what process 0 has added to, when its own fetch has met it after (or before) the sum.
  const auto differ = [](std::uint64_t sum, std::uint64_t fetch, std::int64_t displacement, bool complete) {
    Script s(3, {.native = false});
    s.lock_all();
    const int added = s.accumulate(0, 2, {.sequence = sum});
    s.fetch_and_op(1, 2, {.displacement = displacement, .sequence = fetch});
    if (complete) s.flush(1, 2);
    const int reset = s.accumulate(1, 2, {.op = ReduceOp::kReplace, .sequence = 3});
    s.unlock_all();
    return run(s).find(added, reset) != nullptr;
  };
  EXPECT_FALSE(differ(1, 2, 0, true));
  EXPECT_TRUE(differ(2, 1, 0, true));
  EXPECT_TRUE(differ(1, 2, 8, true));
  EXPECT_TRUE(differ(1, 2, 0, false));
}

// MPI_Fetch_and_op with MPI_NO_OP, called once more in the same line.
void fetch_at(Script& s, std::uint64_t line, int rank, int target, std::uint64_t operation, std::uint64_t sequence) {
  const Buffer result{kBuffer, 1, kInt};
  s.event(rank, event::AtomicOperation{.stack = line,
                                       .call = Script::number(MpiCall::kFetch_and_op),
                                       .window = kWin,
                                       .target = target,
                                       .result = result,
                                       .target_count = 1,
                                       .target_datatype = kInt,
                                       .op = static_cast<std::uint64_t>(ReduceOp::kNoOp)});
  s.event(rank, event::Executed{0, operation, sequence, 0});
  s.flush(rank, target);
}

// It fetches again in the same place while another process, which knows of the first time, sets back what was met then.
TEST(Conflict, TheFetchBeforeCountsAfterAnotherOne) {
  Script s(4, {.native = false});
  s.lock_all();
  const int added = s.accumulate(0, 3, {.sequence = 1});
  const std::uint64_t line = s.next_line(1);
  fetch_at(s, line, 1, 3, 1, 2);
  s.send(1, 2);
  fetch_at(s, line, 1, 3, 2, 3);
  s.receive(2, 1);
  const int reset = s.accumulate(2, 3, {.op = ReduceOp::kReplace, .sequence = 4});
  s.unlock_all();
  EXPECT_EQ(run(s).find(added, reset), nullptr);
}

TEST(Conflict, AccumulatesOfOneOriginToOneTargetAreOrdered) {
  Script s(2);
  s.lock_all();
  s.accumulate(0, 1, {.op = ReduceOp::kReplace});
  s.accumulate(0, 1, {.origin = kBuffer + 8});
  const int other = s.accumulate(0, 1, {.type = kDouble, .origin = kBuffer + 16});
  s.unlock_all();
  const Result result = run(s);
  EXPECT_EQ(result.conflicts.size(), 2u);  // the double with each of the ints
  for (const Conflict& conflict : result.conflicts) {
    EXPECT_EQ(conflict.kind, ConflictKind::kAtomicTypes);
    EXPECT_EQ(Result::line_of(conflict.second), other);
  }
}

TEST(Conflict, DifferentBytesOfColumnsDoNot) {
  Script s(3);
  s.lock_all();
  const int one = s.put(0, 2, {.displacement = 0, .type = kColumn});
  s.put(1, 2, {.displacement = 1, .type = kColumn});
  const int same = s.put(1, 2, {.displacement = 4, .count = 1, .origin = kBuffer + 64});
  s.unlock_all();
  const Result result = run(s);
  EXPECT_EQ(result.conflicts.size(), 1u);
  EXPECT_TRUE(result.race(one, same));
}

TEST(Conflict, LoadsAndStoresOfTwoRanksInSharedMemory) {
  Script s(2, {.segment = 3, .flavor = WindowFlavor::kAllocateShared});
  const int store = s.store(0, s.part_address(0, 1) + 8);
  const int load = s.load(1, s.part_address(1, 1) + 8);
  s.barrier();
  s.load(0, s.part_address(0, 1) + 8);
  const Result result = run(s);
  EXPECT_TRUE(result.race(store, load));
  EXPECT_EQ(result.conflicts.size(), 1u);
}

TEST(Conflict, BufferOfAReceiveIsWrittenUntilItCompletes) {
  for (const bool waited : {false, true}) {
    Script s(2);
    s.lock_all();
    const int receive = s.ireceive(1, 0, 4, 0, {kWindow, 1, kInt});
    s.send(0, 1);
    if (waited) {
      s.done(1, {4}, {0}, {0}, {0});
      s.barrier();
    }
    const int put = s.put(0, 1, {});
    if (!waited) s.done(1, {4}, {0}, {0}, {0});
    s.unlock_all();
    EXPECT_EQ(run(s).race(receive, put), !waited);
  }
}

TEST(Conflict, BlockingReceiveWritesWhatItsMessageFills) {
  for (const std::int64_t bytes : {-1, 0, 4, 5, 8}) {
    Script s(2);
    s.lock_all();
    const int receive = s.receive(1, 0, 0, -1, {kWindow, 2, kInt}, bytes);
    s.send(0, 1);
    const int put = s.put(0, 1, {.displacement = 1});
    s.unlock_all();
    EXPECT_EQ(run(s).race(receive, put), bytes == -1 || bytes > 4) << bytes;
  }
}

TEST(Conflict, OverlappingWindowsAreTheSameMemory) {
  Script s(3);
  for (int rank = 0; rank < 3; ++rank) s.add_window(rank, 20, 200, kWindow + 32, 32, {});
  s.lock_all();
  const int one = s.put(0, 2, {.displacement = 8});
  s.event(1, event::LockBegin{1, Script::number(MpiCall::kWin_lock), 20, 2, 0, 0});
  s.event(1, event::LockEnd{});
  const int two = s.put(1, 2, {.displacement = 0, .window = 20});
  s.unlock_all();
  EXPECT_TRUE(run(s).race(one, two));
}

TEST(Conflict, OriginBufferInAWindow) {
  Script s(2);
  s.lock_all();
  const int out = s.put(0, 1, {.origin = kWindow});
  const int in = s.put(1, 0, {.origin = kBuffer});
  s.unlock_all();
  EXPECT_TRUE(run(s).race(out, in));
}

TEST(Conflict, SeparateModelStoreAndPutInOneEpoch) {
  for (const MemoryModel model : {MemoryModel::kUnified, MemoryModel::kSeparate}) {
    Script s(2, {.model = model});
    s.fence_all(kNoPrecede);
    const int put = s.put(0, 1, {});
    const int store = s.store(1, kWindow + 32);
    s.fence_all();
    s.store(1, kWindow + 32);
    const Result result = run(s);
    EXPECT_EQ(result.race(put, store), model == MemoryModel::kSeparate);
    for (const Conflict& conflict : result.conflicts) EXPECT_EQ(conflict.kind, ConflictKind::kSeparateModel);
  }
}

TEST(Conflict, LoadThatWaitsForTheValueIsPolling) {
  Script s(2);
  s.lock_all();
  const int put = s.put(0, 1, {});
  s.flush(0, 1);
  int load = 0;
  const std::uint64_t line = s.next_line(1);
  for (int i = 0; i < 5; ++i) {
    s.event(1, event::Access{0, kWindow, 4, 0, 1, line, 0});
    s.event(1, event::WindowSync{1, kWin});
  }
  load = static_cast<int>(line);
  s.unlock_all();
  const Result result = run(s);
  ASSERT_TRUE(result.race(put, load));
  EXPECT_TRUE(result.find(put, load)->polling);
}

// Before what it waits for is there, or after.
TEST(Conflict, FetchThatWaitsForTheValueTakesASignal) {
  for (const bool early : {false, true}) {
    Script s(2, {.native = false, .clock = true});
    s.lock_all();
    for (int rank = 0; rank < 2; ++rank) s.granted(rank, 1, static_cast<std::uint64_t>(rank) + 1);
    const std::uint64_t line = s.next_line(1);
    std::uint64_t number = 0;
    const auto wait = [&] {
      for (int i = 0; i < 5; ++i) {
        ++number;
        fetch_at(s, line, 1, 1, number, number);
      }
    };
    if (early) wait();
    const int put = s.put(0, 1, {});
    s.flush(0, 1);
    if (!early) wait();
    s.unlock_all();
    const Result result = run(s);
    const Conflict* conflict = result.find(put, static_cast<int>(line));
    ASSERT_NE(conflict, nullptr);
    EXPECT_TRUE(conflict->signal && conflict->signal->certain) << early;
  }
}

}  // namespace
}  // namespace fencepost::test
