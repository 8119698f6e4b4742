// How long a job that records nothing may continue.
#include "command/hang_watch.h"

#include <chrono>
#include <thread>
#include <unistd.h>

#include <gtest/gtest.h>

#include "recorder/recorder.h"
#include "support/trace_samples.h"

namespace fencepost::command {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kWorld = 1, kAnother = 2;  // communicators

// Whether the watch gives up a process within that time, if it is in a collective call on this many bytes.
bool gives_up(std::int64_t bytes, std::chrono::milliseconds within, std::uint64_t communicator = kAnother) {
  const test::TemporaryFolder folder;
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  event::Process process;
  process.size = 1;
  process.host = host;
  EXPECT_TRUE(record::start({.directory = folder.path().string(), .job = 42}, process));
  record::define(event::Datatype{.id = 1, .size = 1, .extent = 1, .true_extent = 1});
  const Buffer buffer{.address = 4096, .count = bytes, .datatype = 1};
  record::write(event::CollectiveBegin{.communicator = communicator, .writes = {&buffer, 1}});
  HangWatch watch(folder.path(), folder.path(), 50ms);
  bool hangs = false;
  for (const auto end = HangWatch::Clock::now() + within; !hangs && HangWatch::Clock::now() < end;) {
    hangs = watch.hangs();
    std::this_thread::sleep_for(5ms);
  }
  record::stop();
  return hangs;
}

TEST(HangWatch, ACallWithoutDataIsGivenUpAfterTheTimeOut) {
  EXPECT_TRUE(gives_up(0, 20s));
}

TEST(HangWatch, ACallThatMovesMuchDataIsGivenTimeForIt) {
  EXPECT_FALSE(gives_up(1'000'000'000, 3s));
  EXPECT_TRUE(gives_up(60'000'000, 20s));
}

TEST(HangWatch, ACallInWhichAllProcessesAreIsGivenTime) {
  EXPECT_FALSE(gives_up(0, 400ms, kWorld));
  EXPECT_TRUE(gives_up(0, 20s, kWorld));
}

}  // namespace
}  // namespace fencepost::command
