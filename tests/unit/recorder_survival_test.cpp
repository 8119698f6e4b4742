// What remains of a trace when its process is killed, its disk is full, or its descriptors are closed.
#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <thread>

#include "recorder_fixture.h"

namespace fencepost::test {
namespace {

namespace fs = std::filesystem;
using read::Problem;

// Runs recorder_victim, because what happens to it must not happen to us.
pid_t start_victim(const char* name, const fs::path& folder) {
  const pid_t victim = fork();
  if (victim != 0) return victim;
  execl(FENCEPOST_RECORDER_VICTIM, "recorder_victim", name, folder.c_str(), static_cast<char*>(nullptr));
  _exit(127);
}
int wait_for(pid_t victim) {
  int status = 0;
  waitpid(victim, &status, 0);
  return status;
}

TEST_F(Recorder, AKilledProcessLosesNothingItHasWritten) {
  Progress& progress = shared_progress(folder_.path() / "progress");
  const pid_t victim = start_victim("writes_until_it_is_killed", folder_.path());
  while (progress.written[0] < 100'000 || progress.written[1] < 100'000) {
    ASSERT_EQ(waitpid(victim, nullptr, WNOHANG), 0) << "it died too early";
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(victim, SIGKILL);
  wait_for(victim);
  const auto directory = open(folder());
  ASSERT_EQ(directory.threads(0).size(), 2U);
  for (const int thread : {0, 1}) {
    const auto numbers = numbers_in(directory, static_cast<std::uint64_t>(thread));
    EXPECT_GE(numbers.windows.size(), progress.written[thread]);
    EXPECT_LE(numbers.windows.size(), progress.written[thread] + 1);
    EXPECT_TRUE(counts_up_from(0, numbers.windows));
    EXPECT_TRUE(numbers.intact);
    EXPECT_FALSE(numbers.closed);
  }
}

TEST_F(Recorder, ARunningProcessCanBeFollowed) {
  Progress& progress = shared_progress(folder_.path() / "progress");
  const pid_t victim = start_victim("writes_until_it_is_killed", folder_.path());
  while (progress.written[0] < 1000) std::this_thread::yield();
  Problem problem;
  auto stream = open(folder()).events(0, 0, problem);
  ASSERT_TRUE(stream) << problem.sentence;
  std::uint64_t next = 0;
  bool in_order = true;
  const auto read_all = [&] {
    while (const auto* recorded = stream->next()) {
      if (const auto* flush = recorded->get_if<event::FlushBegin>()) in_order = in_order && flush->window == next++;
    }
  };
  while (next < 200'000 && in_order && stream->problems().empty()) {
    read_all();
    stream->poll();
  }
  kill(victim, SIGKILL);
  wait_for(victim);
  stream->poll();
  read_all();
  EXPECT_TRUE(in_order);
  EXPECT_TRUE(stream->problems().empty()) << stream->problems().front().sentence;
  EXPECT_GE(next, progress.written[0]);
  EXPECT_LE(next, progress.written[0] + 1);
}

TEST_F(Recorder, AFileSizeLimitEndsTheTraceNotTheProgram) {
  EXPECT_EQ(wait_for(start_victim("meets_a_file_size_limit", folder_.path())), 0);
  const auto numbers = numbers_in(open(folder()), 0);
  EXPECT_GT(numbers.windows.size(), 10'000U);
  EXPECT_LT(numbers.windows.size(), 2'000'000U);
  EXPECT_TRUE(counts_up_from(0, numbers.windows));
  EXPECT_EQ(numbers.lost, std::vector<std::string>{"the trace could not be written any more: File too large"});
  EXPECT_TRUE(numbers.intact && numbers.closed);
}

// A disk of two megabytes in a mount namespace of its own, so that it works without being root and leaves nothing
// behind.
TEST_F(Recorder, AFullDiskEndsTheTraceNotTheProgram) {
  const int status = wait_for(start_victim("meets_a_full_disk", folder_.path()));
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  if (WEXITSTATUS(status) == 77) GTEST_SKIP() << "this system lets nobody mount a small disk";
  ASSERT_EQ(WEXITSTATUS(status), 0);
  const auto directory = open(folder());
  ASSERT_EQ(directory.threads(0).size(), 2U);
  for (const auto thread : directory.threads(0)) {
    const auto numbers = numbers_in(directory, thread);
    EXPECT_GT(numbers.windows.size(), 10'000U);
    EXPECT_TRUE(counts_up_from(0, numbers.windows));
    EXPECT_EQ(numbers.lost,
              std::vector<std::string>{"the trace could not be written any more: No space left on device"});
    EXPECT_TRUE(numbers.intact && numbers.closed);
  }
}

TEST_F(Recorder, AProgramThatcloses_all_descriptorsIsRecordedAndUnharmed) {
  EXPECT_EQ(wait_for(start_victim("closes_all_descriptors", folder_.path())), 0);
  const auto numbers = numbers_in(open(folder()), 0);
  EXPECT_EQ(numbers.windows.size(), 1'000'000U);
  EXPECT_TRUE(numbers.closed && numbers.intact);
}

}  // namespace
}  // namespace fencepost::test
