// Findings that the tried fix of another one mends: which of them follow from it, and from which.
#include "trial/one_fix.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "registry/rule_ids.h"
#include "trial/finding_name.h"

namespace fencepost::trial {
namespace {

Fix adds(std::string call, FixPurpose purpose = FixPurpose::kComplete) {
  return {.kind = FixKind::kAdd,
          .purpose = purpose,
          .call = {.function = std::move(call), .arguments = {"win"}},
          .place = {.at = {.file = "nowhere.c", .line = 1}, .name = "MPI_Barrier at nowhere.c:1"},
          .tried = true};
}

Finding at(int line, std::string_view rule = rule::kOperationAndLocalAccess) {
  Finding finding;
  finding.rule = rule;
  finding.fingerprint = "line " + std::to_string(line);
  finding.severity = Severity::kUndefined;
  finding.accesses.push_back({.call = "MPI_Put", .location = {.file = "nowhere.c", .line = line}});
  return finding;
}

// The fix of a finding, which mends those at the lines.
PassedFix passed(const std::vector<Finding>& findings, std::size_t finding, std::size_t fix, std::vector<int> lines) {
  PassedFix passed{finding, fix, {}};
  for (const Finding& one : findings)
    for (const int line : lines)
      if (one.accesses[0].location.line == line) passed.mended.insert(name_of_finding(one));
  return passed;
}

// The line of the cause, by line; 0: none.
int cause(const std::vector<Finding>& findings, int line) {
  for (const Finding& one : findings)
    if (one.accesses[0].location.line == line && !one.consequence_of.empty())
      return std::stoi(one.consequence_of.substr(5));
  return 0;
}

void fold(std::vector<Finding>& findings, const std::vector<PassedFix>& passed) {
  SourceLines sources;
  fold_mended(findings, passed, sources);
}

TEST(OneFix, TheOneThatMendsMostMakesTheOthersConsequences) {
  std::vector<Finding> findings = {at(1), at(2), at(3), at(4)};
  findings[0].fixes = {adds("MPI_Win_flush")};
  findings[1].fixes = {adds("MPI_Win_flush"), adds("MPI_Win_fence")};
  fold(findings, {passed(findings, 0, 0, {1, 2}), passed(findings, 1, 0, {2}), passed(findings, 1, 1, {1, 2, 3})});
  EXPECT_EQ(cause(findings, 1), 2);
  EXPECT_EQ(cause(findings, 2), 0);
  EXPECT_EQ(cause(findings, 3), 2);
  EXPECT_EQ(cause(findings, 4), 0);
  ASSERT_EQ(findings[0].accesses[0].location.line, 2) << "the cause comes where its first consequence would";
  EXPECT_EQ(findings[0].fixes[0].call.function, "MPI_Win_fence") << "the fix that mends all of them comes first";
  EXPECT_EQ(findings[0].fixes.size(), 2u);
  EXPECT_EQ(findings[1].fixes[0].kind, FixKind::kMustHold);
}

TEST(OneFix, OfThoseThatAreEqualTheMoreDirectOneIsKept) {
  std::vector<Finding> findings = {at(1, rule::kFenceNoprecede), at(2, rule::kEpochOpenAtFree), at(3), at(4)};
  findings[0].fixes = {adds("", FixPurpose::kKeepPromise)};
  findings[1].fixes = {adds("MPI_Win_fence", FixPurpose::kCloseEpoch)};
  findings[2].fixes = findings[3].fixes = {adds("MPI_Win_fence")};
  std::vector<PassedFix> all;
  for (const std::size_t i : {0u, 1u, 2u, 3u}) all.push_back(passed(findings, i, 0, {1, 2, 3, 4}));
  fold(findings, all);
  for (const int line : {1, 2, 4}) EXPECT_EQ(cause(findings, line), 3);
}

TEST(OneFix, TwoThatMendOnlyThemselvesStayTwo) {
  std::vector<Finding> findings = {at(1), at(2)};
  for (Finding& one : findings) one.fixes = {adds("MPI_Win_flush")};
  fold(findings, {passed(findings, 0, 0, {1}), passed(findings, 1, 0, {2})});
  EXPECT_EQ(cause(findings, 1), 0);
  EXPECT_EQ(cause(findings, 2), 0);
}

TEST(OneFix, WhatFollowsFromAConsequenceFollowsFromItsCause) {
  std::vector<Finding> findings = {at(1), at(2), at(3)};
  findings[0].fixes = findings[1].fixes = {adds("MPI_Win_flush")};
  findings[2].consequence_of = findings[1].fingerprint;
  auto left = findings;
  fold(findings, {passed(findings, 0, 0, {1, 2, 3})});
  EXPECT_EQ(cause(findings, 2), 1);
  EXPECT_EQ(cause(findings, 3), 1);
  fold(left, {passed(left, 0, 0, {1, 2})});
  EXPECT_EQ(cause(left, 2), 0) << "something of it would be left";
  EXPECT_EQ(cause(left, 3), 2);
}

TEST(OneFix, WhatOnlyHidesOthersMendsNone) {
  for (const FixPurpose purpose : {FixPurpose::kExclude, FixPurpose::kApart, FixPurpose::kLetGoOn}) {
    std::vector<Finding> findings = {at(1), at(2)};
    findings[0].fixes = {adds("MPI_Win_lock", purpose)};
    fold(findings, {passed(findings, 0, 0, {1, 2})});
    EXPECT_EQ(cause(findings, 2), 0);
  }
}

TEST(OneFix, HangsNotesAndWhatALibraryDoesAreNoConsequences) {
  const auto follows = [](const auto& change) {
    std::vector<Finding> findings = {at(1), at(2)};
    findings[0].fixes = {adds("MPI_Win_fence")};
    change(findings[1]);
    fold(findings, {passed(findings, 0, 0, {1, 2})});
    return cause(findings, 2) == 1;
  };
  EXPECT_TRUE(follows([](Finding&) {}));
  EXPECT_FALSE(follows([](Finding& finding) { finding.family = Family::kMatch; }));
  EXPECT_FALSE(follows([](Finding& finding) { finding.severity = Severity::kPerformance; }));
  EXPECT_FALSE(follows([](Finding& finding) { finding.library = "libother.so"; }));
}

}  // namespace
}  // namespace fencepost::trial
