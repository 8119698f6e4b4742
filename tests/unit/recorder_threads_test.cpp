// Recording by many threads, in signal handlers, and around fork().
#include <cerrno>
#include <csignal>
#include <map>
#include <mutex>
#include <sys/time.h>
#include <sys/wait.h>
#include <thread>

#include "recorder_fixture.h"

namespace fencepost::test {
namespace {

namespace fs = std::filesystem;
using read::Problem;

TEST_F(Recorder, ManyThreadsEachHaveTheirTrace) {
  ASSERT_TRUE(start_in(folder()));
  constexpr int kThreads = 24;
  constexpr std::uint64_t kEvents = 20'000;
  std::map<std::uint64_t, int> seen;
  std::mutex mutex;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&] {
        for (std::uint64_t n = 0; n < kEvents; ++n) record::write(event::FlushBegin{.window = n});
        EXPECT_EQ(record::next_operation(), 1U);
        EXPECT_EQ(record::next_operation(), 2U);
        const std::scoped_lock lock(mutex);
        ++seen[record::current_thread()];
      });
    }
    for (auto& thread : threads) thread.join();
  }
  record::stop();
  ASSERT_EQ(seen.size(), 2U * kThreads);
  const auto directory = open(folder());
  EXPECT_EQ(directory.threads(0).size(), 2U * kThreads);
  for (const auto& [thread, times] : seen) {
    EXPECT_EQ(times, 1);
    const auto numbers = numbers_in(directory, thread);
    EXPECT_EQ(numbers.windows.size(), kEvents);
    EXPECT_TRUE(counts_up_from(0, numbers.windows));
    EXPECT_TRUE(numbers.closed && numbers.intact);
  }
}

TEST_F(Recorder, AThreadGetsTheNumberReservedForIt) {
  ASSERT_TRUE(start_in(folder()));
  const auto number = record::reserve_thread();
  std::thread([] { record::write(event::FenceEnd{}); }).join();  // takes another
  std::thread([number] {
    record::adopt_thread(number, 0);
    EXPECT_EQ(record::current_thread(), number);
    record::write(event::FenceEnd{});
  }).join();
  record::stop();
  Problem problem;
  auto stream = open(folder()).events(0, number, problem);
  ASSERT_TRUE(stream) << problem.sentence;
  const auto begin = stream->next()->get<event::ThreadBegin>();
  EXPECT_EQ(begin.thread, number);
  EXPECT_EQ(begin.creator, 0U);
}

TEST_F(Recorder, AThreadThatHasWrittenIsKnownAndOthersAreNot) {
  ASSERT_TRUE(start_in(folder()));
  std::uint64_t silent = 0, number = 0;
  std::thread([&] { silent = record::current_thread(); }).join();
  std::thread([&] {
    number = record::current_thread();
    record::write(event::FenceEnd{});
  }).join();
  record::stop();
  EXPECT_NE(silent, number);
  EXPECT_EQ(open(folder()).missing_threads(0), std::vector<std::uint64_t>{});
  fs::remove(folder() / "rank-0" / ("thread-" + std::to_string(number) + ".fpt"));
  EXPECT_EQ(open(folder()).missing_threads(0), std::vector<std::uint64_t>{number});
}

struct WritesAtThreadExit {
  ~WritesAtThreadExit() { record::write(event::FlushBegin{.window = 1}); }
};

TEST_F(Recorder, WhatAThreadsDestructorsRecordIsInItsTrace) {
  ASSERT_TRUE(start_in(folder()));
  std::uint64_t number = 0;
  std::thread([&] {
    static thread_local WritesAtThreadExit at_exit;
    (void)at_exit;
    record::write(event::FlushBegin{.window = 0});
    number = record::current_thread();
  }).join();
  const auto numbers = numbers_in(open(folder()), number);
  EXPECT_EQ(numbers.windows.size(), 2U);
  EXPECT_TRUE(numbers.closed) << "although recording goes on";
}

TEST_F(Recorder, StopWhileOthersWriteLeavesWholeTraces) {
  for (int round = 0; round < 20; ++round) {
    const fs::path there = folder_.path() / std::to_string(round);
    ASSERT_TRUE(start_in(there));
    std::atomic<bool> go_on{true};
    std::atomic<int> running{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
      threads.emplace_back([&] {
        for (std::uint64_t n = 0; go_on; ++n) {
          record::write(event::FlushBegin{.window = n});
          record::current_stack();
          if (n == 0) ++running;
        }
      });
    }
    while (running < 3) std::this_thread::yield();
    record::write(event::FenceEnd{});
    record::stop();
    go_on = false;
    for (auto& thread : threads) thread.join();
    const auto directory = open(there);
    ASSERT_EQ(directory.threads(0).size(), 4U);
    for (const auto thread : directory.threads(0)) {
      const auto numbers = numbers_in(directory, thread);
      EXPECT_TRUE(numbers.closed && numbers.intact);
      EXPECT_TRUE(counts_up_from(0, numbers.windows));
    }
  }
}

std::atomic<std::uint64_t> signals_seen{0};
void record_in_handler(int) {
  const int before = errno;
  record::write_from_signal(event::Signal{.number = signals_seen++, .stack = record::current_stack()});
  record::blind_spot("in a handler");
  errno = before;
}

TEST_F(Recorder, ASignalHandlerMayRecord) {
  ASSERT_TRUE(start_in(folder()));
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = record_in_handler;
  action.sa_flags = SA_RESTART;
  sigaction(SIGALRM, &action, &before);
  const itimerval often{{0, 200}, {0, 200}};
  const itimerval never{};
  setitimer(ITIMER_REAL, &often, nullptr);
  constexpr std::uint64_t kEvents = 300'000;
  for (std::uint64_t n = 0; n < kEvents; ++n) {
    record::write(event::FlushBegin{.window = n});
    if (n % 64 == 0) record::define(event::WindowName{.id = n, .name = "window"});
  }
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  record::stop();
  EXPECT_GT(signals_seen, 0U);
  const auto numbers = numbers_in(open(folder()), 0);
  EXPECT_EQ(numbers.windows.size(), kEvents);
  EXPECT_TRUE(counts_up_from(0, numbers.windows));
  EXPECT_TRUE(numbers.intact);
}

TEST_F(Recorder, AForkedChildRecordsNothing) {
  ASSERT_TRUE(start_in(folder()));
  record::write(event::FlushBegin{.window = 0});
  const pid_t child = fork();
  if (child == 0) {
    record::write(event::FlushBegin{.window = 1000});
    record::current_stack();
    record::blind_spot("of the child");
    record::stop();
    _exit(record::active() || start_in(folder()) ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  record::write(event::FlushBegin{.window = 1});
  record::stop();
  auto directory = open(folder());
  const auto numbers = numbers_in(directory, 0);
  EXPECT_EQ(numbers.windows, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_TRUE(numbers.closed && numbers.intact);
  EXPECT_TRUE(directory.definitions(0).blind_spots().empty());
}

}  // namespace
}  // namespace fencepost::test
