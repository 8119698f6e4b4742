// The traces of a running program, as the engine sees them.
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "command/trace_source.h"
#include "recorder/recorder.h"
#include "support/trace_samples.h"

namespace fencepost::command {
namespace {

// The thread's next event (or the one `count` - 1 after it), as soon as the source shows it.
TimedEvent next_of(DirectorySource& source, ThreadName thread, int count = 1) {
  for (;;) {
    const TimedEvent* event = source.events(thread).next();
    if (event == nullptr) {
      source.look_again();
    } else if (--count == 0) {
      return *event;
    }
  }
}

// A recording process of a separate job, and a second thread's trace, which the test writes.
class Following : public ::testing::Test {
 protected:
  void SetUp() override {
    event::Process process;
    process.size = 1;
    ASSERT_TRUE(record::start({.directory = folder_.path().string(), .job = 42}, process));
    record::write(event::WindowSync{});
    ASSERT_EQ(thread_.open(path_.c_str(), {.thread = 1, .job = 42, .start_ticks = record::now_ticks()}), 0);
  }
  void TearDown() override { record::stop(); }

  void follow(bool frees) {
    read::Problem problem;
    directory_ = read::TraceDirectory::open(folder_.path(), problem);
    ASSERT_TRUE(directory_) << problem.sentence;
    source_.emplace(*directory_, addresses_, counts_, pace_);
    ASSERT_TRUE(source_->follow(frees));
  }

  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "rank-0" / "thread-1.fpt";
  record::detail::TraceWriter thread_;
  std::optional<read::TraceDirectory> directory_;
  symbolize::AddressBook addresses_;
  Counts counts_;
  Pace pace_;
  std::optional<DirectorySource> source_;
};

// Times say nothing about it: the thread was stopped after it had read the time of the event and before it wrote it.
TEST_F(Following, WhatAnEventNeedsCanBeReadWhenTheEventWasRead) {
  thread_.append(event::ThreadBegin{.thread = 1, .creator = 1}, record::now_ticks());
  ASSERT_NO_FATAL_FAILURE(follow(false));
  DirectorySource& source = *source_;
  const std::uint64_t time = next_of(source, {ProcessId(0), ThreadId(1)}).time;
  while (source.definitions(ProcessId(0)).next() != nullptr) {
  }
  EXPECT_FALSE(source.definitions_due(ProcessId(0)));

  record::define(event::WindowName{.id = 7, .name = "late"});
  thread_.append(event::WindowSync{.window = 7}, time);
  ASSERT_NE(source.events({ProcessId(0), ThreadId(1)}).next(), nullptr);
  ASSERT_TRUE(source.definitions_due(ProcessId(0)));
  const TimedEvent* definition = source.definitions(ProcessId(0)).next();
  ASSERT_NE(definition, nullptr);
  ASSERT_TRUE(std::holds_alternative<event::WindowName>(definition->event));
  EXPECT_EQ(std::get<event::WindowName>(definition->event).name, "late");
  EXPECT_FALSE(source.definitions_due(ProcessId(0)));
  thread_.close();
}

// A pause comes at any time, from another thread. Between a call and its failure, it would make the call a successful
// one: memory would count as attached that is not.
TEST_F(Following, APauseDoesNotPartACallFromItsFailure) {
  thread_.append(event::ThreadBegin{.thread = 1, .creator = 1}, record::now_ticks());
  thread_.append(event::Attach{.window = 7}, record::now_ticks());
  thread_.append(event::CallFailed{.error_class = 1}, record::now_ticks());
  thread_.append(event::WindowSync{.window = 7}, record::now_ticks());
  ASSERT_NO_FATAL_FAILURE(follow(false));
  ASSERT_TRUE(std::holds_alternative<event::Attach>(next_of(*source_, {ProcessId(0), ThreadId(1)}, 2).event));
  pace_.paused = true;
  const TimedEvent* next = source_->events({ProcessId(0), ThreadId(1)}).next();
  ASSERT_NE(next, nullptr);
  EXPECT_TRUE(std::holds_alternative<event::CallFailed>(next->event));
  EXPECT_EQ(source_->events({ProcessId(0), ThreadId(1)}).next(), nullptr);
  pace_.paused = false;
  EXPECT_TRUE(std::holds_alternative<event::WindowSync>(next_of(*source_, {ProcessId(0), ThreadId(1)}).event));
  thread_.close();
}

// Others of its process wait for a call that may still turn out to be refused, but not forever: its thread may compute
// for an hour after it.
TEST_F(Following, ACallThatMayYetBeRefusedIsAwaitedForAWhile) {
  thread_.append(event::ThreadBegin{.thread = 1, .creator = 1}, record::now_ticks());
  const std::uint64_t time = record::now_ticks();
  thread_.append(event::Attach{.window = 7}, time);
  ASSERT_NO_FATAL_FAILURE(follow(false));
  next_of(*source_, {ProcessId(0), ThreadId(1)});
  const EventStream& events = source_->events({ProcessId(0), ThreadId(1)});
  const auto look = [&] {
    source_->look_again();
    EXPECT_EQ(source_->events({ProcessId(0), ThreadId(1)}).next(), nullptr);
    return events.awaited_until();
  };
  while (look() < time) continue;
  EXPECT_EQ(events.awaited_until(), time);
  while (look() == time) continue;
  EXPECT_GT(events.awaited_until(), time);
  EXPECT_EQ(events.complete_until(), time);
  thread_.close();
}

// Closed before its end was read: no more events come for which it would be examined again.
TEST_F(Following, TheTraceOfAThreadThatHasEndedLeavesTheDisk) {
  thread_.append(event::ThreadBegin{.thread = 1, .creator = 0}, record::now_ticks());
  thread_.append(event::ThreadEnd{}, record::now_ticks());
  thread_.close();
  ASSERT_NO_FATAL_FAILURE(follow(true));
  EventStream& events = source_->events({ProcessId(0), ThreadId(1)});
  for (;;) {
    if (events.next() != nullptr) continue;
    if (events.state() != StreamState::kMore) break;
    source_->look_again();
  }
  source_->thread_done({ProcessId(0), ThreadId(1)});
  EXPECT_FALSE(std::filesystem::exists(path_));
  // The next one gets its file.
  const std::filesystem::path spare = folder_.path() / "rank-0" / "spare-0.fpt";
  ASSERT_TRUE(std::filesystem::exists(spare));
  EXPECT_EQ(std::filesystem::file_size(spare), 0u);
  constexpr int kNext = 1000;
  std::thread([] {
    record::adopt_thread(kNext, 0);
    record::write(event::WindowSync{.window = 5});
  }).join();
  EXPECT_FALSE(std::filesystem::exists(spare));
  source_->look_again();
  bool listed = false;
  source_->list_threads(
      [&](const ListedThread& one) { listed |= one.name == ThreadName{ProcessId(0), ThreadId(kNext)}; });
  ASSERT_TRUE(listed);
  EXPECT_EQ(std::get<event::WindowSync>(next_of(*source_, {ProcessId(0), ThreadId(kNext)}, 2).event).window, 5u);
}

// When its creator names a thread, the thread is opened; so it must be known which one that is before it is named.
TEST_F(Following, AThreadIsToldOfOnceItsBeginningCanBeRead) {
  ASSERT_NO_FATAL_FAILURE(follow(false));
  std::vector<std::pair<int, bool>> told;
  const auto list = [&] {
    source_->look_again();
    told.clear();
    source_->list_threads(
        [&](const ListedThread& one) { told.emplace_back(one.name.thread.number(), one.is_created); });
    return told;
  };
  EXPECT_EQ(list(), (std::vector<std::pair<int, bool>>{{0, false}}));
  EXPECT_TRUE(list().empty());
  thread_.append(event::ThreadBegin{.thread = 1, .creator = 0}, record::now_ticks());
  EXPECT_EQ(list(), (std::vector<std::pair<int, bool>>{{1, true}}));
  EXPECT_TRUE(list().empty());
  thread_.close();
}

// A thread that was killed before its beginning was written is lost completely.
TEST_F(Following, AThreadWithoutABeginningIsToldOfInTheEnd) {
  ASSERT_NO_FATAL_FAILURE(follow(false));
  std::vector<int> told;
  const auto tell = [&](const ListedThread& one) { told.push_back(one.name.thread.number()); };
  source_->list_threads(tell);
  source_->stop_following();
  source_->list_threads(tell);
  EXPECT_EQ(told, (std::vector<int>{0, 1}));
  thread_.close();
}

// One that was killed before it had written anything has lost nothing.
TEST_F(Following, AnEmptyFileOfAThreadIsNoTraceOfIt) {
  ASSERT_NO_FATAL_FAILURE(follow(false));
  std::ofstream(folder_.path() / "rank-0" / "thread-7.fpt").close();
  std::vector<int> told;
  const auto tell = [&](const ListedThread& one) { told.push_back(one.name.thread.number()); };
  source_->look_again();
  source_->list_threads(tell);
  source_->stop_following();
  source_->list_threads(tell);
  EXPECT_EQ(told, (std::vector<int>{0, 1}));
  thread_.close();
}

}  // namespace
}  // namespace fencepost::command
