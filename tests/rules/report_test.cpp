// What makes two findings of a run the same, and what keeps them apart.
#include "findings/report.h"

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "findings/library.h"
#include "model/template_name.h"
#include "no_source.h"

namespace fencepost {
namespace {

class ReportTest : public testing::Test {
 protected:
  ReportTest() : file_(testing::TempDir() + "fencepost_alike.c"), report_(symbolizer_, {}) {
    std::ofstream(file_) << "put();\nbarrier();\nput();\n";
  }
  void add(int line, int rank, const std::string& function = "main", std::uint64_t stack = 0) {
    Violation violation;
    violation.message = "a message";
    violation.accesses.resize(1);
    violation.accesses[0].rank = rank;
    violation.accesses[0].role = Role::kCall;
    violation.accesses[0].kind = AccessVerb::kPut;
    violation.accesses[0].location = {.file = file_, .line = line, .function = function};
    Place place{.process = ProcessId(rank), .stack = StackId(stack != 0 ? stack : static_cast<std::uint64_t>(line))};
    if (report_.is_new("FP-EPOCH-001", place)) report_.add("FP-EPOCH-001", place, std::move(violation));
  }

  // A put at line 1 against a plain access at line 3.
  void add_race(std::string_view rule, AccessVerb kind, int column, int rank) {
    Violation violation;
    violation.message = "a message";
    violation.accesses.resize(2);
    violation.accesses[0].role = Role::kTarget;
    violation.accesses[0].kind = AccessVerb::kPut;
    violation.accesses[0].location = {.file = file_, .line = 1, .function = "main"};
    violation.accesses[1].role = Role::kLocal;
    violation.accesses[1].kind = kind;
    violation.accesses[1].location = {.file = file_, .line = 3, .column = column, .function = "main"};
    violation.ranks = {ProcessId(rank)};
    report_.add(rule, Place{.process = ProcessId(rank)}, std::move(violation), static_cast<std::uint64_t>(column));
  }

  std::string file_;
  NoSource symbolizer_;
  Report report_;
};

TEST_F(ReportTest, OneLineOnManyRanksIsOneFinding) {
  for (int rank : {2, 0, 1, 1}) add(1, rank);
  const std::vector<Finding> findings = report_.take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].count, 4u);
  EXPECT_EQ(findings[0].ranks, (std::vector{0, 1, 2}));
}

TEST_F(ReportTest, InstantiationsOfATemplateAreOneFinding) {
  add(1, 0, "Queue<double>::push", 11);
  add(1, 1, "Queue<std::vector<int> >::push", 12);
  add(1, 1, "Stack<double>::push", 13);
  EXPECT_EQ(report_.take().size(), 2u);
}

TEST(TemplateName, LeavesOutArgumentsAndNothingElse) {
  const std::pair<const char*, const char*> names[] = {
      {"main", "main"},
      {"Queue<long>::push", "Queue::push"},
      {"sort<std::vector<int>, std::less<> >(int)", "sort(int)"},
      {"operator<<", "operator<<"},
      {"operator<< <char>", "operator<< "},
      {"Box<int>::operator->", "Box::operator->"},
      {"Box<int>::operator<=>", "Box::operator<=>"},
      {"Set<&operator< >::find", "Set::find"},
      {"my_operator<int>", "my_operator"},
      {"a<b", "a<b"},
      {"a>b", "a>b"},
      {"", ""},
  };
  for (const auto& [name, without] : names) EXPECT_EQ(template_name(name), without);
}

TEST_F(ReportTest, LinesThatReadAlikeAreTwoFindingsWithStableFingerprints) {
  add(3, 0);
  add(1, 0);
  const std::vector<Finding> findings = report_.take();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(findings[0].accesses[0].location.line, 1);
  EXPECT_EQ(findings[1].accesses[0].location.line, 3);
  EXPECT_NE(findings[0].fingerprint, findings[1].fingerprint);
  add(1, 0);
  EXPECT_EQ(report_.take().at(0).fingerprint, findings[0].fingerprint);
}

TEST_F(ReportTest, ALoadAndAStoreOfOneStatementAreOneFinding) {
  add_race("FP-RACE-002", AccessVerb::kLoad, 3, 0);
  add_race("FP-RACE-002", AccessVerb::kStore, 6, 1);
  const std::vector<Finding> findings = report_.take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].accesses[1].kind, AccessVerb::kStore);
  EXPECT_EQ(findings[0].count, 2u);
  EXPECT_EQ(findings[0].ranks, (std::vector{0, 1}));
}

TEST_F(ReportTest, AnOrderByLocksAloneIsNoNewsWhereThereIsARace) {
  add_race("FP-RACE-010", AccessVerb::kStore, 6, 0);
  EXPECT_EQ(report_.take().size(), 1u);
  add_race("FP-RACE-010", AccessVerb::kStore, 6, 0);
  add_race("FP-RACE-002", AccessVerb::kLoad, 3, 1);
  const std::vector<Finding> findings = report_.take();
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, "FP-RACE-002");
}

TEST_F(ReportTest, AConsequenceLeavesTheAdviceToItsCause) {
  const auto put_at = [&](int line) {
    add(line, 0);
    const Report::Number number = *report_.number_of(
        "FP-EPOCH-001", Place{.process = ProcessId(0), .stack = StackId(static_cast<std::uint64_t>(line))});
    report_.advise(number, "Mend line " + std::to_string(line) + ".");
    return number;
  };
  const Report::Number cause = put_at(1), consequence = put_at(2), about_the_cause = put_at(5);
  report_.follows(consequence, cause);
  report_.follows(about_the_cause, cause);
  report_.advise(about_the_cause, "Mend line 1.");
  const std::vector<Finding> findings = report_.take();
  ASSERT_EQ(findings.size(), 3u);
  const std::map<int, std::string> advice = {{1, "Mend line 1."}, {2, ""}, {5, "Mend line 1."}};
  for (const Finding& finding : findings) {
    const int line = finding.accesses[0].location.line;
    EXPECT_EQ(finding.suggestion, advice.at(line));
    ASSERT_EQ(finding.without_cause.has_value(), line != 1);
    if (line != 1) {
      EXPECT_EQ(finding.without_cause->suggestion, "Mend line " + std::to_string(line) + ".");
    }
  }
}

TEST_F(ReportTest, APeeledRoundOfAPollingLoopIsNotReportedBesideIt) {
  add_race("FP-RACE-006", AccessVerb::kLoad, 3, 0);
  add_race("FP-RACE-008", AccessVerb::kLoad, 3, 0);
  const std::vector<Finding> peeled = report_.take();
  ASSERT_EQ(peeled.size(), 1u);
  EXPECT_EQ(peeled[0].rule, "FP-RACE-008");
  add_race("FP-RACE-006", AccessVerb::kLoad, 30, 0);
  add_race("FP-RACE-008", AccessVerb::kLoad, 3, 0);
  EXPECT_EQ(report_.take().size(), 2u) << "another load at the same line";
}

// Who calls MPI is at fault for how windows and epochs are used; which data is moved, and when, is said by who calls
// that.
TEST(Library, IsAtFaultWhereNoLineOfTheUsersIs) {
  const Access within{
      .location = {
          .file = "a.f90", .line = 7, .called = "_gfortran_caf_send", .called_module = "/usr/lib/libcaf_mpich.so.3"}};
  Access linked = within, of_its_own, own = within;
  linked.location.called_module = "/home/me/a.out";
  of_its_own.location = {.module = "/opt/pgas/libpgas.so"};
  of_its_own.stack = {of_its_own.location, {.module = "/lib/ld-linux-x86-64.so.2"}};
  own.location.called = own.location.called_module = "";
  EXPECT_EQ(library_at_fault(Family::kWindow, {within}), "libcaf_mpich.so.3");
  EXPECT_EQ(library_at_fault(Family::kEpoch, {within, within}), "libcaf_mpich.so.3");
  EXPECT_EQ(library_at_fault(Family::kRace, {within, within}), "");
  EXPECT_EQ(library_at_fault(Family::kMatch, {within}), "");
  EXPECT_EQ(library_at_fault(Family::kEpoch, {within, own}), "");
  EXPECT_EQ(library_at_fault(Family::kWindow, {linked}), "") << "the program's own code, without -g";
  EXPECT_EQ(library_at_fault(Family::kRace, {of_its_own}), "libpgas.so");
  of_its_own.stack.push_back({.function = "main", .module = "/home/me/a.out"});
  EXPECT_EQ(library_at_fault(Family::kRace, {of_its_own}), "") << "a program without -g";
  EXPECT_EQ(library_at_fault(Family::kWindow, {}), "");
}

}  // namespace
}  // namespace fencepost
