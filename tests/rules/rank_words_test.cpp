// How findings tell ranks of a window that not all processes have: as calls name them, beside the rank in
// MPI_COMM_WORLD, and never the one in place of the other. And numbers that are no rank.
#include <gtest/gtest.h>

#include "check/analysis.h"
#include "checks/checks.h"
#include "registry/rule_ids.h"
#include "scenario/scenario.h"

namespace fencepost::test {
namespace {

// All sentences of the findings.
std::string told_of(Scenario& scenario) {
  ScenarioSymbolizer symbolizer;
  Checks checks(symbolizer, {});
  Observer* const observers[] = {&checks};
  check::Analyzer analyzer(scenario, {}, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  std::string text;
  for (const Finding& finding : checks.findings()) {
    text += finding.rule + ": " + finding.message + "\n" + finding.suggestion + "\n";
    for (const std::string& sentence : finding.why) text += sentence + "\n";
  }
  return text;
}

// Of three processes the last two have the window: rank 0 of it is rank 1 of MPI_COMM_WORLD, and rank 1 is rank 2.
class RanksOfAWindow : public testing::Test {
 protected:
  Win window(WindowShape shape = {}) {
    shape.communicator = s.communicator({.members = {1, 2}});
    shape.without = {0};
    return s.window(shape);
  }
  void expect(std::string_view part) {
    const std::string text = told_of(s);
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  Scenario s{3};
};

TEST_F(RanksOfAWindow, TargetOfAStartThatIsTooEarly) {
  const Win win = window();
  s[2].post(win, {0}, kNoCheck);
  s[1].start(win, {1}, kNoCheck).complete(win);
  s[2].wait(win);
  s.end();
  expect("nothing makes sure that rank 1 of the window (rank 2) has returned from MPI_Win_post");
}

TEST_F(RanksOfAWindow, TargetThatIsMissingInTheGroupOfAStart) {
  const Win win = window();
  s[1].post(win, {0});
  s[1].start(win, {0}).put(win, 0).put(win, 1).complete(win);
  s[1].wait(win);
  s.end();
  expect("has to name rank 1 of the window (rank 2)");
}

TEST_F(RanksOfAWindow, TargetsOfALockForOneOfThem) {
  const Win win = window();
  s[1].lock(win, 0).put(win, 0).put(win, 1, {.displacement = 4}).unlock(win, 0);
  s.end();
  expect("rank 1 accesses ranks 0 and 1 of the window (ranks 1 and 2) in it");
}

TEST_F(RanksOfAWindow, ThoseThatDisagreeOnAnInfo) {
  window({.infos = {"", "same_size=true\n", "same_size=false\n"}});
  s.end();
  expect("\"true\" on rank 1 (rank 0 of the window), \"false\" on rank 2 (rank 1 of the window).");
}

TEST_F(RanksOfAWindow, ThoseThatBreakThePromiseOfOneSize) {
  window({.sizes = {800, 800, 400}, .infos = {"same_size=true\n"}});
  s.end();
  expect("its size is 800 on rank 1 (rank 0 of the window) and 400 on rank 2 (rank 1 of the window).");
}

TEST_F(RanksOfAWindow, TheOneThatPromisedNoLocks) {
  const Win win = window({.infos = {"", "", "no_locks=true\n"}});
  s[1].lock(win, 1).unlock(win, 1);
  s.end();
  expect("for which rank 2 (rank 1 of the window) passed no_locks=true.");
}

TEST_F(RanksOfAWindow, OwnerOfASegment) {
  const Win win = window({.flavor = WindowFlavor::kAllocateShared, .infos = {"alloc_shared_noncontig=true\n"}});
  s[1].load(s.address(win, 2));
  s.end();
  expect("Rank 1 accesses the segment of rank 2 (rank 1 of the window) of");
}

TEST_F(RanksOfAWindow, OriginThatAPostLacks) {
  const Win win = window();
  s[2].post(win, {1});
  s[1].start(win, {1});
  s[1].raw(event::CompleteBegin{.stack = 8, .window = win.id});
  s.stop(1);
  s[2].start(win, {1}).complete(win).wait(win).finalize();
  s[0].finalize();
  expect("has to name rank 0 of the window (rank 1)");
}

// A number that MPI_ROOT, or all ranks, have in another library, or in Fencepost.
TEST(NoRank, IsToldAsTheProgramGaveIt) {
  for (const std::int64_t given : {-3, -4, -100}) {
    Scenario s(2);
    const Win win = s.window();
    s[0].lock_all(win).put(win, given - kNoRankOffset, {.outcome = 1}).unlock_all(win);
    s.end();
    const std::string text = told_of(s);
    EXPECT_NE(text.find("with target rank " + std::to_string(given) + ","), std::string::npos) << text;
  }
}

TEST(NoRank, IsNotAllRanks) {
  Scenario s(2);
  const Win win = s.window();
  s[0].lock(win, -4 - kNoRankOffset).unlock(win, -4 - kNoRankOffset);
  s.end();
  const std::string text = told_of(s);
  EXPECT_NE(text.find("with target rank -4,"), std::string::npos) << text;
}

TEST(NoRank, IsNotARootOrAnySource) {
  Scenario s(2);
  const Win win = s.window();
  s[0].lock_all(win).put(win, kRootOfIntercommunicator, {.outcome = 1}).unlock_all(win);
  s.end();
  EXPECT_NE(told_of(s).find("with target rank MPI_ROOT,"), std::string::npos);
}

}  // namespace
}  // namespace fencepost::test
