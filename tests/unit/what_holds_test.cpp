// Reports offer a change of the program only if a trial or the source has shown that it is right. Of all others the
// condition stays that they would have met.
#include "advice/what_holds.h"

#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "advice/source_patch.h"
#include "words/fix_text.h"

namespace fencepost {
namespace {

FixPlace place(int line, std::string name, int rank = 0, std::string call = "") {
  name += " at nowhere.c:" + std::to_string(line);
  return {.at = {.file = "nowhere.c", .line = line}, .name = std::move(name), .rank = rank, .call = std::move(call)};
}

FixCall call(std::string function, std::vector<std::string> arguments, bool all = false) {
  return {.function = std::move(function), .arguments = std::move(arguments), .on_all_ranks = all};
}

// What a report says of the fixes.
std::string told(Fixes fixes) {
  std::vector<Finding> findings(1);
  findings[0].family = Family::kRace;
  findings[0].suggestion = text_of(fixes);
  findings[0].fixes = std::move(fixes);
  finish_fixes(findings);
  for (const Fix& fix : findings[0].fixes) EXPECT_FALSE(is_unproven(fix)) << fix.text;
  EXPECT_EQ(findings[0].suggestion, text_of(findings[0].fixes));
  return findings[0].suggestion;
}

Fix flush() {
  return {.kind = FixKind::kAdd,
          .purpose = FixPurpose::kComplete,
          .call = call("MPI_Win_flush", {"1", "win"}),
          .place = place(3, "MPI_Put"),
          .until = {.place = place(5, "MPI_Barrier")},
          .operation = place(3, "MPI_Put")};
}

Fix meeting() {
  Fix fix{.kind = FixKind::kAdd, .purpose = FixPurpose::kOrder, .place = place(4, "MPI_Win_flush")};
  fix.met_by = FixMeeting{.rank = 1, .before = place(9, "the load of rank 1")};
  fix.operation = place(3, "MPI_Put");
  return fix;
}

TEST(WhatHolds, AFlushThatWasNotTriedLeavesWhatHasToBeComplete) {
  EXPECT_EQ(told({flush()}),
            "MPI_Put at nowhere.c:3 has to be complete before MPI_Barrier at nowhere.c:5; MPI_Win_flush(1, win) "
            "completes it.");
}

TEST(WhatHolds, ATriedOneStays) {
  Fix fix = flush();
  fix.tried = true;
  EXPECT_EQ(told({fix}).find("Add MPI_Win_flush(1, win) after MPI_Put at nowhere.c:3"), 0u);
}

TEST(WhatHolds, ACertainOneStays) {
  Fix fix{.kind = FixKind::kReplaceArgument, .place = place(3, "MPI_Win_allocate"), .certain = true};
  fix.argument = {.given = "MPI_INFO_NULL", .instead_of = "0"};
  EXPECT_EQ(told({fix}), "Pass MPI_INFO_NULL instead of 0 in MPI_Win_allocate at nowhere.c:3.");
}

TEST(WhatHolds, ForAMeetingItIsSaidWhoHasToWait) {
  EXPECT_EQ(told({meeting()}),
            "The load of rank 1 at nowhere.c:9 has to come after MPI_Win_flush at nowhere.c:4: rank 1 has to wait for "
            "that, by a message or barrier.");
  Fix rounds = meeting();
  rounds.until.next_round = true;
  EXPECT_EQ(told({rounds}),
            "The load of rank 1 at nowhere.c:9 of the next iteration has to come after MPI_Win_flush at nowhere.c:4: "
            "rank 1 has to wait for that, by a message or barrier.");
  Fix threads = flush();
  threads.met_by = FixMeeting{.rank = 0, .thread = 2, .before = place(5, "MPI_Barrier")};
  EXPECT_EQ(
      told({threads}),
      "MPI_Put at nowhere.c:3 has to be complete before MPI_Barrier at nowhere.c:5; MPI_Win_flush(1, win) "
      "completes it, and thread 2 has to wait for that, by a join, a condition variable or a barrier of the threads.");
}

TEST(WhatHolds, TheOtherOrderKeepsItsCondition) {
  Fix other = meeting();
  other.only_if.first = other.place = place(9, "the load of rank 1");
  other.met_by->before = place(3, "MPI_Put of rank 0");
  other.met_by->rank = 0;
  EXPECT_EQ(told({meeting(), other}),
            "The load of rank 1 at nowhere.c:9 has to come after MPI_Win_flush at nowhere.c:4: rank 1 has to wait for "
            "that, by a message or barrier; or if the load of rank 1 at nowhere.c:9 is meant to come first, MPI_Put of "
            "rank 0 at nowhere.c:3 has to come after it: rank 0 has to wait for that, by a message or barrier.");
}

TEST(WhatHolds, TwoChangesForOnePurposeAreOneCondition) {
  Fix behind = flush();
  behind.side = FixSide::kBefore;
  behind.place = place(5, "MPI_Barrier");
  EXPECT_EQ(told({flush(), behind}), told({flush()}));
}

TEST(WhatHolds, OfAFenceItIsSaidWhereAllRanksHaveToReachIt) {
  Fix fence = flush();
  fence.call = call("MPI_Win_fence", {"0", "win"}, true);
  fence.side = FixSide::kBetween;
  EXPECT_EQ(told({fence}),
            "A call of MPI_Win_fence that all ranks of the window reach has to come between MPI_Put at nowhere.c:3 and "
            "MPI_Barrier at nowhere.c:5.");
  fence.before_it = call("MPI_Wait", {"&sent", "MPI_STATUS_IGNORE"});
  EXPECT_EQ(told({fence}),
            "MPI_Wait(&sent, MPI_STATUS_IGNORE), and after it a call of MPI_Win_fence that all ranks of the window "
            "reach, have to come between MPI_Put at nowhere.c:3 and MPI_Barrier at nowhere.c:5.");
}

TEST(WhatHolds, OfEpochsItIsSaidWhichOneIsMissing) {
  Fix close{.kind = FixKind::kAdd, .purpose = FixPurpose::kCloseEpoch, .call = call("MPI_Win_unlock", {"1", "win"})};
  close.operation = place(2, "MPI_Win_lock");
  close.side = FixSide::kBefore;
  close.place = place(8, "MPI_Win_free");
  EXPECT_EQ(told({close}),
            "The epoch that MPI_Win_lock at nowhere.c:2 opens has to be closed by MPI_Win_unlock(1, win) before "
            "MPI_Win_free at nowhere.c:8, on each rank that has opened it and on no other.");
  Fix open{.kind = FixKind::kAdd, .purpose = FixPurpose::kOpenEpoch, .call = call("MPI_Win_start", {"group", "0"})};
  open.place = place(3, "MPI_Put");
  open.side = FixSide::kBefore;
  open.operation = place(4, "MPI_Win_complete");
  EXPECT_EQ(told({open}),
            "MPI_Put at nowhere.c:3 needs an epoch that is opened before it: MPI_Win_complete at nowhere.c:4 closes "
            "it.");
}

TEST(WhatHolds, OfArgumentsItIsSaidWhatTheyPromise) {
  Fix fix{.kind = FixKind::kReplaceArgument, .purpose = FixPurpose::kKeepPromise, .place = place(7, "MPI_Win_fence")};
  fix.argument.instead_of = "MPI_MODE_NOPRECEDE";
  EXPECT_EQ(told({fix}), "What MPI_MODE_NOPRECEDE in MPI_Win_fence at nowhere.c:7 promises has to be true.");
  fix.purpose = FixPurpose::kExclude;
  fix.argument = {.given = "MPI_LOCK_EXCLUSIVE", .instead_of = "MPI_LOCK_SHARED"};
  EXPECT_EQ(told({fix}), "MPI_Win_fence at nowhere.c:7 must exclude the other access; MPI_LOCK_EXCLUSIVE does that.");
}

TEST(WhatHolds, OfAMovedStatementItIsSaidWhereItHasToCome) {
  Fix fix{.kind = FixKind::kMove, .purpose = FixPurpose::kOrder, .place = place(6, "MPI_Win_wait")};
  fix.moved = place(5, "the load of rank 1");
  fix.completes = "MPI_Put";
  EXPECT_EQ(told({fix}),
            "The load of rank 1 at nowhere.c:5 has to come after MPI_Win_wait at nowhere.c:6, which completes "
            "MPI_Put.");
  fix.completes.clear();
  fix.side = FixSide::kBefore;
  fix.only_if = {.clause = "if that tells rank 1 to go on", .of_aim = true};
  EXPECT_EQ(told({fix}),
            "The load of rank 1 at nowhere.c:5 has to come before MPI_Win_wait at nowhere.c:6, if that tells rank 1 to "
            "go on.");
}

TEST(WhatHolds, WhatIsOfferedOnlyIfTriedGoes) {
  Fix fix = flush();
  fix.offer = FixOffer::kIfTried;
  EXPECT_EQ(told({fix, must_hold("use another buffer")}), text_of(Fixes{must_hold("use another buffer")}));
}

}  // namespace
}  // namespace fencepost
