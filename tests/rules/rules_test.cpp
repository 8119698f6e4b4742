#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

#include "check/analysis.h"
#include "registry/rule.h"
#include "rules/cases.h"

namespace fencepost::test {

std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}
bool add(std::vector<Case> more) {
  for (Case& one : more) cases().push_back(std::move(one));
  return true;
}
void PrintTo(const Case& one, std::ostream* out) {
  *out << one.rule;
}

namespace {

std::vector<Finding> findings_of(const Case& one, const Script& script) {
  Scenario scenario(one.ranks, one.hosts, one.thread_level);
  script(scenario);
  ScenarioSymbolizer symbolizer;
  Checks checks(symbolizer, one.options);
  Observer* const observers[] = {&checks};
  check::AnalysisOptions options;
  options.separate_model = one.options.memory_model == ModelChoice::kSeparate;
  options.strict = one.options.strict;
  check::Analyzer analyzer(scenario, options, observers);
  while (analyzer.advance()) {
  }
  analyzer.finish();
  return checks.findings();
}

std::string text_of(const Finding& finding) {
  std::string text = finding.rule + ": " + finding.message;
  for (const std::string& why : finding.why) text += "\n    " + why;
  text += "\n    -> " + finding.suggestion;
  for (const Access& access : finding.accesses)
    text += "\n    @ rank " + std::to_string(access.rank) + " " + name_of(access.role) + " " + name_of(access.kind) +
            " " + access.call + " line " + std::to_string(access.location.line);
  return text + "\n";
}

class Rules : public testing::TestWithParam<Case> {};

TEST_P(Rules, ViolationIsFoundAndExplained) {
  const Case& one = GetParam();
  bool found = false;
  for (const Finding& finding : findings_of(one, one.wrong)) {
    if (testing::GTEST_FLAG(filter) != "*") std::fputs(text_of(finding).c_str(), stderr);
    EXPECT_TRUE(finding.rule == one.rule || std::ranges::find(one.also, finding.rule) != one.also.end())
        << "unexpected: " << text_of(finding);
    if (finding.rule != one.rule) continue;
    found = true;
    EXPECT_FALSE(finding.message.empty());
    EXPECT_EQ(finding.message.back(), '.') << finding.message;
    EXPECT_NE(finding.message.find(one.says), std::string::npos) << finding.message;
    EXPECT_FALSE(finding.suggestion.empty());
    EXPECT_EQ(finding.suggestion.back(), '.') << finding.suggestion;
    EXPECT_NE(finding.suggestion.find(one.advises), std::string::npos) << finding.suggestion;
    for (const std::string& why : finding.why) EXPECT_EQ(why.back(), '.') << why;
    EXPECT_EQ(finding.fingerprint.size(), 16u);
    ASSERT_FALSE(finding.accesses.empty());
    EXPECT_GT(finding.accesses[0].location.line, 0);
    EXPECT_FALSE(finding.ranks.empty());
    for (const std::string* text : {&finding.message, &finding.suggestion}) {
      EXPECT_EQ(text->find("unknown"), std::string::npos) << *text;
      EXPECT_EQ(text->find("  "), std::string::npos) << *text;
    }
  }
  EXPECT_TRUE(found) << one.rule << " is not found";
}

TEST_P(Rules, NearMissGivesNoFinding) {
  const Case& one = GetParam();
  for (const Finding& finding : findings_of(one, one.right)) ADD_FAILURE() << "false alarm: " << text_of(finding);
}

std::string test_name(const testing::TestParamInfo<Case>& info) {
  std::string name(info.param.rule.substr(3));
  std::ranges::replace(name, '-', '_');
  int number = 0;  // several cases of one rule
  for (std::size_t i = 0; i < info.index; ++i) number += cases()[i].rule == info.param.rule;
  return number == 0 ? name : name + "_" + std::string(1, static_cast<char>('a' + number));
}

INSTANTIATE_TEST_SUITE_P(All, Rules, testing::ValuesIn(cases()), test_name);

// The events in the gap may be what makes the rest right.
TEST(RuleCases, NothingIsSaidOfAProcessWithLostEvents) {
  const auto script = [](bool lost) {
    return [lost](Scenario& s) {
      const Win win = s.window();
      if (lost) s[0].raw(event::Lost{.events = 3, .reason = "the disk is full"});
      s[0].put(win, 1).unlock(win, 1).flush(win, 1).complete(win);
      s.end();
    };
  };
  EXPECT_FALSE(findings_of({}, script(false)).empty());
  EXPECT_TRUE(findings_of({}, script(true)).empty());
}

TEST(RuleCases, ACauseIsToldWithoutItsConsequences) {
  const auto refused = [](Scenario& s) {  // the start is refused, so complete has nothing to complete
    const Win win = s.window();
    s[0].lock_all(win);
    s[0].raw(event::StartBegin{.stack = 5, .window = win.id}).raw(event::CallFailed{.name = "MPI_ERR_RMA_SYNC"});
    s[0].complete(win).unlock_all(win);
    s.end();
  };
  const auto findings = findings_of({}, refused);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].rule, rule::kEpochsOverlap);
}

TEST(RuleCases, OccurrencesAtOnePlaceAreOneFinding) {
  const auto often = [](Scenario& s) {
    const Win win = s.window();
    for (int i = 0; i < 10; ++i)
      for (int rank : {0, 1}) s[rank].put(win, 1 - rank, {.displacement = 2 * i + rank});
    s.end();
  };
  Case both;
  both.options.disabled.rules.emplace(rule::kSameOriginOperations);
  const auto findings = findings_of(both, often);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].count, 20u);
  EXPECT_EQ(findings[0].ranks, (std::vector<int>{0, 1}));
}

TEST(RuleCases, FingerprintsKnowNeitherRanksNorAddresses) {
  const auto of_rank = [](int rank, std::uint64_t buffer) {
    return [=](Scenario& s) {
      const Win win = s.window();
      s[rank].put(win, 1, {.buffer = buffer});
      s.end();
    };
  };
  const auto one = findings_of({}, of_rank(0, 0x600000)), other = findings_of({}, of_rank(1, 0x700000));
  ASSERT_EQ(one.size(), 1u);
  ASSERT_EQ(other.size(), 1u);
  EXPECT_EQ(one[0].fingerprint, other[0].fingerprint);
}

TEST(RuleCases, EveryRuleHasOne) {
  for (const Rule& rule : all_rules())
    EXPECT_TRUE(std::ranges::any_of(cases(), [&](const Case& one) { return one.rule == rule.id; }))
        << rule.id << " " << rule.title << " has no violating run and no near miss";
}

}  // namespace
}  // namespace fencepost::test
