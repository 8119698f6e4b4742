// The traces of a run that goes on, as the engine gets to see them.
#include <filesystem>

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

// Times tell nothing about it: the thread was stopped after it had taken the time of the event and before it wrote it.
TEST(Following, WhatAnEventNeedsCanBeReadWhenTheEventWasRead) {
  const test::TemporaryFolder folder;
  event::Process process;
  process.size = 1;
  ASSERT_TRUE(record::start({.directory = folder.path().string(), .job = 42}, process));
  record::write(event::WindowSync{});
  const std::string path = (folder.path() / "rank-0" / "thread-1.fpt").string();
  record::detail::TraceWriter late;
  ASSERT_EQ(late.open(path.c_str(), {.thread = 1, .job = 42, .start_ticks = record::now_ticks()}), 0);
  late.append(event::ThreadBegin{.thread = 1, .creator = 1}, record::now_ticks());

  read::Problem problem;
  auto directory = read::TraceDirectory::open(folder.path(), problem);
  ASSERT_TRUE(directory) << problem.sentence;
  symbolize::AddressBook addresses;
  Counts counts;
  DirectorySource source(*directory, addresses, counts);
  ASSERT_TRUE(source.follow(false));
  const std::uint64_t time = next_of(source, {0, 1}).time;
  while (source.definitions(0).next() != nullptr) {
  }
  EXPECT_FALSE(source.definitions_due(0));

  record::define(event::WindowName{.id = 7, .name = "late"});
  late.append(event::WindowSync{.window = 7}, time);
  ASSERT_NE(source.events({0, 1}).next(), nullptr);
  ASSERT_TRUE(source.definitions_due(0));
  const TimedEvent* definition = source.definitions(0).next();
  ASSERT_NE(definition, nullptr);
  ASSERT_TRUE(std::holds_alternative<event::WindowName>(definition->event));
  EXPECT_EQ(std::get<event::WindowName>(definition->event).name, "late");
  EXPECT_FALSE(source.definitions_due(0));
  late.close();
  record::stop();
}

// Closed before its end was read: nothing more comes that it would be looked at again for.
TEST(Following, TheTraceOfAThreadThatHasEndedLeavesTheDisk) {
  const test::TemporaryFolder folder;
  event::Process process;
  process.size = 1;
  ASSERT_TRUE(record::start({.directory = folder.path().string(), .job = 42}, process));
  record::write(event::WindowSync{});
  const std::filesystem::path path = folder.path() / "rank-0" / "thread-1.fpt";
  record::detail::TraceWriter thread;
  ASSERT_EQ(thread.open(path.c_str(), {.thread = 1, .job = 42, .start_ticks = record::now_ticks()}), 0);
  thread.append(event::ThreadBegin{.thread = 1, .creator = 0}, record::now_ticks());
  thread.append(event::ThreadEnd{}, record::now_ticks());
  thread.close();

  read::Problem problem;
  auto directory = read::TraceDirectory::open(folder.path(), problem);
  ASSERT_TRUE(directory) << problem.sentence;
  symbolize::AddressBook addresses;
  Counts counts;
  DirectorySource source(*directory, addresses, counts);
  ASSERT_TRUE(source.follow(true));
  EventStream& events = source.events({0, 1});
  for (;;) {
    if (events.next() != nullptr) continue;
    if (events.state() != StreamState::kMore) break;
    source.look_again();
  }
  source.thread_done({0, 1});
  EXPECT_FALSE(std::filesystem::exists(path));
  record::stop();
}

}  // namespace
}  // namespace fencepost::command
