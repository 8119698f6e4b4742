// The map of tracked memory, and how the addresses of one instruction become records.
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <random>
#include <set>
#include <sys/mman.h>
#include <sys/time.h>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "segments/element_records.h"
#include "segments/marks.h"
#include "segments/scatter.h"
#include "segments/segment.h"
#include "segments/sweep.h"
#include "tracking/map.h"
#include "tracking/ranges.h"
#include "tracking/tracked.h"

namespace fencepost::memory {
namespace {

// ---- Sweep ---------------------------------------------------------------------------------------------------------

// A sweep whose runs are taken out when it is full, as Segment does.
class Addresses {
 public:
  void add(std::uintptr_t address) {
    added_.insert(address);
    if (sweep_.add(address)) return;
    take();
    ASSERT_TRUE(sweep_.add(address));
  }
  void add_run(const Run& run) {
    for (std::uint64_t i = 0; i < run.count; ++i)
      added_.insert(run.first + i * static_cast<std::uintptr_t>(run.stride));
    if (sweep_.add(run)) return;
    take();
    ASSERT_TRUE(sweep_.add(run));
  }
  std::vector<Run> runs() {
    take();
    return runs_;
  }
  const std::set<std::uintptr_t>& added() const { return added_; }
  std::set<std::uintptr_t> held() {
    std::set<std::uintptr_t> all;
    for (const Run& run : runs()) {
      for (std::uint64_t row = 0; row < run.rows; ++row) {
        for (std::uint64_t i = 0; i < run.count; ++i) {
          all.insert(run.first + row * static_cast<std::uintptr_t>(run.row_stride) +
                     i * static_cast<std::uintptr_t>(run.stride));
        }
      }
    }
    return all;
  }

 private:
  void take() {
    sweep_.each([&](const Run& run) { runs_.push_back(run); });
    sweep_.reset();
  }
  Sweep sweep_;
  std::vector<Run> runs_;
  std::set<std::uintptr_t> added_;
};

// (A test's body has a Run of GoogleTest's.)
using Record = Run;
std::vector<Run> only(const Run& run) {
  return {run};
}

constexpr std::uintptr_t kBase = 0x10000;

TEST(Sweep, OneElementAMillionTimesIsOneRecord) {
  Addresses addresses;
  for (int i = 0; i < 1'000'000; ++i) addresses.add(kBase);
  EXPECT_EQ(addresses.runs(), only({kBase, 0, 1}));
}

TEST(Sweep, AMillionElementsAreOneRecord) {
  Addresses addresses;
  for (std::uintptr_t i = 0; i < 1'000'000; ++i) addresses.add(kBase + 8 * i);
  EXPECT_EQ(addresses.runs(), only({kBase, 8, 1'000'000}));
}

TEST(Sweep, DownwardsIsOneRecord) {
  Addresses addresses;
  for (std::uintptr_t i = 1000; i-- > 0;) addresses.add(kBase + 4 * i);
  EXPECT_EQ(addresses.runs(), only({kBase + 4 * 999, -4, 1000}));
}

TEST(Sweep, TheSameSweepAgainAddsNothing) {
  Addresses addresses;
  for (int pass = 0; pass < 10; ++pass) {
    for (std::uintptr_t i = 0; i < 1000; ++i) addresses.add(kBase + 8 * i);
  }
  EXPECT_EQ(addresses.runs(), only({kBase, 8, 1000}));
}

TEST(Sweep, ALongerSweepAgainOnlyGrows) {
  Addresses addresses;
  for (std::uintptr_t length = 2; length < 100; ++length) {
    for (std::uintptr_t i = 0; i < length; ++i) addresses.add(kBase + 8 * i);
  }
  EXPECT_EQ(addresses.runs(), only({kBase, 8, 99}));
}

TEST(Sweep, NestedLoopIsOneRecordWithRows) {
  Addresses addresses;
  for (std::uintptr_t row = 1; row < 99; ++row) {
    for (std::uintptr_t column = 1; column < 49; ++column) addresses.add(kBase + 8 * (row * 50 + column));
  }
  ASSERT_EQ(addresses.runs().size(), 2u);  // all rows but the last, which is still open
  EXPECT_EQ(addresses.runs()[0], (Record{kBase + 8 * 51, 8, 48, 8 * 50, 97}));
  EXPECT_EQ(addresses.held(), addresses.added());
}

TEST(Sweep, NestedLoopAgainAndAgainStaysSmall) {
  Addresses addresses;
  for (int pass = 0; pass < 20; ++pass) {
    for (std::uintptr_t row = 1; row < 99; ++row) {
      for (std::uintptr_t column = 1; column < 49; ++column) addresses.add(kBase + 8 * (row * 50 + column));
    }
  }
  EXPECT_LE(addresses.runs().size(), 2u);
  EXPECT_EQ(addresses.held(), addresses.added());
}

TEST(Sweep, ColumnsOfAMatrixAreRows) {
  Addresses addresses;
  for (std::uintptr_t column = 0; column < 20; ++column) {
    for (std::uintptr_t row = 0; row < 30; ++row) addresses.add(kBase + 8 * (row * 20 + column));
  }
  EXPECT_LE(addresses.runs().size(), 2u);
  EXPECT_EQ(addresses.held(), addresses.added());
}

TEST(Sweep, RunsThatMeetBecomeOne) {
  Addresses addresses;
  for (std::uintptr_t piece = 0; piece < 100; ++piece) addresses.add_run({kBase + 80 * piece, 8, 10});
  EXPECT_EQ(addresses.runs(), only({kBase, 8, 1000}));
}

TEST(Sweep, TheSameRunAgainAddsNothing) {
  Addresses addresses;
  for (int pass = 0; pass < 100; ++pass) addresses.add_run({kBase, 8, 1000});
  for (int pass = 0; pass < 100; ++pass) addresses.add_run({kBase + 80, 8, 10});
  EXPECT_EQ(addresses.runs(), only({kBase, 8, 1000}));
}

// Whatever the order: what is held is what was added, neither more nor less.
TEST(Sweep, HoldsExactlyWhatWasAdded) {
  std::mt19937 random(7);
  const auto upto = [&](std::uint32_t n) { return random() % n; };
  for (int round = 0; round < 3000; ++round) {
    Addresses addresses;
    const std::uint32_t space = 1 + upto(400);
    for (std::uint32_t step = 0, steps = 1 + upto(40); step < steps; ++step) {
      std::uintptr_t at = kBase + upto(space) * 4;
      switch (upto(4)) {
        case 0:
          addresses.add(at);
          break;
        case 1:
          addresses.add_run({at, static_cast<std::int64_t>(4 * (1 + upto(3))), 2 + upto(20)});
          break;
        default: {
          const int stride = static_cast<int>(upto(5)) - 2;
          for (std::uint32_t i = 0, count = 1 + upto(20); i < count; ++i) {
            addresses.add(at);
            at += static_cast<std::uintptr_t>(4 * stride);
          }
        }
      }
    }
    ASSERT_EQ(addresses.held(), addresses.added()) << "round " << round;
  }
}

// ---- Scatter -------------------------------------------------------------------------------------------------------

constexpr auto kOpen = [](std::uintptr_t) { return true; };

TEST(Scatter, HoldsExactlyWhatWasAddedInAscendingBlocks) {
  // Large, and in memory that is zero.
  static Scatter scatter;
  std::mt19937 random(3);
  for (int round = 0; round < 50; ++round) {
    std::set<std::pair<std::uint32_t, std::uint64_t>> added;
    for (int i = 0; i < 3000; ++i) {
      const std::uint32_t instruction = random() % 3;
      const std::uint64_t element = random() % 4000;
      ASSERT_TRUE(scatter.add({instruction, instruction * 0x9e3779b97f4a7c15u}, element * 8, 8, 1, kOpen));
      added.insert({instruction, element});
    }
    std::set<std::pair<std::uint32_t, std::uint64_t>> held;
    std::pair<std::uint32_t, std::uint64_t> last{0, 0};
    scatter.take([&](std::uint32_t instruction, std::uint64_t first, auto words) {
      EXPECT_TRUE(held.empty() || std::pair(instruction, first) > last);
      last = {instruction, first};
      for (std::uint64_t i = 0; i < Scatter::kBlockElements; ++i) {
        const bool is_set = (words[i / 64] >> i % 64 & 1) != 0;
        EXPECT_TRUE(!is_set || held.insert({instruction, first + i}).second);
      }
    });
    ASSERT_EQ(held, added);
    EXPECT_TRUE(scatter.empty());
  }
}

TEST(Scatter, SaysWhenItIsFull) {
  static Scatter scatter;
  bool full = false;
  for (std::uint64_t block = 0; block < 40000 && !full; ++block) {
    full = !scatter.add({1, 0}, block * Scatter::kBlockElements * 4, 4, 1, kOpen);
  }
  EXPECT_TRUE(full);
  std::uint64_t runs = 0;
  scatter.take([&](std::uint32_t, std::uint64_t, auto) { ++runs; });
  EXPECT_GT(runs, 1000u);
  EXPECT_TRUE(scatter.add({1, 0}, 0, 4, 1, kOpen));
}

// ---- Marks ---------------------------------------------------------------------------------------------------------

TEST(Marks, GiveBackTheElementsTheirLoopsHaveSet) {
  static Marks marks;
  // Tracked from the middle of an element on.
  constexpr Range kTracked{0x10004, 0x10004 + 8000};
  constexpr std::uint64_t kSite = 77;
  const Marks::Entry* entry = marks.make(kSite, 5, 0x10100, kTracked, {.pc = 9, .stack = 0, .what = 0, .size = 8});
  ASSERT_NE(entry, nullptr);
  EXPECT_EQ(entry, &marks.entries()[kSite]);
  EXPECT_EQ(entry->low, 0x10008u);
  EXPECT_EQ(entry->low + entry->span, 0x10000u + 8000);  // what is whole
  std::set<std::uint64_t> set;
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t offset = random() % (entry->span / 8) * 8;
    entry->marks[offset >> 3] = 1;
    set.insert((entry->low + offset) / 8);
  }
  // They are the loop's until it ends, however often they are read meanwhile.
  for (int round = 0; round < 2; ++round) {
    std::set<std::uint64_t> held;
    marks.take([&](const Marks::Owner& owner, std::uint64_t first, const Marks::Words& words) {
      EXPECT_EQ(owner.pc, 9u);
      for (std::uint64_t i = 0; i < Marks::kBlockElements; ++i) {
        if ((words[i / 64] >> i % 64 & 1) != 0) held.insert(first + i);
      }
    });
    EXPECT_EQ(held, round == 0 ? set : std::set<std::uint64_t>{});
    EXPECT_EQ(marks.find(kSite, 5, 0x10100), entry);
  }
  EXPECT_EQ(marks.find(kSite, 6, 0x10100), nullptr);
  EXPECT_EQ(marks.find(kSite, 5, 0x20000), nullptr);
  marks.release();
  EXPECT_TRUE(marks.empty());
  EXPECT_EQ(marks.entries()[kSite].tag, 0u);
  EXPECT_EQ(marks.find(kSite, 5, 0x10100), nullptr);
}

TEST(Marks, AreNotHandedOutForLongWhereFewAreSet) {
  static Marks marks;
  constexpr Range kTracked{0x100000, 0x100000 + 50000};
  int handed_out = 0;
  for (int segment = 0; segment < 1000; ++segment) {
    if (!marks.pays(8)) continue;
    const Marks::Entry* entry = marks.make(3, 8, kTracked.begin, kTracked, {.pc = 1, .stack = 0, .what = 0, .size = 1});
    ASSERT_NE(entry, nullptr);
    ++handed_out;
    entry->marks[0] = 1;
    marks.take([](const Marks::Owner&, std::uint64_t, const Marks::Words&) {});
    marks.release();
  }
  EXPECT_LT(handed_out, 12);
  // Another instruction is asked anew, and so is this one called from another place, as often as both take turns: a
  // function that calls itself.
  EXPECT_TRUE(marks.pays(9));
  int handed_out_in_turns = 0;
  for (int segment = 0; segment < 1000; ++segment) {
    const std::uint64_t tag = segment % 2 == 0 ? 10 : 11;
    if (!marks.pays(tag)) continue;
    ++handed_out_in_turns;
    marks.make(3, tag, kTracked.begin, kTracked, {.pc = 1, .stack = 0, .what = 0, .size = 1});
    marks.release();
  }
  EXPECT_LT(handed_out_in_turns, 24);
}

TEST(Marks, EndWhereTheirRoomDoes) {
  static Marks marks;
  constexpr Range kTracked{0x100000, 0x100000 + (1 << 24)};
  EXPECT_TRUE(marks.has_room(0x500010, kTracked, 4));
  const Marks::Entry* last = nullptr;
  int owners = 0;
  while (const Marks::Entry* entry =
             marks.make(1, 2, 0x500010, kTracked, {.pc = 1, .stack = 0, .what = 0, .size = 4})) {
    // Too large for all of it: from where it is wanted on.
    EXPECT_EQ(entry->low, 0x500000u);
    EXPECT_EQ(entry->span, 4u << 20);
    last = entry;
    ASSERT_LT(++owners, 1000);
  }
  EXPECT_NE(last, nullptr);
  EXPECT_GE(owners, 8);
  EXPECT_FALSE(marks.has_room(0x500010, kTracked, 4));
  EXPECT_FALSE(marks.has_room(0x600000, kTracked, 4));
  marks.release();
  EXPECT_TRUE(marks.has_room(0x500010, kTracked, 4));
}

// ---- Instruction ---------------------------------------------------------------------------------------------------

// How many accesses of elements `step` bytes apart, `length` of them again and again, come one by one before bits are
// found better; 0: not in 1000.
int accesses_one_by_one(std::uint32_t size, std::uintptr_t step, std::uintptr_t length = 1000) {
  Instruction instruction;
  instruction.what = Instruction::what_of(size, AccessKind::kLoad);
  instruction.finds = size;
  for (std::uintptr_t i = 0; i < 1000; ++i) {
    EXPECT_TRUE(instruction.sweep.add(0x10000 + i % length * step));
    if (instruction.is_better_scattered()) return static_cast<int>(i) + 1;
  }
  return 0;
}

TEST(Instruction, NeighboursAreSoonFoundByTheProgramsCode) {
  EXPECT_EQ(accesses_one_by_one(4, 4), 32);
  EXPECT_EQ(accesses_one_by_one(8, 48), 32);
}

TEST(Instruction, MembersOfNodesAreWhereItComesBackToThem) {
  EXPECT_EQ(accesses_one_by_one(4, 32), 0);
  EXPECT_EQ(accesses_one_by_one(4, 32, 100), 224);  // a multiple of 32
  EXPECT_EQ(accesses_one_by_one(8, 256, 100), 224);
  EXPECT_EQ(accesses_one_by_one(8, 4096, 100), 0);
}

// ---- ElementRecords ------------------------------------------------------------------------------------------------

// What is written of a set of elements.
struct Written {
  std::set<std::uint64_t> elements;
  std::vector<Run> runs;
  int bit_records = 0;

  void run(std::uint32_t, const Run& run) {
    runs.push_back(run);
    for (std::uint64_t row = 0; row < run.rows; ++row) {
      for (std::uint64_t i = 0; i < run.count; ++i) {
        EXPECT_TRUE(elements
                        .insert(run.first + row * static_cast<std::uint64_t>(run.row_stride) +
                                i * static_cast<std::uint64_t>(run.stride))
                        .second);
      }
    }
  }
  void bits(std::uint32_t, std::uint64_t first, std::span<const std::uint64_t> words) {
    ++bit_records;
    for (std::uint64_t i = 0; i < words.size() * 64; ++i) {
      const bool is_set = (words[i / 64] >> i % 64 & 1) != 0;
      EXPECT_TRUE(!is_set || elements.insert(first + i).second);
    }
  }
};
Written written(const std::set<std::uint64_t>& elements) {
  static Scatter scatter;
  for (const std::uint64_t element : elements) EXPECT_TRUE(scatter.add({1, 7}, element * 8, 8, 1, kOpen));
  Written result;
  ElementRecords<Written> records(result);
  scatter.take([&](std::uint32_t number, std::uint64_t first, auto words) { records.add(number, first, words); });
  records.finish();
  EXPECT_EQ(result.elements, elements);
  return result;
}
std::set<std::uint64_t> every(std::uint64_t step, std::uint64_t length, std::uint64_t from, std::uint64_t count) {
  std::set<std::uint64_t> elements;
  for (std::uint64_t i = 0; i < count; ++i) {
    for (std::uint64_t j = 0; j < length; ++j) elements.insert(from + i * step + j);
  }
  return elements;
}

TEST(ElementRecords, WhatIsRegularIsOneRun) {
  EXPECT_EQ(written(every(1, 1, 1000, 100000)).runs, (std::vector<memory::Run>{{1000, 1, 100000, 0, 1}}));
  for (const std::uint64_t step : {2, 3, 4, 5, 8, 24, 64, 100, 1000}) {
    const Written result = written(every(step, 1, 17, 500));
    EXPECT_EQ(result.bit_records, 0) << step;
    ASSERT_EQ(result.runs.size(), 1u) << step;
    EXPECT_EQ(result.runs[0].count, 500u);
  }
  // The interior of a grid.
  EXPECT_EQ(written(every(50, 48, 51, 98)).runs, (std::vector<memory::Run>{{51, 1, 48, 50, 98}}));
}

TEST(ElementRecords, WhatIsNotStaysBits) {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    std::set<std::uint64_t> elements;
    for (int i = 0; i < 4000; ++i) elements.insert(random() % 8192);
    const Written result = written(elements);
    EXPECT_LT(static_cast<int>(result.runs.size()) + result.bit_records, 10);
  }
}

TEST(ElementRecords, MixturesAreExact) {
  std::mt19937 random(6);
  for (int round = 0; round < 300; ++round) {
    std::set<std::uint64_t> elements;
    for (int part = 0; part < 6; ++part) {
      const std::uint64_t step = 1 + random() % 70;
      elements.merge(every(step, 1 + random() % step, random() % 3000, 1 + random() % 200));
    }
    written(elements);
  }
}

// ---- RangeSet ------------------------------------------------------------------------------------------------------

TEST(RangeSet, ByteIsInItAsLongAsOneRangeCoversIt) {
  RangeSet set;
  set.add({100, 200});
  set.add({150, 250});
  set.remove({100, 200});
  EXPECT_FALSE(set.contains({149, 150}));
  EXPECT_TRUE(set.contains({150, 250}));
  EXPECT_FALSE(set.contains({150, 251}));
}

// A signal's handler accesses memory while its thread is changing the set. It must not wait for itself.
RangeSet* asked = nullptr;
volatile int answers = 0;
TEST(RangeSet, AnswersASignalHandlerThatInterruptsAChange) {
  RangeSet set;
  asked = &set;
  for (std::uintptr_t i = 0; i < 100; ++i) set.add({1000 * i, 1000 * i + 10});
  struct sigaction action{}, before{};
  action.sa_handler = [](int) {
    (void)asked->find({50'000, 50'001});
    answers = answers + 1;
  };
  ASSERT_EQ(sigaction(SIGALRM, &action, &before), 0);
  const itimerval often{{0, 20}, {0, 20}}, never{};
  ASSERT_EQ(setitimer(ITIMER_REAL, &often, nullptr), 0);
  while (answers < 2000) {
    set.add({500, 510});
    set.remove({500, 510});
  }
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
}

TEST(RangeSet, AgreesWithCountingBytes) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    RangeSet set;
    std::vector<int> bytes(300, 0);
    std::vector<Range> live;
    for (int step = 0; step < 60; ++step) {
      if (!live.empty() && random() % 3 == 0) {
        const std::size_t which = random() % live.size();
        set.remove(live[which]);
        for (std::uintptr_t i = live[which].begin; i < live[which].end; ++i) --bytes[i];
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
      } else {
        const std::uintptr_t begin = random() % 290;
        const Range range{begin, begin + 1 + random() % (299 - begin)};
        set.add(range);
        for (std::uintptr_t i = range.begin; i < range.end; ++i) ++bytes[i];
        live.push_back(range);
      }
      for (std::uintptr_t i = 0; i < 300; ++i) ASSERT_EQ(set.contains({i, i + 1}), bytes[i] > 0);
    }
  }
}

// The ranges of a set, told one by one.
std::vector<std::pair<std::uintptr_t, std::uintptr_t>> all_of(const RangeSet& set) {
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> ranges;
  set.each_overlapping({0, UINTPTR_MAX}, [&](Range range) { ranges.emplace_back(range.begin, range.end); });
  return ranges;
}

TEST(RangeSet, ThousandsOfRangesAgreeWithCountingBytes) {
  constexpr std::uintptr_t kBytes = 20000;
  std::mt19937 random(12);
  for (const std::uintptr_t longest : {3, 40, 2000}) {
    RangeSet set;
    std::vector<int> bytes(kBytes + 1, 0);
    std::vector<Range> live;
    for (int step = 0; step < 6000; ++step) {
      const bool fewer = step / 1500 % 2 == 1;  // grows and shrinks again
      const auto dice = random() % 100;
      if (dice < 2) {
        const std::uintptr_t begin = random() % (kBytes - longest);
        const Range range{begin, begin + 1 + random() % longest};
        set.clear(range);
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(range.begin),
                  bytes.begin() + static_cast<std::ptrdiff_t>(range.end), 0);
      } else if (!live.empty() && dice < (fewer ? 80u : 20u)) {
        const std::size_t which = random() % live.size();
        set.remove(live[which]);
        for (std::uintptr_t i = live[which].begin; i < live[which].end; ++i) bytes[i] = std::max(0, bytes[i] - 1);
        live[which] = live.back();
        live.pop_back();
      } else {
        const std::uintptr_t begin = random() % (kBytes - longest);
        const Range range{begin, begin + 1 + random() % longest};
        set.add(range);
        for (std::uintptr_t i = range.begin; i < range.end; ++i) ++bytes[i];
        live.push_back(range);
      }
      if (step % 50 != 0) continue;
      std::vector<std::pair<std::uintptr_t, std::uintptr_t>> expected;
      for (std::uintptr_t i = 0; i < kBytes; ++i) {
        if (bytes[i] == 0) continue;
        if (expected.empty() || expected.back().second != i) expected.emplace_back(i, i);
        expected.back().second = i + 1;
      }
      ASSERT_EQ(all_of(set), expected) << step;
      const std::uintptr_t probe = random() % kBytes;
      ASSERT_EQ(set.contains({probe, probe + 1}), bytes[probe] > 0);
    }
  }
}

TEST(RangeSet, ReadersSeeWhatIsNeverTakenAway) {
  RangeSet set;
  constexpr std::uintptr_t kRanges = 3000;
  for (std::uintptr_t i = 0; i < kRanges; i += 10) set.add({i * 16, i * 16 + 8});  // these stay
  std::atomic<bool> done{false};
  std::atomic<int> lost{0};
  std::thread reader([&] {
    std::mt19937 random(1);
    while (!done) {
      const std::uintptr_t i = random() % (kRanges / 10) * 10;
      if (!set.contains({i * 16, i * 16 + 8})) ++lost;
    }
  });
  std::mt19937 random(2);
  for (int step = 0; step < 20000; ++step) {
    const std::uintptr_t i = random() % kRanges;
    if (i % 10 == 0) continue;
    step % 2 == 0 ? set.add({i * 16, i * 16 + 8}) : set.remove({i * 16, i * 16 + 8});
  }
  done = true;
  reader.join();
  EXPECT_EQ(lost, 0);
}

// ---- tracked memory ------------------------------------------------------------------------------------------------

class Pages {
 public:
  explicit Pages(std::size_t count) : size_(count * kPage) {
    memory_ = static_cast<char*>(mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  }
  ~Pages() { munmap(memory_, size_); }
  char* at(std::size_t offset) const { return memory_ + offset; }
  int state(std::size_t page) const {
    return map().shadow().at(reinterpret_cast<std::uintptr_t>(memory_) + page * kPage);
  }

 private:
  std::size_t size_;
  char* memory_;
};

TEST(Tracked, PagesTellWhetherToLookCloser) {
  const Pages pages(8);
  track(pages.at(2 * kPage + 100), 3 * kPage);  // to the middle of page 5
  EXPECT_EQ(pages.state(1), FENCEPOST_PAGE_UNTRACKED);
  EXPECT_GE(pages.state(2), FENCEPOST_PAGE_MAPPED);
  EXPECT_EQ(pages.state(3), FENCEPOST_PAGE_WHOLLY);
  EXPECT_EQ(pages.state(4), FENCEPOST_PAGE_WHOLLY);
  EXPECT_GE(pages.state(5), FENCEPOST_PAGE_MAPPED);
  EXPECT_EQ(pages.state(6), FENCEPOST_PAGE_UNTRACKED);
  untrack(pages.at(2 * kPage + 100), 3 * kPage);
  for (std::size_t page = 0; page < 8; ++page) EXPECT_EQ(pages.state(page), FENCEPOST_PAGE_UNTRACKED);
}

TEST(Tracked, AccessThatReachesOverFromThePageBeforeIsSeen) {
  const Pages pages(4);
  track(pages.at(kPage), 8);
  EXPECT_NE(pages.state(0), FENCEPOST_PAGE_UNTRACKED);
  EXPECT_TRUE(is_tracked(pages.at(kPage - 4), 8));
  EXPECT_FALSE(is_tracked(pages.at(kPage - 4), 4));
  untrack(pages.at(kPage), 8);
  EXPECT_EQ(pages.state(0), FENCEPOST_PAGE_UNTRACKED);
}

TEST(Tracked, NeighboursOnOnePageKeepEachOther) {
  const Pages pages(2);
  track(pages.at(0), 100);
  track(pages.at(200), 100);
  untrack(pages.at(0), 100);
  EXPECT_GE(pages.state(0), FENCEPOST_PAGE_MAPPED);
  EXPECT_FALSE(is_tracked(pages.at(0), 200));
  EXPECT_TRUE(is_tracked(pages.at(250), 1));
  untrack(pages.at(200), 100);
  EXPECT_EQ(pages.state(0), FENCEPOST_PAGE_UNTRACKED);
}

// As the code of both passes looks at it.
std::set<std::size_t> mapped_units(const Pages& pages, std::size_t page) {
  std::set<std::size_t> units;
  const fencepost_page_map& known = map().shadow().page_maps()[pages.state(page)];
  for (std::size_t unit = 0; unit < 64 * std::size(known.bits); ++unit) {
    if ((known.bits[unit / 64] >> unit % 64 & 1) != 0) units.insert(unit);
  }
  return units;
}

// Whether the code would go on to the tool.
bool is_looked_into(const void* at, std::uint32_t size) {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  const Shadow& shadow = map().shadow();
  const volatile std::uint8_t* byte = shadow.table() + (address / kPage & shadow.mask());
  const std::uint8_t state = *byte;
  if (state == FENCEPOST_PAGE_UNTRACKED) return false;
  const std::uintptr_t unit = address % kPage / FENCEPOST_PAGE_MAP_UNIT;
  const auto* from = reinterpret_cast<const volatile unsigned char*>(shadow.page_maps() + state) + unit / 8;
  std::uint32_t bits = 0;
  for (int i = 3; i >= 0; --i) bits = bits << 8 | from[i];
  std::atomic_thread_fence(std::memory_order_acquire);
  return (bits >> unit % 8 & ((std::uint32_t{1} << (address % 8 + size + 7) / 8) - 1)) != 0 || *byte != state;
}

TEST(Tracked, MapsTellOfEachAccessThatReachesATrackedByte) {
  constexpr std::size_t kBegins[] = {0, 1, 7, 8, 20, 63, 64, 511, 512, 4032, 4088, 4095};
  constexpr std::size_t kSizes[] = {1, 4, 8, 9, 64, 65, 600, kPage};
  constexpr std::uint32_t kWidths[] = {1, 2, 3, 4, 8, 16, 24, 32, 64};
  const Pages pages(5);
  for (const std::size_t begin : kBegins) {
    for (const std::size_t size : kSizes) {
      const std::size_t from = 2 * kPage + begin;
      track(pages.at(from), size);
      for (const std::uint32_t width : kWidths) {
        for (std::size_t at = from - 2 * width; at < from + size + width; ++at) {
          const bool meets = at < from + size && at + width > from;
          // What lies in the same 8 bytes, or on a wholly tracked page, is looked into, too.
          const bool is_near = at / 8 <= (from + size - 1) / 8 && (at + width - 1) / 8 >= from / 8;
          const bool found = is_looked_into(pages.at(at), width);
          ASSERT_TRUE(found || !meets) << begin << " " << size << " " << at << " " << width;
          ASSERT_TRUE(!found || is_near) << begin << " " << size << " " << at << " " << width;
        }
      }
      untrack(pages.at(from), size);
    }
  }
}

TEST(Tracked, MapsAreReadWhileTheyChange) {
  constexpr std::size_t kMany = 700;
  const Pages pages(kMany + 2);
  track(pages.at(104), 8);
  std::atomic<bool> done = false;
  std::atomic<std::uint64_t> missed = 0;
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!done) {
        if (!is_looked_into(pages.at(104), 8) || !is_looked_into(pages.at(97), 8)) ++missed;
      }
    });
  }
  const auto range = [](std::size_t page) { return page * kPage + page % 500 * 8 + kPage; };
  for (int round = 0; round < 40; ++round) {
    for (std::size_t page = 0; page < kMany; ++page) {
      track(pages.at(range(page)), 8);
      // The page of the readers grows and shrinks, and is wholly tracked for a while.
      const std::size_t other = page % 3 == 0 ? 0 : 112;
      const std::size_t size = page % 3 == 0 ? kPage : 8 * (page % 30 + 1);
      track(pages.at(other), size);
      untrack(pages.at(other), size);
      if (page >= 100) untrack(pages.at(range(page - 100)), 8);
    }
    for (std::size_t page = kMany - 100; page < kMany; ++page) untrack(pages.at(range(page)), 8);
  }
  done = true;
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(missed, 0);
  untrack(pages.at(104), 8);
  EXPECT_EQ(pages.state(0), FENCEPOST_PAGE_UNTRACKED);
}

TEST(Tracked, MapsComeBackAfterPagesOfManyRanges) {
  const Pages pages(1);
  for (std::size_t at = 0; at < 40; ++at) track(pages.at(at * 64), 8);
  EXPECT_EQ(pages.state(0), FENCEPOST_PAGE_PARTLY);
  for (std::size_t at = 0; at < 39; ++at) untrack(pages.at(at * 64), 8);
  EXPECT_EQ(mapped_units(pages, 0), (std::set<std::size_t>{39 * 8}));
  untrack(pages.at(39 * 64), 8);
}

TEST(Tracked, MapsTellWhichBytesOfAPageAreTracked) {
  const Pages pages(4);
  track(pages.at(kPage + 20), 8);
  track(pages.at(kPage + 100), 1);
  EXPECT_EQ(mapped_units(pages, 1), (std::set<std::size_t>{2, 3, 12}));
  EXPECT_EQ(mapped_units(pages, 0),
            (std::set<std::size_t>{514, 515}));  // behind its end, as far as an access may reach
  untrack(pages.at(kPage + 20), 8);
  EXPECT_EQ(mapped_units(pages, 1), (std::set<std::size_t>{12}));
  untrack(pages.at(kPage + 100), 1);
  EXPECT_EQ(pages.state(1), FENCEPOST_PAGE_UNTRACKED);
}

TEST(Tracked, PagesBeyondTheNumberOfMapsArePartlyTracked) {
  constexpr std::size_t kMany = 600;
  const Pages pages(kMany);
  for (std::size_t page = 0; page < kMany; page += 2) track(pages.at(page * kPage + 2000), 8);
  std::size_t without = 0;
  for (std::size_t page = 0; page < kMany; page += 2) without += pages.state(page) == FENCEPOST_PAGE_PARTLY ? 1 : 0;
  EXPECT_EQ(without, kMany / 2 - PageMaps::kUsable);
  for (std::size_t page = 0; page < kMany; page += 2) untrack(pages.at(page * kPage + 2000), 8);
  track(pages.at(2000), 8);
  EXPECT_GE(pages.state(0), FENCEPOST_PAGE_MAPPED);
  untrack(pages.at(2000), 8);
}

TEST(Tracked, BuffersStayUntilForgotten) {
  const Pages pages(2);
  track_buffer(pages.at(0), 64);
  track_buffer(pages.at(0), 64);
  track_buffer(pages.at(32), 64);
  EXPECT_TRUE(is_tracked(pages.at(95), 1));
  EXPECT_FALSE(is_tracked(pages.at(96), 1));
  EXPECT_TRUE(forget(pages.at(0), kPage));
  EXPECT_FALSE(is_tracked(pages.at(0), kPage));
  EXPECT_FALSE(forget(pages.at(0), kPage));
}

TEST(Tracked, BuffersRestUntilTheyAreGivenAgain) {
  const Pages pages(2);
  track(pages.at(0), 64);
  for (int round = 0; round < 3; ++round) {
    track_buffer(pages.at(32), 64);
    EXPECT_TRUE(is_tracked(pages.at(95), 1));
    // Not before so much time has passed that it costs next to nothing.
    const auto begin = std::chrono::steady_clock::now();
    while (is_tracked(pages.at(95), 1) && std::chrono::steady_clock::now() - begin < std::chrono::seconds(10))
      rest_buffers();
    EXPECT_FALSE(is_tracked(pages.at(64), 32));
    EXPECT_TRUE(is_tracked(pages.at(0), 64));
  }
  untrack(pages.at(0), 64);
  EXPECT_FALSE(is_tracked(pages.at(0), kPage));
}

TEST(Tracked, ForgettingLeavesWindows) {
  const Pages pages(2);
  track(pages.at(0), 64);
  track_buffer(pages.at(32), 64);
  EXPECT_TRUE(forget(pages.at(0), kPage));
  EXPECT_TRUE(is_tracked(pages.at(0), 1));
  EXPECT_TRUE(is_tracked(pages.at(63), 1));
  EXPECT_FALSE(is_tracked(pages.at(64), 32));
  untrack(pages.at(0), 64);
  EXPECT_FALSE(is_tracked(pages.at(0), kPage));
}

__attribute__((noinline)) std::uintptr_t buffer_in_a_frame() {
  char buffer[256] = {};
  track_buffer(buffer, sizeof buffer);
  EXPECT_TRUE(is_tracked(buffer, sizeof buffer));
  auto address = reinterpret_cast<std::uintptr_t>(buffer);
  return address;  // a number: clang takes a cast in the return for a pointer that escapes
}

TEST(Tracked, BuffersOfReturnedFramesAreForgotten) {
  char here[16] = {};
  const std::uintptr_t gone = buffer_in_a_frame();
  track_buffer(here, sizeof here);
  EXPECT_FALSE(is_tracked(reinterpret_cast<void*>(gone), 256));
  EXPECT_TRUE(is_tracked(here, sizeof here));
  forget(here, sizeof here);
}

TEST(Tracked, NothingIsNoRange) {
  track(nullptr, 10);
  const Pages pages(1);
  track(pages.at(0), 0);
  EXPECT_EQ(pages.state(0), FENCEPOST_PAGE_UNTRACKED);
  EXPECT_FALSE(is_tracked(nullptr, 10));
}

}  // namespace
}  // namespace fencepost::memory
