// The parts of the RMA runtime that need no MPI library: layouts, the lock queue between processes, schedules,
// reductions.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "memory/heap_block.h"
#include "memory/memory_check.h"
#include "rma/control.h"
#include "rma/element_types.h"
#include "rma/errand_copy.h"
#include "rma/errand_service.h"
#include "rma/layout.h"
#include "rma/lock_queue.h"
#include "rma/messages_under_way.h"
#include "rma/open_epochs.h"
#include "rma/process_block.h"
#include "rma/reduce.h"
#include "rma/schedule.h"
#include "rma/target_lock.h"
#include "rma/waiting_operations.h"

namespace fencepost::rma {
namespace {

// `count` blocks of `bytes` bytes, `stride` apart.
handles::DatatypeInfo strided(std::int64_t count, std::int64_t bytes, std::int64_t stride) {
  handles::DatatypeInfo info;
  info.runs = info.blocks = {{0, BasicType::kByte, bytes, count, count > 1 ? stride : 0}};
  info.size = info.bytes = count * bytes;
  info.true_extent = info.extent = (count - 1) * stride + bytes;
  return info;
}

std::vector<std::byte> numbered(std::size_t size) {
  std::vector<std::byte> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 1);
  return bytes;
}

// One byte after the other, in type-map order.
std::vector<std::byte*> every_byte(const Layout& layout) {
  std::vector<std::byte*> all;
  for (std::int64_t e = 0; e < layout.count; ++e) {
    for (const handles::Run& run : layout.type->blocks) {
      for (std::int64_t r = 0; r < run.repetitions; ++r) {
        for (std::int64_t b = 0; b < run.elements; ++b) {
          all.push_back(layout.address + e * layout.type->extent + run.displacement + r * run.stride + b);
        }
      }
    }
  }
  return all;
}

TEST(Layout, CopyMovesByteByByteWhateverTheShapes) {
  for (std::int64_t from_block : {1, 2, 3, 4, 8, 16, 24}) {
    for (std::int64_t to_block : {1, 2, 3, 4, 8, 16, 24}) {
      for (std::int64_t counts : {1, 3}) {
        auto from_bytes = numbered(4000);
        std::vector<std::byte> to_bytes(4000), expected(4000);
        const auto from_type = strided(48 / from_block, from_block, from_block + 5);
        const auto to_type = strided(48 / to_block, to_block, to_block + 3);
        const Layout from{from_bytes.data() + 10, counts, &from_type};
        const Layout to{to_bytes.data() + 20, counts, &to_type};
        const auto reads = every_byte(from);
        const auto writes = every_byte({expected.data() + 20, counts, &to_type});
        ASSERT_EQ(reads.size(), writes.size());
        for (std::size_t i = 0; i < reads.size(); ++i) *writes[i] = *reads[i];
        EXPECT_EQ(copy(to, from), 48 * counts);
        EXPECT_EQ(to_bytes, expected) << from_block << " to " << to_block << ", " << counts;
      }
    }
  }
}

TEST(Layout, PackAndUnpackAreInverse) {
  auto bytes = numbered(1000);
  std::vector<std::byte> packed(120), back(1000), expected(1000);
  const auto type = strided(5, 8, 20);
  const Layout from{bytes.data(), 3, &type};
  EXPECT_EQ(pack(packed.data(), from, 120), 120);
  const Layout to{back.data(), 3, &type};
  EXPECT_EQ(unpack(to, packed.data(), 120), 120);
  copy({expected.data(), 3, &type}, from);
  EXPECT_EQ(back, expected);
}

TEST(Layout, CopyEndsWhereTheShorterSideEnds) {
  auto bytes = numbered(100);
  std::vector<std::byte> to(100);
  const auto type = strided(4, 4, 10);
  EXPECT_EQ(copy({to.data(), 10, &element_type(BasicType::kByte)}, {bytes.data(), 1, &type}), 10);
  EXPECT_EQ(to[9], bytes[21]);
  EXPECT_EQ(to[10], std::byte{0});
}

TEST(Layout, RegionsLeaveOutWhatIsFarFromAllData) {
  // As with MPI_BOTTOM: something on the heap, and something on the stack, terabytes away.
  handles::DatatypeInfo type = strided(4, 8, 16);
  constexpr std::int64_t kFar = std::int64_t{1} << 45;
  type.blocks.push_back({kFar, BasicType::kByte, 4, 1, 0});
  type.true_extent = kFar + 4;
  type.bytes += 4;
  std::vector<std::pair<std::int64_t, std::int64_t>> told;
  const auto tell = [&](const std::byte* address, std::int64_t size) {
    told.emplace_back(reinterpret_cast<std::int64_t>(address), size);
  };
  auto* const base = reinterpret_cast<std::byte*>(0x10000);
  each_region({base, 1, &type}, 4096, tell);
  EXPECT_EQ(told, (std::vector<std::pair<std::int64_t, std::int64_t>>{{0x10000, 56}, {0x10000 + kFar, 4}}));
  told.clear();
  each_region({base, 1, &type}, kFar * 2, tell);
  EXPECT_EQ(told, (std::vector<std::pair<std::int64_t, std::int64_t>>{{0x10000, kFar + 4}}));
}

TEST(Layout, HullCoversNegativeExtents) {
  auto type = strided(1, 8, 0);
  type.extent = -16;
  const Layout layout{nullptr, 3, &type};
  EXPECT_EQ(layout.hull().first, -32);
  EXPECT_EQ(layout.hull().end, 8);
}

// Pages of this process; the second is made what `protection` says, or given back (-1).
struct Pages {
  explicit Pages(int protection) : given_back(protection < 0) {
    memory = static_cast<std::byte*>(
        mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    if (given_back) {
      munmap(memory + kPage, kPage);
    } else {
      mprotect(memory + kPage, kPage, protection);
    }
  }
  ~Pages() {
    munmap(memory, kPage);
    if (!given_back) munmap(memory + kPage, kPage);
    munmap(memory + 2 * kPage, (kPages - 2) * kPage);
  }
  std::uint64_t at(std::size_t offset) const { return reinterpret_cast<std::uint64_t>(memory + offset); }
  static constexpr std::size_t kPages = 4;
  bool given_back;
  std::byte* memory;
};

using memory::MemoryCheck;

TEST(MemoryCheck, KnowsWhatMayBeReadAndWritten) {
  const MemoryCheck check;
  if (check.cost() == MemoryCheck::Cost::kImpossible) GTEST_SKIP() << "this kernel does not tell";
  using Use = MemoryCheck::Use;
  const Pages all(PROT_READ | PROT_WRITE), constant(PROT_READ), none(PROT_NONE), gone(-1);
  const std::size_t last = kPage + 8;
  EXPECT_TRUE(check.may_use(all.at(8), all.at(last), Use::kWrite));
  EXPECT_TRUE(check.may_use(constant.at(8), constant.at(last), Use::kRead));
  EXPECT_FALSE(check.may_use(constant.at(8), constant.at(last), Use::kWrite));
  EXPECT_FALSE(check.may_use(none.at(8), none.at(last), Use::kRead));
  EXPECT_FALSE(check.may_use(gone.at(8), gone.at(last), Use::kRead));
  EXPECT_FALSE(check.may_use(gone.at(8), gone.at(2 * kPage + 8), Use::kWrite));
  EXPECT_TRUE(check.may_use(gone.at(8), gone.at(kPage), Use::kWrite));
}

TEST(MemoryCheck, SaysWhereUsableMemoryEnds) {
  const MemoryCheck& check = memory::memory_check();
  if (check.cost() == MemoryCheck::Cost::kImpossible) GTEST_SKIP() << "this kernel does not tell";
  const Pages gone(-1);
  EXPECT_EQ(check.usable_until(gone.at(8), gone.at(2 * kPage + 8), MemoryCheck::Use::kRead), gone.at(kPage));
  EXPECT_EQ(check.usable_until(gone.at(kPage), gone.at(kPage + 8), MemoryCheck::Use::kRead), gone.at(kPage));
  EXPECT_TRUE(memory::is_usable(gone.at(8), gone.at(kPage), MemoryCheck::Use::kWrite));
  EXPECT_FALSE(memory::is_usable(gone.at(8), gone.at(kPage + 1), MemoryCheck::Use::kWrite));
}

TEST(HeapBlock, IsKnownWhereItBegins) {
  using memory::heap_block_shorter_than;
  const std::unique_ptr<char, decltype(&std::free)> small(static_cast<char*>(std::calloc(40, 1)), &std::free);
  const std::unique_ptr<char, decltype(&std::free)> large(static_cast<char*>(std::calloc(1 << 20, 1)), &std::free);
  EXPECT_EQ(heap_block_shorter_than(small.get(), 1000), std::optional<std::size_t>(40));
  EXPECT_EQ(heap_block_shorter_than(small.get(), 40), std::nullopt);
  EXPECT_EQ(heap_block_shorter_than(small.get() + 16, 1000), std::nullopt);  // within it: nothing is known
  ASSERT_TRUE(heap_block_shorter_than(large.get(), 2 << 20));
  EXPECT_GE(*heap_block_shorter_than(large.get(), 2 << 20), std::size_t{1} << 20);
  int on_the_stack[8] = {};
  EXPECT_EQ(heap_block_shorter_than(on_the_stack, 1 << 20), std::nullopt);
}

// This process as its own peer.
Peer myself() {
  Peer peer;
  peer.block = &own_block();
  peer.pid = getpid();
  return peer;
}

// The owner comes when it gets a processor, which on a busy machine may be later than the origin waits.
bool eventually(const Peer& owner, Errand::Direction direction, const Layout& here, const Layout& there) {
  for (int tries = 0; tries < 1000; ++tries) {
    if (copy_by_owner(owner, direction, here, there)) return true;
  }
  return false;
}

TEST(Errands, MoveWhatACopyMoves) {
  start_errand_service();
  const Peer owner = myself();
  if (owner.block->errands.able == Errands::kNothing) GTEST_SKIP() << "this kernel does not tell what may be touched";
  for (std::int64_t here_block : {4, 8, 24, 12000}) {
    for (std::int64_t there_block : {1, 8, 24, 500}) {
      for (std::int64_t counts : {1, 3, 100}) {
        const std::int64_t bytes = 24000;
        const auto here_type = strided(bytes / here_block, here_block, here_block + 5);
        const auto there_type = strided(bytes / there_block, there_block, there_block + 3);
        auto ours = numbered(static_cast<std::size_t>(here_type.extent * counts));
        std::vector<std::byte> theirs(static_cast<std::size_t>(there_type.extent * counts)), expected(theirs);
        const Layout here{ours.data(), counts, &here_type};
        const Layout there{theirs.data(), counts, &there_type};
        copy({expected.data(), counts, &there_type}, here);
        ASSERT_TRUE(eventually(owner, Errand::Direction::kWrite, here, there));
        EXPECT_EQ(theirs, expected) << here_block << " to " << there_block << ", " << counts;
        std::vector<std::byte> back(ours.size()), wanted(back);
        copy({wanted.data(), counts, &here_type}, there);
        ASSERT_TRUE(eventually(owner, Errand::Direction::kRead, {back.data(), counts, &here_type}, there));
        EXPECT_EQ(back, wanted) << there_block << " to " << here_block << ", " << counts;
      }
    }
  }
}

TEST(Errands, LeaveMemoryAloneThatIsNotThere) {
  start_errand_service();
  const Peer owner = myself();
  const auto type = strided(200, 8, 64);
  auto ours = numbered(static_cast<std::size_t>(type.extent));
  const Layout here{ours.data(), 1, &type};
  for (const int protection : {PROT_READ, PROT_NONE, -1}) {
    const Pages pages(protection);
    EXPECT_FALSE(copy_by_owner(owner, Errand::Direction::kWrite, here, {pages.memory, 1, &type}));
  }
  const Layout nowhere{nullptr, 1, &type};
  EXPECT_FALSE(copy_by_owner(owner, Errand::Direction::kWrite, here, nowhere));
}

TEST(Errands, AreTakenBackWhereNobodyComes) {
  const Peer owner = [] {
    static ProcessBlock absent;
    Peer peer;
    peer.block = &absent;
    peer.pid = getpid();
    return peer;
  }();
  Errands& errands = owner.block->errands;
  errands.able = Errands::kAll;
  const auto type = strided(10000, 8, 16);
  auto ours = numbered(static_cast<std::size_t>(type.extent));
  auto theirs = numbered(static_cast<std::size_t>(type.extent));
  for (int times = 0; times < 3; ++times) {
    EXPECT_FALSE(copy_by_owner(owner, Errand::Direction::kRead, {ours.data(), 1, &type}, {theirs.data(), 1, &type}));
    EXPECT_EQ(errands.posted.load(), 0u);
    for (const Errand& errand : errands.errand) EXPECT_EQ(errand.state.load(), Errand::kFree);
  }
}

TEST(LockQueue, ExclusiveHoldersOfSeveralProcessesExcludeEachOther) {
  struct Shared {
    LockQueue lock;
    long counter;
    std::atomic<int> readers;
    std::atomic<int> violations;
  };
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* const shared = new (memory) Shared{};
  constexpr int kProcesses = 4, kRounds = 500;
  for (int p = 0; p < kProcesses; ++p) {
    if (fork() == 0) {
      for (int i = 0; i < kRounds; ++i) {
        if ((i + p) % 4 == 0) {
          shared->lock.lock_shared();
          shared->readers.fetch_add(1);
          shared->readers.fetch_sub(1);
          shared->lock.unlock_shared();
        } else {
          shared->lock.lock_exclusive();
          if (shared->readers.load() != 0) shared->violations.fetch_add(1);
          const long value = shared->counter;
          if (i % 50 == 0) sched_yield();
          shared->counter = value + 1;
          shared->lock.unlock_exclusive();
        }
      }
      _exit(0);
    }
  }
  for (int p = 0; p < kProcesses; ++p) {
    int status = 0;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(shared->counter, kProcesses * kRounds * 3 / 4);
  EXPECT_EQ(shared->violations.load(), 0);
  munmap(memory, sizeof(Shared));
}

// What a thread sanitizer can see of it: it knows nothing of other processes.
TEST(LockQueue, OrdersWhatItsHoldersDo) {
  LockQueue lock;
  ProcessMutex mutex;
  Barrier barrier;
  long counter = 0, sum = 0;
  constexpr int kThreads = 4, kRounds = 300;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; ++i) {
        if ((i + t) % 4 == 0) {
          lock.lock_shared();
          const long seen = counter;
          mutex.lock();
          sum += seen >= 0 ? 1 : 0;
          mutex.unlock();
          lock.unlock_shared();
        } else {
          lock.lock_exclusive();
          ++counter;
          lock.unlock_exclusive();
        }
        if (i % 100 == 0) barrier.arrive_and_wait(kThreads);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(counter, kThreads * kRounds * 3 / 4);
  EXPECT_EQ(sum, kThreads * kRounds / 4);
}

TEST(LockQueue, LetsInByNumberAndNumbersGrantsAndReleases) {
  LockQueue lock;
  EXPECT_EQ(lock.try_lock_shared(), 1u);
  EXPECT_EQ(lock.try_lock_shared(), 2u);
  EXPECT_EQ(lock.try_lock_exclusive(), 0u);
  const std::uint32_t writer = lock.take_number();
  const std::uint32_t reader = lock.take_number();
  EXPECT_EQ(lock.enter_exclusive(writer), 0u);
  EXPECT_EQ(lock.try_lock_shared(), 0u) << "a reader must not overtake a waiting writer";
  lock.unlock_shared();
  EXPECT_EQ(lock.enter_exclusive(writer), 0u);
  lock.unlock_shared();
  EXPECT_EQ(lock.enter_shared(reader), 0u) << "the writer came first";
  EXPECT_EQ(lock.enter_exclusive(writer), 5u);
  EXPECT_EQ(lock.enter_shared(reader), 0u);
  EXPECT_EQ(lock.unlock_exclusive(), 6u);
  EXPECT_EQ(lock.enter_shared(reader), 7u);
  EXPECT_EQ(lock.unlock_shared(), 8u);
  EXPECT_EQ(lock.try_lock_exclusive(), 9u);
  EXPECT_EQ(lock.unlock_exclusive(), 10u);
}

TEST(LockQueue, KeepsItselfForTheFirstOfTheQueueOnceThatOneIsOutOfPatience) {
  LockQueue lock;
  lock.lock_exclusive();
  const std::uint32_t first = lock.take_number();
  const std::uint32_t second = lock.take_number();
  const auto out_of_patience = [&](std::uint32_t number) {
    EXPECT_EQ(lock.enter_exclusive(number), 0u);
    const std::uint64_t begin = now_nanoseconds();
    while (now_nanoseconds() - begin <= LockQueue::kPatience) EXPECT_EQ(lock.enter_exclusive(number), 0u);
  };
  for (const std::uint32_t number : {first, second}) {
    lock.unlock_exclusive();
    EXPECT_NE(lock.overtake_exclusive(), 0u) << number << " has not been awake yet: the patience before was another's";
    out_of_patience(number);
    lock.unlock_exclusive();
    EXPECT_EQ(lock.overtake_exclusive(), 0u);
    EXPECT_NE(lock.enter_exclusive(number), 0u);
  }
  lock.unlock_exclusive();
}

// Each wants the lock again as soon as it has released it.
TEST(LockQueue, LetsEverybodyInWhoWantsIt) {
  LockQueue lock;
  std::atomic<bool> over{false};
  constexpr int kThreads = 4;
  std::atomic<int> served{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; !over.load(); ++i) {
        lock.lock_exclusive();
        lock.unlock_exclusive();
        if (i == 20 && ++served == kThreads) over = true;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(served.load(), kThreads);
}

TEST(TargetLock, IsPutOffUntilSomebodyTakesItOrItIsGranted) {
  TargetLock lock;
  EXPECT_FALSE(lock.is_called());
  lock.begin(Lock::kShared, false);
  EXPECT_TRUE(lock.is_still_to_be_granted());
  EXPECT_FALSE(lock.is_put_off()) << "of a lock_all";
  lock.order = 1;
  EXPECT_TRUE(lock.is_put_off());
  lock.being_taken = true;
  EXPECT_FALSE(lock.is_put_off());
  lock.note_granted();
  lock.being_taken = false;
  EXPECT_FALSE(lock.is_still_to_be_granted() || lock.is_put_off());
  lock.end();
  EXPECT_FALSE(lock.is_called());
  lock.begin(Lock::kExclusive, true);
  EXPECT_FALSE(lock.is_still_to_be_granted()) << "MPI_MODE_NOCHECK";
}

TEST(MessagesUnderWay, AreCountedUntilFlushesAndAnswersCome) {
  MessagesUnderWay messages;
  EXPECT_TRUE(messages.are_flushed(0) && messages.are_answered() && messages.fetches_are_answered());
  for (int i = 0; i < 3; ++i) messages.add_put();
  messages.add(false);
  messages.add(true);
  EXPECT_EQ(messages.count(), 5u);
  messages.note_flushed(3);
  messages.note_flushed(2);  // an earlier one, on another thread
  EXPECT_TRUE(messages.are_flushed(messages.puts()));
  EXPECT_EQ(messages.count(), 2u);
  messages.note_answered(true);
  EXPECT_TRUE(messages.fetches_are_answered());
  EXPECT_FALSE(messages.are_answered());
  messages.note_answered(false);
  EXPECT_TRUE(messages.are_answered());
}

TEST(WaitingOperations, CountTheAtomicOnesAmongThem) {
  WaitingOperations waiting;
  EXPECT_TRUE(waiting.empty() && waiting.all().empty());
  for (const Kind kind : {Kind::kPut, Kind::kAccumulate, Kind::kGet}) {
    waiting.add(std::make_unique<Waiting>());
    EXPECT_FALSE(waiting.has_atomics());
    waiting.take(waiting.size() - 1);
    auto operation = std::make_unique<Waiting>();
    operation->operation.kind = kind;
    waiting.add(std::move(operation));
    if (kind == Kind::kAccumulate) {
      EXPECT_TRUE(waiting.has_atomics());
      EXPECT_EQ(waiting.take(1)->operation.kind, Kind::kAccumulate) << "behind the put";
    }
  }
  EXPECT_EQ(waiting.size(), 2u);
  EXPECT_FALSE(waiting.has_atomics());
}

TEST(OpenEpochs, EndOnceHoweverManyThreadsOfAWrongProgramEndThem) {
  OpenEpochs epochs;
  epochs.fence = true;
  EXPECT_FALSE(epochs.any()) << "a fence epoch that is not used";
  epochs.begin_access();
  epochs.start_group = {1, 2};
  epochs.locked = 1;
  for (int time = 0; time < 2; ++time) {
    epochs.end_access();
    epochs.end_exposure();
    epochs.end_lock();
  }
  EXPECT_FALSE(epochs.any());
  EXPECT_TRUE(epochs.start_group.empty());
  EXPECT_EQ(epochs.locked, 0);
}

TEST(Schedule, ParsesWhatItPrints) {
  for (const char* text : {"eager", "lazy", "random:0", "random:18446744073709551615"}) {
    Schedule schedule;
    ASSERT_TRUE(schedule.parse(text)) << text;
    EXPECT_EQ(schedule.text(), text);
  }
  for (const char* text : {"", "Eager", "random", "random:", "random:x", "random:1 ", "random:-1"}) {
    Schedule schedule;
    EXPECT_FALSE(schedule.parse(text)) << text;
  }
}

TEST(Schedule, TheSameSeedGivesTheSameDecisions) {
  const auto decisions = [](const char* text, int rank) {
    Schedule schedule;
    schedule.parse(text);
    schedule.seed_for_rank(rank);
    std::vector<bool> made;
    for (int i = 0; i < 64; ++i) made.push_back(schedule.defers_operation());
    return made;
  };
  EXPECT_EQ(decisions("random:5", 1), decisions("random:5", 1));
  EXPECT_NE(decisions("random:5", 1), decisions("random:6", 1));
  EXPECT_NE(decisions("random:5", 1), decisions("random:5", 2));
}

TEST(Schedule, PausesNowAndThenIfRandom) {
  for (const char* text : {"eager", "lazy", "random:5"}) {
    Schedule schedule;
    schedule.parse(text);
    schedule.seed_for_rank(1);
    int pauses = 0;
    for (int i = 0; i < 1600; ++i) pauses += schedule.pauses() ? 1 : 0;
    if (text == std::string_view("random:5")) {
      EXPECT_GT(pauses, 50);
      EXPECT_LT(pauses, 200);
    } else {
      EXPECT_EQ(pauses, 0) << text;
    }
  }
}

template <class T>
T reduced(ReduceOp op, BasicType basic, T target, T origin) {
  const Kernel apply = kernel(op, basic);
  if (apply == nullptr)
    ADD_FAILURE() << "no kernel";
  else
    apply(reinterpret_cast<std::byte*>(&target), reinterpret_cast<const std::byte*>(&origin), 1);
  return target;
}

TEST(Reduce, ComputesAndKnowsWhatIsNotDefined) {
  EXPECT_EQ(reduced(ReduceOp::kSum, BasicType::kInt, 2147483647, 1), -2147483647 - 1);
  EXPECT_EQ(reduced(ReduceOp::kMax, BasicType::kDouble, 1.5, 2.5), 2.5);
  EXPECT_EQ(reduced(ReduceOp::kLxor, BasicType::kInt, 3, 5), 0);
  EXPECT_EQ(reduced<std::uint8_t>(ReduceOp::kBxor, BasicType::kByte, 6, 3), 5);
  EXPECT_EQ(kernel(ReduceOp::kBand, BasicType::kDouble), nullptr);
  EXPECT_EQ(kernel(ReduceOp::kSum, BasicType::kByte), nullptr);
  EXPECT_EQ(kernel(ReduceOp::kMax, BasicType::kDoubleComplex), nullptr);
  EXPECT_EQ(kernel(ReduceOp::kMaxloc, BasicType::kInt), nullptr);
  EXPECT_FALSE(comparable(BasicType::kDouble));
  EXPECT_TRUE(comparable(BasicType::kInt64));
}

TEST(Reduce, OfEqualValuesMinlocAndMaxlocTakeTheLowerIndex) {
  struct Pair {
    double value;
    int index;
  };
  const Pair kept = reduced(ReduceOp::kMaxloc, BasicType::kDoubleInt, Pair{2, 7}, Pair{2, 3});
  EXPECT_EQ(kept.index, 3);
  const Pair least = reduced(ReduceOp::kMinloc, BasicType::kDoubleInt, Pair{2, 7}, Pair{1, 9});
  EXPECT_EQ(least.index, 9);
}

}  // namespace
}  // namespace fencepost::rma
