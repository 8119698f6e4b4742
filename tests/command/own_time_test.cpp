// How much time a job had for itself: on a busy machine less than the clock shows, so that waiting is not mistaken for
// hanging.
#include "command/own_time.h"

#include <csignal>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace fencepost::command {
namespace {

using namespace std::chrono_literals;

// The tasks of a job as they change from look to look, half a second apart.
struct Job {
  OwnTime own_time;
  OwnTime::Clock::time_point now{};
  Tasks tasks;

  Job() { tasks[1] = tasks[2] = {.state = 'S'}; }
  void look() {
    own_time.look(now, tasks);
    now += 500ms;
  }
  void runs(pid_t task, std::chrono::nanoseconds time) {
    tasks[task].ran += time;
    ++tasks[task].turns;
  }
};

TEST(OwnTime, PassesLikeTheClockWhereTasksSleepOrRunAsTheyLike) {
  Job job;
  job.look();
  EXPECT_EQ(job.own_time.passed(), 0ns);
  job.runs(1, 500ms);
  job.tasks[1].state = 'R';
  job.look();
  EXPECT_EQ(job.own_time.passed(), 500ms);
  job.tasks[1].ran += 500ms;  // no other task wanted the processor: the same turn
  job.look();
  EXPECT_EQ(job.own_time.passed(), 1s);
}

TEST(OwnTime, PassesAsFastAsForTheTaskThatWaitedForAProcessorForLongest) {
  Job job;
  job.look();
  job.runs(1, 10ms);
  job.tasks[1].waited += 100ms;
  job.runs(2, 10ms);
  job.tasks[2].waited += 490ms;
  job.look();
  EXPECT_EQ(job.own_time.passed(), 10ms);
}

TEST(OwnTime, TasksThatPollInTurnsHaveTimeEachThoughOneOfThemAlwaysWaits) {
  Job job;
  job.look();
  for (int look = 0; look < 10; ++look) {
    const pid_t polls = 1 + look % 2, waits = 2 - look % 2;
    job.runs(polls, 500ms);
    job.runs(waits, 0ms);
    job.tasks[waits].waited += 500ms;
    job.look();
  }
  EXPECT_EQ(job.own_time.passed(), 2500ms);
}

TEST(OwnTime, StandsStillWhileATaskWantsToRunAndDoesNot) {
  Job job;
  job.tasks[2].state = 'R';
  job.look();
  job.runs(1, 500ms);
  job.look();
  job.look();
  EXPECT_EQ(job.own_time.passed(), 0ns);
  // It ran at last, and only now the kernel reports how long it waited: longer than since the last look.
  job.runs(2, 1ms);
  job.tasks[2].waited += 1499ms;
  job.tasks[2].state = 'S';
  job.look();
  EXPECT_EQ(job.own_time.passed(), 0ns);
  job.look();
  EXPECT_EQ(job.own_time.passed(), 500ms);
}

TEST(OwnTime, StandsStillWhileATaskIsStoppedOrWaitsForADisk) {
  for (const char state : {'T', 't', 'D'}) {
    Job job;
    job.look();
    job.tasks[1].state = state;
    job.look();
    EXPECT_EQ(job.own_time.passed(), 0ns) << state;
  }
}

TEST(OwnTime, ATaskThatIsNewHadNoneYetAndOneThatIsGoneNeedsNone) {
  Job job;
  job.look();
  job.tasks[3] = {.state = 'S'};
  job.look();
  EXPECT_EQ(job.own_time.passed(), 0ns);
  job.tasks.erase(1);
  job.look();
  EXPECT_EQ(job.own_time.passed(), 500ms);
}

TEST(OwnTime, BeginsAgainWithNothing) {
  Job job;
  job.look();
  job.look();
  job.own_time.restart();
  job.look();
  EXPECT_EQ(job.own_time.passed(), 0ns);
}

TEST(OwnTime, TheKernelTellsOfEveryThreadOfAProcess) {
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (;;) pause();
  }
  ASSERT_EQ(kill(child, SIGSTOP), 0);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, WUNTRACED), child);
  const Tasks tasks = tasks_of({child, getpid()});
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  ASSERT_TRUE(tasks.contains(child));
  EXPECT_EQ(tasks.at(child).state, 'T');
  EXPECT_GT(tasks.at(child).turns, 0u);
  ASSERT_TRUE(tasks.contains(getpid()));
  EXPECT_EQ(tasks.at(getpid()).state, 'R');
  EXPECT_TRUE(tasks_of({child}).empty());
}

}  // namespace
}  // namespace fencepost::command
