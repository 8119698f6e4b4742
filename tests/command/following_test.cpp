// The traces of a run that goes on, as the engine gets to see them.
#include <filesystem>
#include <optional>

#include <gtest/gtest.h>

#include "command/trace_source.h"
#include "recorder/recorder.h"
#include "support/trace_samples.h"

namespace fencepost::command {
namespace {

// The next event of the thread, as soon as the source shows it.
TimedEvent next_of(DirectorySource& source, ThreadName thread) {
  for (;;) {
    if (const TimedEvent* event = source.events(thread).next()) return *event;
    source.look_again();
  }
}

// A process of its own job that records, and a second thread's trace, which the test writes.
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
    source_.emplace(*directory_, addresses_, counts_);
    ASSERT_TRUE(source_->follow(frees));
  }

  const test::TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_.path() / "rank-0" / "thread-1.fpt";
  record::detail::TraceWriter thread_;
  std::optional<read::TraceDirectory> directory_;
  symbolize::AddressBook addresses_;
  Counts counts_;
  std::optional<DirectorySource> source_;
};

// Times tell nothing about it: the thread was stopped after it had taken the time of the event and before it wrote it.
TEST_F(Following, WhatAnEventNeedsCanBeReadWhenTheEventWasRead) {
  thread_.append(event::ThreadBegin{.thread = 1, .creator = 1}, record::now_ticks());
  ASSERT_NO_FATAL_FAILURE(follow(false));
  DirectorySource& source = *source_;
  const std::uint64_t time = next_of(source, {0, 1}).time;
  while (source.definitions(0).next() != nullptr) {
  }
  EXPECT_FALSE(source.definitions_due(0));

  record::define(event::WindowName{.id = 7, .name = "late"});
  thread_.append(event::WindowSync{.window = 7}, time);
  ASSERT_NE(source.events({0, 1}).next(), nullptr);
  ASSERT_TRUE(source.definitions_due(0));
  const TimedEvent* definition = source.definitions(0).next();
  ASSERT_NE(definition, nullptr);
  ASSERT_TRUE(std::holds_alternative<event::WindowName>(definition->event));
  EXPECT_EQ(std::get<event::WindowName>(definition->event).name, "late");
  EXPECT_FALSE(source.definitions_due(0));
  thread_.close();
}

// Closed before its end was read: nothing more comes that it would be looked at again for.
TEST_F(Following, TheTraceOfAThreadThatHasEndedLeavesTheDisk) {
  thread_.append(event::ThreadBegin{.thread = 1, .creator = 0}, record::now_ticks());
  thread_.append(event::ThreadEnd{}, record::now_ticks());
  thread_.close();
  ASSERT_NO_FATAL_FAILURE(follow(true));
  EventStream& events = source_->events({0, 1});
  for (;;) {
    if (events.next() != nullptr) continue;
    if (events.state() != StreamState::kMore) break;
    source_->look_again();
  }
  source_->thread_done({0, 1});
  EXPECT_FALSE(std::filesystem::exists(path_));
}

}  // namespace
}  // namespace fencepost::command
