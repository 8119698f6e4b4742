// Objects that all have freed leave only what is needed to name them; objects that a wrong program left open stay.
#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "script.h"

namespace fencepost::test {
namespace {

// The windows that were gone by the end, and how many of the job's are not.
class Gone : public Observer {
 public:
  void window_gone(const Window& window) override { keys.push_back(window.key); }
  void finished(const Job& job, const EndOfRun&) override {
    left = job.windows().size();
    for (const WindowKey key : keys) {
      named &= job.window(key) != nullptr && job.window(key)->key == key;
      for (const ProcessId process : job.processes()) {
        freed &= job.state(process, key).freed;
        states += job.process(process).window_states.count(key);
      }
    }
  }
  std::vector<WindowKey> keys;
  std::size_t left = 0, states = 0;
  bool named = true, freed = true;
};

TEST(Freed, AWindowThatAllHaveFreedIsGone) {
  Script s(2);
  for (int rank = 0; rank < 2; ++rank) s.add_window(rank, 20, 200, 0x500000, 64, {});
  s.fence_all();
  s.put(0, 1, {});
  s.fence_all();
  s.free_window(0);
  s.free_window(1);
  Gone gone;
  EXPECT_TRUE(run(s, {}, {&gone}).clean());
  EXPECT_EQ(gone.keys, std::vector{WindowKey(100)});
  EXPECT_EQ(gone.left, 1u);
  EXPECT_EQ(gone.states, 0u);
  EXPECT_TRUE(gone.named);
  EXPECT_TRUE(gone.freed);
}

TEST(Freed, FreeingThatIsNoBarrierDoesAsWell) {
  Script s(2, {.info = "no_locks=true\n"});
  s.free_window(0);
  s.free_window(1);
  Gone gone;
  run(s, {}, {&gone});
  EXPECT_EQ(gone.keys, std::vector{WindowKey(100)});
}

TEST(Freed, OneMemberIsNotAll) {
  Script s(2);
  s.free_window(0);
  Gone gone;
  run(s, {}, {&gone});
  EXPECT_EQ(gone.keys, std::vector<WindowKey>{});
  EXPECT_EQ(gone.left, 1u);
}

TEST(Freed, WhatIsLeftOpenStays) {
  Script s(2);
  s.lock(0, 1);
  s.free_window(0);
  s.free_window(1);
  Gone gone;
  EXPECT_EQ(run(s, {}, {&gone}).end.open_access.size(), 1u);
  EXPECT_EQ(gone.keys, std::vector<WindowKey>{});
}

// A damaged trace: the window's communicator is not known, and so neither is who must free it.
TEST(Freed, WhoIsNoMemberDoesNotCount) {
  Script s(2);
  for (int rank = 0; rank < 2; ++rank) {
    s.define(rank, event::Window{.id = 20, .key = 200, .communicator = 77, .base = 0x500000, .size = 64});
    s.event(rank, event::WindowCreateEnd{20});
  }
  s.free_window(1, 20);
  s.barrier();
  s.fence(0, 0, 20);
  Gone gone;
  run(s, {}, {&gone});
  EXPECT_EQ(gone.keys, std::vector<WindowKey>{});
  EXPECT_EQ(gone.left, 2u);
}

// The memory of a window that is gone is free for the next one's, which may be at its address.
TEST(Freed, TheNextOneIsAnother) {
  Script s(2);
  s.fence_all();
  const int old_put = s.put(0, 1, {});
  s.fence_all();
  s.free_window(0);
  s.free_window(1);
  for (int rank = 0; rank < 2; ++rank) s.add_window(rank, 20, 200, kWindow, 64, {});
  const int load = s.load(1, kWindow);
  const int store = s.store(1, kWindow);
  for (int rank = 0; rank < 2; ++rank) s.fence(rank, 0, 20);
  const int put = s.put(0, 1, {.window = 20});
  const int late = s.store(1, kWindow);
  for (int rank = 0; rank < 2; ++rank) s.fence(rank, 0, 20);
  const Result result = run(s);
  EXPECT_EQ(result.find(old_put, load), nullptr);
  EXPECT_EQ(result.find(old_put, store), nullptr);
  EXPECT_TRUE(result.race(put, late));
  EXPECT_EQ(result.conflicts.size(), 1u);
  EXPECT_EQ(result.find(put, late)->first.window, WindowKey(200));
}

// How many definitions exist at the end.
struct Left : Observer {
  void finished(const Job& job, const EndOfRun&) override {
    const Process& process = job.process(ProcessId(0));
    windows = process.windows.size();
    communicators = process.communicators.size();
    datatypes = process.datatypes.size();
  }
  std::size_t windows = 0, communicators = 0, datatypes = 0;
};

TEST(Freed, OfManyTheLastOnesAreRemembered) {
  Script s(2);
  for (std::uint64_t i = 1; i <= 500; ++i) {
    const std::uint64_t id = 1000 * i;
    for (int rank = 0; rank < 2; ++rank) {
      s.define(rank, event::Communicator{.id = id, .key = id, .members = s.all_ranks()});
      s.define(rank, event::Datatype{.id = id + 1, .name = "made", .size = i, .extent = 4});
      s.add_window(rank, id + 2, id + 2, 0x500000, 64, {});
    }
    for (int rank = 0; rank < 2; ++rank) s.free_window(rank, id + 2);
    for (int rank = 0; rank < 2; ++rank) {
      s.event(rank, event::CommunicatorFreed{.communicator = id});
      s.event(rank, event::DatatypeGone{.id = id + 1});
    }
  }
  Left left;
  EXPECT_TRUE(run(s, {}, {&left}).clean());
  EXPECT_LT(left.windows, 300u);
  EXPECT_LT(left.communicators, 300u);
  EXPECT_EQ(left.datatypes, 3u);
}

// Objects that a conflict names can be found, however long they are gone.
struct Names : Observer {
  void conflict(const Job& job, const Conflict& conflict) override {
    for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
      window &= job.window(access->window) != nullptr;
      if (!access->operation) continue;
      const Datatype* const type = job.datatype(access->place.process, access->operation->target_buffer.datatype);
      size = type == nullptr ? 0 : type->size;
    }
  }
  bool window = true;
  std::int64_t size = -1;
};

TEST(Freed, WhatAConflictNamesIsRemembered) {
  Script s(2);
  for (int rank = 0; rank < 2; ++rank) {
    s.define(rank, event::Datatype{.id = 60,
                                   .name = "made",
                                   .size = 12,
                                   .extent = 12,
                                   .runs = s.ints({0, static_cast<int>(BasicType::kInt), 3, 1, 0})});
    s.add_window(rank, 20, 200, 0x500000, 64, {});
  }
  for (int rank = 0; rank < 2; ++rank) s.fence(rank, 0, 20);
  const int put = s.put(0, 1, {.type = 60, .window = 20});
  const int store = s.store(1, 0x500000);
  for (int rank = 0; rank < 2; ++rank) s.fence(rank, 0, 20);
  s.event(0, event::DatatypeGone{.id = 60});
  for (int rank = 0; rank < 2; ++rank) s.free_window(rank, 20);
  for (std::uint64_t key = 300; key < 700; ++key) {
    for (int rank = 0; rank < 2; ++rank) s.add_window(rank, key, key, 0x500000, 64, {});
    for (int rank = 0; rank < 2; ++rank) s.free_window(rank, key);
  }
  Names names;
  EXPECT_TRUE(run(s, {}, {&names}).race(put, store));
  EXPECT_TRUE(names.window);
  EXPECT_EQ(names.size, 12);
}

// The same conflict, found by two parts of the analysis: that of the one stands for both, and what it names.
TEST(Freed, WhatTheConflictOfAnotherPartNamesIsRemembered) {
  constexpr std::uint64_t kBlock = 0x10000;
  Script s(2);
  for (int rank = 0; rank < 2; ++rank) {
    s.define(rank, event::Datatype{.id = 60,
                                   .name = "made",
                                   .size = 8,
                                   .extent = kBlock + 4,
                                   .true_extent = kBlock + 4,
                                   .runs = s.ints({0, static_cast<int>(BasicType::kInt), 1, 2, kBlock})});
    s.add_window(rank, 20, 200, 0x500000, 2 * kBlock, {});
  }
  for (int rank = 0; rank < 2; ++rank) s.fence(rank, 0, 20);
  const int put = s.put(0, 1, {.type = 60, .window = 20});
  const int store = s.store(1, 0x500000, 4, kBlock, 2);
  for (int rank = 0; rank < 2; ++rank) s.fence(rank, 0, 20);
  s.event(0, event::DatatypeGone{.id = 60});
  for (int rank = 0; rank < 2; ++rank) s.free_window(rank, 20);
  for (std::uint64_t key = 300; key < 700; ++key) {
    for (int rank = 0; rank < 2; ++rank) s.add_window(rank, key, key, 0x600000, 64, {});
    for (int rank = 0; rank < 2; ++rank) s.free_window(rank, key);
  }
  constexpr std::uint32_t kParts = 7;
  for (std::uint32_t watched = 0; watched < kParts; ++watched) {
    Names names;
    std::vector<check::FoundConflict> found;
    for (std::uint32_t part = 0; part < kParts; ++part) {
      if (part == watched) continue;
      s.begin_again();
      check::Analyzer other(s, {.part = {part, part + 1, kParts}}, {});
      while (other.advance()) {
      }
      other.close();
      std::ranges::move(other.take_found(), std::back_inserter(found));
    }
    s.begin_again();
    Observer* const observers[] = {&names};
    check::Analyzer analyzer(s, {.part = {watched, watched + 1, kParts}}, observers);
    while (analyzer.advance()) {
    }
    analyzer.close();
    analyzer.add_found(std::move(found));
    analyzer.finish();
    ASSERT_EQ(analyzer.conflicts().size(), 1u);
    const Conflict& conflict = analyzer.conflicts()[0];
    EXPECT_EQ((std::set<int>{Result::line_of(conflict.first), Result::line_of(conflict.second)}),
              (std::set<int>{put, store}));
    EXPECT_TRUE(names.window);
    EXPECT_EQ(names.size, 8);
  }
}

// A thread that is behind the one that reports the end may still use it.
TEST(Freed, ADatatypeStaysForThreadsThatAreBehind) {
  Script s(2);
  s.define(0, event::Datatype{.id = 60,
                              .name = "made",
                              .size = 12,
                              .extent = 12,
                              .runs = s.ints({0, static_cast<int>(BasicType::kInt), 3, 1, 0})});
  s.lock_all();
  s.thread(0, 1);
  s.event(0, event::ThreadBegin{.creator = 1});
  const int put = s.put(0, 1, {.type = 60});
  s.thread(0, 0);
  s.event(0, event::DatatypeGone{.id = 60});
  const int store = s.store(1, kWindow + 8);
  s.unlock_all();
  s.forget_time();
  EXPECT_TRUE(run(s).race(put, store));
}

}  // namespace
}  // namespace fencepost::test
