// What makes two findings of a run the same, and what keeps them apart.
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "checks/report.h"

namespace fencepost {
namespace {

class NoSource : public Symbolizer {
 public:
  SourceLocation locate(int, std::uint64_t) override { return {}; }
  std::vector<SourceLocation> stack(int, std::uint64_t) override { return {}; }
};

class ReportTest : public testing::Test {
 protected:
  ReportTest() : file_(testing::TempDir() + "fencepost_alike.c"), report_(symbolizer_, {}) {
    std::ofstream(file_) << "put();\nbarrier();\nput();\n";
  }
  void add(int line, int rank) {
    Violation violation;
    violation.message = "a message";
    violation.accesses.resize(1);
    violation.accesses[0].rank = rank;
    violation.accesses[0].role = "call";
    violation.accesses[0].kind = "put";
    violation.accesses[0].location = {.file = file_, .line = line, .function = "main"};
    Place place{.process = rank, .stack = static_cast<std::uint64_t>(line)};
    if (report_.is_new("FP-EPOCH-001", place)) report_.add("FP-EPOCH-001", place, std::move(violation));
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

}  // namespace
}  // namespace fencepost
