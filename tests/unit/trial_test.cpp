// Fixes tried on artificial runs: which pass, which do not help, which would break something else.
#include "trial/trial.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "checks/checks.h"
#include "registry/rule_ids.h"
#include "scenario/scenario.h"

namespace fencepost::trial {
namespace {

using test::Scenario;
using test::Win;
using Script = std::function<void(Scenario&)>;

// The findings of the run with the fixes that are left of them.
std::vector<Finding> advised(const Script& script, std::string_view rule, const Fixes& fixes, int ranks = 2,
                             const std::function<bool()>& given_up = {}) {
  test::ScenarioSymbolizer symbolizer;
  const auto open = [&]() -> std::unique_ptr<TraceSource> {
    auto scenario = std::make_unique<Scenario>(ranks);
    script(*scenario);
    return scenario;
  };
  Checks checks(symbolizer, {});
  Observer* observers[] = {&checks};
  const auto source = open();
  check::Analyzer analyzer(*source, {}, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  std::vector<Finding> findings = checks.findings();
  for (Finding& finding : findings) finding.fixes = finding.rule == rule ? fixes : Fixes();
  try_fixes(findings, {.open = open, .symbolizer = symbolizer, .engine = {}, .rules = {}, .given_up = given_up},
            1'000'000);
  return findings;
}

FixPlace place(int line, std::string call) {
  return {.at = {.file = "case.c", .line = line},
          .name = call + " at case.c:" + std::to_string(line),
          .rank = 0,
          .call = std::move(call)};
}

// Rank 0 puts and enters a barrier, after which rank 1 loads.
struct PutAndLoad {
  int put = 0, barrier = 0;
  Script script = [this](Scenario& s) {
    const Win win = s.window();
    for (const int rank : {0, 1}) s[rank].lock_all(win);
    put = __LINE__ + 1;
    s[0].put(win, 1);
    barrier = __LINE__ + 1;
    for (const int rank : {0, 1}) s[rank].barrier();
    s[1].load(s.address(win, 1));
    for (const int rank : {0, 1}) s[rank].unlock_all(win);
    s.end();
  };
};

Fix flush(const PutAndLoad& run, std::string target) {
  return {.kind = FixKind::kAdd,
          .purpose = FixPurpose::kComplete,
          .call = {.function = "MPI_Win_flush", .arguments = {std::move(target), "win"}},
          .side = FixSide::kBefore,
          .place = place(run.barrier, "MPI_Barrier"),
          .operation = place(run.put, "MPI_Put")};
}

const Finding& only(const std::vector<Finding>& findings, std::string_view rule) {
  for (const Finding& finding : findings)
    if (finding.rule == rule) return finding;
  ADD_FAILURE() << "no finding of " << rule;
  return findings.front();
}

// The one finding of the rule keeps the fix, which has passed.
void expect_tried(const Script& script, std::string_view rule, const Fix& fix) {
  const auto findings = advised(script, rule, {fix});
  const Finding& finding = only(findings, rule);
  ASSERT_EQ(finding.fixes.size(), 1u);
  EXPECT_TRUE(finding.fixes[0].tried) << finding.suggestion;
}

TEST(Trial, AFlushThatCompletesTheOperationPasses) {
  PutAndLoad run;
  Scenario lines(2);
  run.script(lines);
  const auto findings = advised(run.script, rule::kOperationAndLocalAccess, {flush(run, "1")});
  const Finding& race = only(findings, rule::kOperationAndLocalAccess);
  ASSERT_EQ(race.fixes.size(), 1u);
  EXPECT_TRUE(race.fixes[0].tried);
  EXPECT_NE(race.suggestion.find("Tried on the recorded run"), std::string::npos) << race.suggestion;
}

TEST(Trial, NothingIsTriedForWhoeverDoesNotWait) {
  PutAndLoad run;
  Scenario lines(2);
  run.script(lines);
  for (const int last : {0, 1, 2, 3}) {
    int asked = 0;
    const auto given_up = [&] { return asked++ >= last; };
    const auto findings = advised(run.script, rule::kOperationAndLocalAccess, {flush(run, "1")}, 2, given_up);
    const Finding& race = only(findings, rule::kOperationAndLocalAccess);
    ASSERT_EQ(race.fixes.size(), 1u) << "it stays as it is";
    EXPECT_FALSE(race.fixes[0].tried);
    EXPECT_EQ(asked, last + 1) << "no other replay begins";
  }
}

TEST(Trial, AFlushOfAnotherRankDoesNot) {
  PutAndLoad run;
  Scenario lines(2);
  run.script(lines);
  const auto findings = advised(run.script, rule::kOperationAndLocalAccess, {flush(run, "0"), flush(run, "1")});
  const Finding& race = only(findings, rule::kOperationAndLocalAccess);
  ASSERT_EQ(race.fixes.size(), 1u) << "the one that fails is not offered";
  EXPECT_EQ(race.fixes[0].call.arguments[0], "1");
}

TEST(Trial, WhereNothingPassesItIsSaidWhatHasToHold) {
  PutAndLoad run;
  Scenario lines(2);
  run.script(lines);
  const auto findings = advised(run.script, rule::kOperationAndLocalAccess, {flush(run, "0")});
  const Finding& race = only(findings, rule::kOperationAndLocalAccess);
  ASSERT_EQ(race.fixes.size(), 1u);
  EXPECT_EQ(race.fixes[0].kind, FixKind::kMustHold);
  EXPECT_FALSE(race.fixes[0].tried);
}

// Rank 0 puts and rank 1 loads, with nothing between: the source, beside which this runs, says where both come through.
class Meeting : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "trial_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    before_ = std::filesystem::current_path();
    std::filesystem::current_path(folder_ = pattern);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }
  // `between` stands between the two statements.
  bool is_tried(const std::string& between) {
    int put = 0, load = 0;
    const Script script = [&](Scenario& s) {
      const Win win = s.window();
      for (const int rank : {0, 1}) s[rank].lock_all(win);
      put = __LINE__ + 1;
      s[0].put(win, 1);
      for (const int rank : {0, 1}) s[rank].sync(win);
      load = __LINE__ + 1;
      s[1].load(s.address(win, 1));
      for (const int rank : {0, 1}) s[rank].unlock_all(win);
      s.end();
    };
    Scenario lines(2);
    script(lines);
    std::ofstream source("case.c");
    for (int line = 1; line < load + 20; ++line)
      source << (line == 1           ? "int main(void) {"
                 : line == put       ? "  MPI_Put(a, win);"
                 : line == put + 1   ? between
                 : line == load      ? "  b = m[0];"
                 : line == load + 10 ? "}"
                                     : "")
             << "\n";
    source.close();
    Fix fix{.kind = FixKind::kAdd,
            .purpose = FixPurpose::kOrder,
            .call = {.function = "MPI_Win_flush", .arguments = {"1", "win"}},
            .place = place(put, "MPI_Put"),
            .met_by = FixMeeting{.rank = 1, .before = place(load, "")},
            .operation = place(put, "MPI_Put")};
    fix.met_by->before.name = "the load";
    const auto findings = advised(script, rule::kOperationAndLocalAccess, {fix});
    const Finding& race = only(findings, rule::kOperationAndLocalAccess);
    return race.fixes.size() == 1 && race.fixes[0].tried;
  }

  std::filesystem::path before_, folder_;
};

TEST_F(Meeting, IsTriedWhereAllComeThrough) {
  EXPECT_TRUE(is_tried(""));
}

TEST_F(Meeting, IsNotTriedWhereTheSourceDoesNotSayIt) {
  EXPECT_FALSE(is_tried("} int other(void) {"));
  EXPECT_FALSE(is_tried("while (!*flag) {}"));
}

// In each round of a loop rank 0 puts and rank 1 reads, an element of its own or one of another round; with a call of
// its own or without any. The barrier would stand between the two.
bool barrier_is_tried_in_loop(bool others, bool calls) {
  int put = 0, read = 0;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    for (const int rank : {0, 1}) s[rank].lock_all(win);
    for (int i = 0; i < 4; ++i) {
      const int element = others ? 3 - i : i;
      put = __LINE__ + 1;
      s[0].put(win, 1, {.displacement = i});
      read = __LINE__ + 1;
      calls ? s[1].get(win, 1, {.displacement = element})
            : s[1].load(s.address(win, 1, static_cast<std::uint64_t>(8 * element)));
    }
    for (const int rank : {0, 1}) s[rank].unlock_all(win);
    s.end();
  };
  Scenario lines(2);
  script(lines);
  std::ofstream source("case.c");
  for (int line = 1; line < read + 20; ++line)
    source << (line == 1           ? "int main(void) {"
               : line == put - 1   ? "  for (i = 0; i < 4; i++) {"
               : line == put       ? "    MPI_Put(a, win);"
               : line == read      ? (calls ? "    MPI_Get(a, win);" : "    b = m[i];")
               : line == read + 1  ? "  }"
               : line == read + 10 ? "}"
                                   : "")
           << "\n";
  source.close();
  Fix fix{.kind = FixKind::kAdd,
          .purpose = FixPurpose::kOrder,
          .call = {.function = "MPI_Win_flush", .arguments = {"1", "win"}},
          .place = place(put, "MPI_Put"),
          .met_by = FixMeeting{.rank = 1, .before = place(read, calls ? "MPI_Get" : "")},
          .operation = place(put, "MPI_Put")};
  fix.met_by->before.name = "the other access";
  const std::string_view rule = calls ? rule::kConflictingOperations : rule::kOperationAndLocalAccess;
  const auto findings = advised(script, rule, {fix});
  const Finding& race = only(findings, rule);
  return race.fixes.size() == 1 && race.fixes[0].tried;
}

TEST_F(Meeting, IsOfEachRoundOfALoop) {
  EXPECT_TRUE(barrier_is_tried_in_loop(false, true));
  EXPECT_FALSE(barrier_is_tried_in_loop(true, true));
}

TEST_F(Meeting, IsNotTriedWhereARankShowsNoRounds) {
  EXPECT_FALSE(barrier_is_tried_in_loop(false, false));
  EXPECT_FALSE(barrier_is_tried_in_loop(true, false));
}

TEST_F(Meeting, IsNotTriedWhereOneWaitsByOtherMeans) {
  EXPECT_FALSE(is_tried("sem_wait(semaphore);"));
  EXPECT_FALSE(is_tried("while (read(pipe, &c, 1) != 1) {}"));
  EXPECT_FALSE(is_tried("if (read(pipe, &c, 1) != 1) abort();"));
  EXPECT_TRUE(is_tried("fread(buffer, 1, 1, file);"));
}

// A buffer is stored to before the fence of a loop that only rank 1 has put in.
struct ReusedBuffer {
  int put = 0, store = 0, fence = 0;
  Script script = [this](Scenario& s) {
    const Win win = s.window();
    const std::uint64_t buffer = 0x7000000;
    for (int i = 0; i < 3; ++i) {
      store = __LINE__ + 1;
      s[1].store(buffer);
      fence = __LINE__ + 1;
      for (const int rank : {0, 1}) s[rank].fence(win);
      put = __LINE__ + 1;
      s[1].put(win, 0, {.displacement = i, .buffer = buffer});
    }
    for (const int rank : {0, 1}) s[rank].fence(win);
    s.end();
  };
};

TEST(Trial, AFenceThatOneRankReachesWouldHang) {
  ReusedBuffer run;
  Scenario lines(2);
  run.script(lines);
  const Fix fence{.kind = FixKind::kAdd,
                  .purpose = FixPurpose::kComplete,
                  .call = {.function = "MPI_Win_fence", .arguments = {"0", "win"}, .on_all_ranks = true},
                  .place = place(run.put, "MPI_Put"),
                  .operation = place(run.put, "MPI_Put")};
  const auto findings = advised(run.script, rule::kOriginBufferReused, {fence});
  const Finding& race = only(findings, rule::kOriginBufferReused);
  ASSERT_EQ(race.fixes.size(), 1u);
  EXPECT_EQ(race.fixes[0].kind, FixKind::kMustHold);
  EXPECT_NE(race.suggestion.find("all ranks"), std::string::npos) << race.suggestion;
}

TEST(Trial, AStoreThatIsMovedAfterTheFencePasses) {
  ReusedBuffer run;
  Scenario lines(2);
  run.script(lines);
  const Fix move{.kind = FixKind::kMove,
                 .purpose = FixPurpose::kComplete,
                 .place = place(run.fence, "MPI_Win_fence"),
                 .moved = place(run.store, "")};
  expect_tried(run.script, rule::kOriginBufferReused, move);
}

// Rank 0 loads too early. It is killed before rank 1, or rank 1 with it: that must make no difference.
TEST(Trial, AMoveIsTriedInARunThatWasCutOff) {
  for (const bool cut : {false, true}) {
    int load = 0, barrier = 0;
    const Script script = [&](Scenario& s) {
      const Win win = s.window();
      for (const int rank : {0, 1}) s[rank].lock_all(win);
      s[1].put(win, 0).flush(win, 0);
      load = __LINE__ + 1;
      s[0].load(s.address(win, 0));
      barrier = __LINE__ + 1;
      for (const int rank : {0, 1}) s[rank].barrier();
      for (const int rank : {0, 1}) s[rank].unlock_all(win);
      if (cut) {
        s[1].raw(event::WindowFreeBegin{.stack = __LINE__, .window = win.id});
        for (const int rank : {0, 1}) s.stop(rank);
      } else {
        s.end();
      }
    };
    Scenario lines(2);
    script(lines);
    const Fix move{.kind = FixKind::kMove,
                   .purpose = FixPurpose::kOrder,
                   .place = place(barrier, "MPI_Barrier"),
                   .moved = place(load, "")};
    expect_tried(script, rule::kOperationAndLocalAccess, move);
  }
}

TEST(Trial, ACallThatIsTakenOutIsNoMoreInTheRun) {
  int flushed = 0;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    flushed = __LINE__ + 1;
    s[0].flush_all(win);
    for (const int rank : {0, 1}) s[rank].fence(win);
    s.end();
  };
  Scenario lines(2);
  script(lines);
  const Fix remove{.kind = FixKind::kRemove, .place = place(flushed, "MPI_Win_flush_all")};
  expect_tried(script, rule::kFlushOutsidePassiveEpoch, remove);
}

// The epoch of a lock that some ranks leave open when all free the window.
struct LeftOpen {
  explicit LeftOpen(std::vector<int> who) : lockers(std::move(who)) {}
  std::vector<int> lockers;
  int freed = 0;
  WindowKey key;
  Script script = [this](Scenario& s) {
    const Win win = s.window();
    key = WindowKey(100 + win.id);
    for (const int rank : lockers) s[rank].lock_all(win);
    freed = __LINE__ + 1;
    for (const int rank : {0, 1}) s[rank].free_window(win);
    s.end();
  };
  // What is left of the advice to unlock before the window is freed.
  Finding advised_to_unlock() {
    Scenario lines(2);
    script(lines);
    const Fix unlock{.kind = FixKind::kAdd,
                     .purpose = FixPurpose::kCloseEpoch,
                     .call = {.function = "MPI_Win_unlock_all", .arguments = {"win"}},
                     .side = FixSide::kBefore,
                     .place = place(freed, "MPI_Win_free"),
                     .window = key};
    return only(advised(script, rule::kEpochOpenAtFree, {unlock}), rule::kEpochOpenAtFree);
  }
};

TEST(Trial, AnUnlockClosesTheEpochOfAllWhoComeToIt) {
  const Finding open = LeftOpen({0, 1}).advised_to_unlock();
  ASSERT_EQ(open.fixes.size(), 1u);
  EXPECT_TRUE(open.fixes[0].tried) << open.suggestion;
}

TEST(Trial, AnUnlockThatSomeComeToWithoutALockIsNoFix) {
  const Finding open = LeftOpen({0}).advised_to_unlock();
  ASSERT_EQ(open.fixes.size(), 1u);
  EXPECT_EQ(open.fixes[0].kind, FixKind::kMustHold) << open.suggestion;
}

// Beside an atomic operation of rank 2, rank 0 puts or gets without being one.
struct BesideAtomic {
  int line = 0;
  ReduceOp op;
  bool put;
  Script script = [this](Scenario& s) {
    const Win win = s.window();
    for (const int rank : {0, 2}) s[rank].lock_all(win);
    line = __LINE__ + 1;
    put ? s[0].put(win, 1) : s[0].get(win, 1);
    s[2].accumulate(win, 1, {.op = op});
    for (const int rank : {0, 2}) s[rank].unlock_all(win);
    s.end();
  };
};

TEST(Trial, AnAtomicOperationInPlaceOfAPutOrGet) {
  const auto kept = [](ReduceOp op, bool put) {
    BesideAtomic run{.op = op, .put = put};
    Scenario lines(3);
    run.script(lines);
    const Fix atomic{.kind = FixKind::kReplaceCall,
                     .call = {.function = put ? "MPI_Accumulate" : "MPI_Fetch_and_op", .arguments = {"a"}},
                     .place = place(run.line, put ? "MPI_Put" : "MPI_Get"),
                     .holds = "it has to be atomic"};
    const auto findings = advised(run.script, rule::kAtomicAndOtherAccess, {atomic}, 3);
    const Finding& race = only(findings, rule::kAtomicAndOtherAccess);
    EXPECT_EQ(race.fixes.size(), 1u);
    if (!race.fixes[0].tried) {
      EXPECT_EQ(race.fixes[0].kind, FixKind::kMustHold);
      EXPECT_EQ(race.fixes[0].holds, "it has to be atomic");
    }
    return race.fixes[0].tried;
  };
  EXPECT_TRUE(kept(ReduceOp::kReplace, true));
  EXPECT_TRUE(kept(ReduceOp::kSum, false));
  EXPECT_FALSE(kept(ReduceOp::kSum, true)) << "two operations that accumulate_ops does not allow at one place";
}

// A put outside of any epoch, of which there is one or not: `epoch` is the lock of another target around it.
TEST(Trial, ALockAroundAnOperationOpensItsEpoch) {
  int put = 0;
  WindowKey key;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    key = WindowKey(100 + win.id);
    put = __LINE__ + 1;
    s[0].put(win, 1, {.outcome = 50});
    for (const int rank : {0, 1}) s[rank].free_window(win);
    s.end();
  };
  Scenario lines(2);
  script(lines);
  const Fix around{.kind = FixKind::kAdd,
                   .purpose = FixPurpose::kOpenEpoch,
                   .call = {.function = "MPI_Win_lock", .arguments = {"MPI_LOCK_SHARED", "to", "0", "win"}},
                   .closing = {.function = "MPI_Win_unlock", .arguments = {"to", "win"}},
                   .side = FixSide::kAround,
                   .place = place(put, "MPI_Put"),
                   .window = key};
  expect_tried(script, rule::kOperationOutsideEpoch, around);
}

TEST(Trial, AnUnlockOfTheRankThatIsLockedTakesThePlaceOfTheWrongOne) {
  int unlocked = 0;
  WindowKey key;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    key = WindowKey(100 + win.id);
    s[0].lock(win, 1);
    s[0].put(win, 1);
    unlocked = __LINE__ + 1;
    s[0].unlock(win, 0);
    for (const int rank : {0, 1}) s[rank].free_window(win);
    s.end();
  };
  Scenario lines(2);
  script(lines);
  const Fix instead{.kind = FixKind::kReplaceCall,
                    .purpose = FixPurpose::kCloseEpoch,
                    .call = {.function = "MPI_Win_unlock", .arguments = {"1", "win"}},
                    .place = place(unlocked, "MPI_Win_unlock"),
                    .window = key};
  expect_tried(script, rule::kUnlockWithoutLock, instead);
}

TEST(Trial, AWaitCompletesTheRequestThatIsNeverCompleted) {
  int put = 0;
  WindowKey key;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    key = WindowKey(100 + win.id);
    s[0].lock_all(win);
    put = __LINE__ + 1;
    s[0].rput(win, 1, 7);
    s[0].unlock_all(win);
    for (const int rank : {0, 1}) s[rank].free_window(win);
    s.end();
  };
  Scenario lines(2);
  script(lines);
  const Fix wait{.kind = FixKind::kAdd,
                 .purpose = FixPurpose::kComplete,
                 .call = {.function = "MPI_Wait", .arguments = {"&request", "MPI_STATUS_IGNORE"}},
                 .place = place(put, "MPI_Rput"),
                 .operation = place(put, "MPI_Rput"),
                 .window = key};
  expect_tried(script, rule::kRmaRequestNotCompleted, wait);
}

// ---- fixes that let hanging processes continue

event::CollectiveBegin barrier_begun(std::uint64_t line) {
  event::CollectiveBegin barrier{};
  barrier.stack = line;
  barrier.call = static_cast<std::uint64_t>(MpiCall::kBarrier);
  barrier.communicator = Scenario::kWorld;
  return barrier;
}

event::ReceiveBegin receive_begun(std::uint64_t line) {
  event::ReceiveBegin receive{};
  receive.stack = line;
  receive.call = static_cast<std::uint64_t>(MpiCall::kRecv);
  receive.communicator = Scenario::kWorld;
  return receive;
}

// Whether the call would let them continue if the process at `place` had made it earlier.
bool lets_go(const Script& script, const FixPlace& place, const std::string& call) {
  const auto findings = advised(script, rule::kDeadlock,
                                {{.kind = FixKind::kMove,
                                  .purpose = FixPurpose::kLetGoOn,
                                  .side = FixSide::kBefore,
                                  .place = place,
                                  .moved = {.at = {.file = "case.c", .line = 1}, .name = "it", .call = call},
                                  .offer = FixOffer::kIfTried}});
  const Finding& hang = only(findings, rule::kDeadlock);
  return !hang.fixes.empty() && hang.fixes.front().tried;
}

TEST(Trial, ASendThatComesFirstLetsItsReceiverGoOn) {
  int line = 0;
  const Script script = [&](Scenario& s) {
    line = __LINE__ + 1;
    s[0].raw(barrier_begun(static_cast<std::uint64_t>(line)));
    s[1].raw(receive_begun(__LINE__));
    for (const int rank : {0, 1}) s.stop(rank);
  };
  Scenario lines(2);
  script(lines);
  EXPECT_TRUE(lets_go(script, place(line, "MPI_Barrier"), "MPI_Send"));
  EXPECT_FALSE(lets_go(script, place(line, "MPI_Barrier"), "MPI_Barrier")) << "nobody waits for that";
  EXPECT_FALSE(lets_go(script, place(line + 1, "MPI_Recv"), "MPI_Send")) << "it is the other one who would send";
}

TEST(Trial, AFenceThatIsMadeByAllLetsThemGoOn) {
  int line = 0;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    s[0].raw(event::FenceBegin{.stack = __LINE__, .window = win.id, .asserts = 0});
    line = __LINE__ + 1;
    s[1].raw(barrier_begun(static_cast<std::uint64_t>(line)));
    for (const int rank : {0, 1}) s.stop(rank);
  };
  Scenario lines(2);
  script(lines);
  EXPECT_TRUE(lets_go(script, place(line, "MPI_Barrier"), "MPI_Win_fence"));
}

TEST(Trial, ACompleteBeforeTheWaitLetsBothGoOn) {
  int line = 0;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    for (const int rank : {0, 1}) s[rank].post(win, {static_cast<std::uint64_t>(1 - rank)});
    for (const int rank : {0, 1}) s[rank].start(win, {static_cast<std::uint64_t>(1 - rank)});
    line = __LINE__ + 1;
    for (const int rank : {0, 1}) s[rank].raw(event::ExposureWaitBegin{.stack = __LINE__, .window = win.id});
    for (const int rank : {0, 1}) s.stop(rank);
  };
  Scenario lines(2);
  script(lines);
  EXPECT_TRUE(lets_go(script, place(line, "MPI_Win_wait"), "MPI_Win_complete"));
}

// Where the call would have stood the times before is not known.
TEST(Trial, ACallThatHasComeBackBeforeIsNotTried) {
  int line = 0;
  const Script script = [&](Scenario& s) {
    line = __LINE__ + 1;
    const auto begun = barrier_begun(static_cast<std::uint64_t>(line));
    for (const int rank : {0, 1}) s[rank].raw(begun).raw(event::CollectiveEnd{});
    s[0].raw(begun);
    s[1].raw(receive_begun(__LINE__));
    for (const int rank : {0, 1}) s.stop(rank);
  };
  Scenario lines(2);
  script(lines);
  EXPECT_FALSE(lets_go(script, place(line, "MPI_Barrier"), "MPI_Send"));
}

// Ordering two writes of different data to one place hides the mistake.
TEST(Trial, AnOrderThatHidesAWrongDisplacementIsNoFix) {
  int put = 0, store = 0;
  const std::uint64_t buffer = 0x7000000;
  const Script script = [&](Scenario& s) {
    const Win win = s.window();
    for (const int rank : {0, 1}) s[rank].lock_all(win);
    for (int i = 0; i < 2; ++i) {
      store = __LINE__ + 1;
      s[0].store(buffer);
      for (int part = 0; part < 2; ++part) {
        put = __LINE__ + 1;
        s[0].put(win, 1, {.buffer = buffer + 8 * static_cast<std::uint64_t>(part)});
      }
    }
    for (const int rank : {0, 1}) s[rank].unlock_all(win);
    s.end();
  };
  Scenario lines(2);
  script(lines);
  const Fix flush{.kind = FixKind::kAdd,
                  .purpose = FixPurpose::kComplete,
                  .call = {.function = "MPI_Win_flush", .arguments = {"1", "win"}},
                  .place = place(put, "MPI_Put"),
                  .operation = place(put, "MPI_Put")};
  const auto findings = advised(script, rule::kOriginBufferReused, {flush});
  const Finding& race = only(findings, rule::kOriginBufferReused);
  ASSERT_EQ(race.fixes.size(), 1u);
  EXPECT_EQ(race.fixes[0].kind, FixKind::kMustHold) << race.suggestion;
}

// Both ranks push in two windows by one function, which unlocks the second time the window that it is given: `wrong`.
struct PushInTwoWindows {
  int lock = 0, put = 0, unlock = 0;
  void push(Scenario& s, int rank, Win own, Win unlocked) {
    const int peer = 1 - rank;
    lock = __LINE__ + 1;
    s[rank].lock(own, peer);
    put = __LINE__ + 1;
    s[rank].put(own, peer);
    unlock = __LINE__ + 1;
    s[rank].unlock(unlocked, peer);
  }
  Script script = [this](Scenario& s) {
    const Win one = s.window(), other = s.window();
    for (const int rank : {0, 1}) push(s, rank, one, one);
    for (const int rank : {0, 1}) push(s, rank, other, one);
    s.end();
  };
};

void expect_not_tried(const Script& script, std::string_view rule, const Fix& fix) {
  const auto findings = advised(script, rule, {fix});
  for (const Fix& left : only(findings, rule).fixes) {
    EXPECT_FALSE(left.tried);
    EXPECT_EQ(left.kind, FixKind::kMustHold);
  }
}

TEST(Trial, ACallThatAnotherWindowNeedsIsNotRemoved) {
  PushInTwoWindows run;
  Scenario lines(2);
  run.script(lines);
  expect_not_tried(run.script, rule::kUnlockWithoutLock,
                   {.kind = FixKind::kRemove, .place = place(run.unlock, "MPI_Win_unlock")});
}

TEST(Trial, ACallThatAnotherWindowHasIsNotAdded) {
  PushInTwoWindows run;
  Scenario lines(2);
  run.script(lines);
  expect_not_tried(run.script, rule::kEpochOpenAtFree,
                   {.kind = FixKind::kAdd,
                    .purpose = FixPurpose::kCloseEpoch,
                    .call = {.function = "MPI_Win_unlock", .arguments = {"to", "win"}},
                    .place = place(run.put, "MPI_Put"),
                    .operation = place(run.put, "MPI_Put")});
}

TEST(Trial, AnUnlockOfTheWindowThatWasLockedPasses) {
  PushInTwoWindows run;
  Scenario lines(2);
  run.script(lines);
  expect_tried(run.script, rule::kUnlockWithoutLock,
               {.kind = FixKind::kReplaceArgument,
                .purpose = FixPurpose::kCloseEpoch,
                .place = place(run.unlock, "MPI_Win_unlock"),
                .argument = {.given = "own", .instead_of = "unlocked"},
                .operation = place(run.lock, "MPI_Win_lock"),
                .window = WindowKey(1)});
}

}  // namespace
}  // namespace fencepost::trial
