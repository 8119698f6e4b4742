// The registry of rules: pages complete, ids in order, options understood, documents current.
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "registry/documents.h"
#include "registry/options.h"
#include "registry/rule.h"
#include "registry/rule_ids.h"

namespace fencepost {
namespace {

std::string read(const std::string& path) {
  std::ifstream in(path);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Registry, EveryRuleHasACompletePage) {
  EXPECT_GT(all_rules().size(), 90u);
  for (const Rule& rule : all_rules()) {
    SCOPED_TRACE(std::string(rule.id));
    EXPECT_TRUE(
        std::regex_match(std::string(rule.id), std::regex("FP-" + std::string(name_of(rule.family)) + "-[0-9]{3}")));
    EXPECT_TRUE(std::regex_match(std::string(rule.name), std::regex("[a-z_]+")));
    EXPECT_TRUE(std::regex_match(std::string(rule.section), std::regex("[0-9]+(\\.[0-9]+)*(, [0-9]+(\\.[0-9]+)*)*")));
    EXPECT_FALSE(rule.title.empty());
    EXPECT_NE(rule.title.back(), '.');
    for (const char* heading : {"\n## Why\n", "\n## Wrong\n", "\n## Right\n"})
      EXPECT_NE(rule.page.find(heading), std::string_view::npos) << heading;
  }
}

TEST(Registry, IdsAndNamesAreUniqueAndFoundInAnyCase) {
  std::set<std::string_view> seen;
  for (const Rule& rule : all_rules()) {
    EXPECT_TRUE(seen.insert(rule.id).second) << rule.id;
    EXPECT_TRUE(seen.insert(rule.name).second) << rule.name;
    EXPECT_EQ(find_rule(rule.id), &rule);
    EXPECT_EQ(find_rule(rule.name), &rule);
  }
  EXPECT_EQ(find_rule("fp-epoch-001"), &rule_of(rule::kOperationOutsideEpoch));
  EXPECT_EQ(find_rule("FP-EPOCH-999"), nullptr);
}

TEST(Registry, OptionsTakeEveryRuleByIdNameAndFamily) {
  for (const Rule& rule : all_rules()) {
    const std::string family = name_of(rule.family);
    for (const std::string& word : {std::string(rule.id), std::string(rule.name), family, "FP-" + family}) {
      RuleOptions options;
      EXPECT_EQ(apply(options, "--enable", word), std::nullopt) << word;
      EXPECT_TRUE(is_active(rule, options)) << word;
      EXPECT_EQ(apply(options, "--disable", word), std::nullopt) << word;
      EXPECT_FALSE(is_active(rule, options)) << word;
      EXPECT_FALSE(rules_named(word).empty()) << word;
    }
  }
}

TEST(Registry, ARuleThatIsNamedGoesBeforeItsFamily) {
  RuleOptions options;
  EXPECT_EQ(apply(options, "--disable", "race"), std::nullopt);
  EXPECT_EQ(apply(options, "--enable", "fp-race-001,USE"), std::nullopt);
  EXPECT_TRUE(is_active(rule_of(rule::kConflictingOperations), options));
  EXPECT_FALSE(is_active(*find_rule("FP-RACE-002"), options));
  EXPECT_TRUE(is_active(*find_rule("FP-USE-001"), options));
  EXPECT_EQ(apply(options, "--enable", "USE,RCE"), "there is no rule or family 'RCE' (see fencepost rules)");
  EXPECT_EQ(apply(options, "--enable", ""), "there is no rule or family '' (see fencepost rules)");
}

TEST(Registry, EveryRowOfTheRuleBookHasARuleOrAReason) {
  std::set<std::string_view> rows;
  for (const RuleBookRow& row : rule_book_rows()) {
    EXPECT_TRUE(rows.insert(row.id).second) << row.id;
    EXPECT_NE(rules_covering(row.id).empty(), row.reason.empty()) << row.id << ": a rule or a reason, and not both";
  }
  for (const Rule& rule : all_rules()) {
    const std::string text(rule.rows);
    const std::regex row("[WCLEAR][0-9]{2}");
    for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at)
      EXPECT_TRUE(rows.contains(at->str())) << rule.id << " covers the row " << at->str() << ", which does not exist";
  }
}

TEST(Registry, OptionsChooseRules) {
  RuleOptions options;
  const Rule& strict = rule_of(rule::kGetAndAtomicRead);
  const Rule& separate = rule_of(rule::kSeparateModelSameWindow);
  const Rule& use = rule_of(rule::kFlushPerOperation);
  EXPECT_FALSE(is_active(strict, options));
  EXPECT_FALSE(is_active(separate, options));
  EXPECT_TRUE(is_active(separate, options, true)) << "a window of the separate model";
  EXPECT_FALSE(is_active(use, options));
  EXPECT_EQ(apply(options, "--strict", ""), std::nullopt);
  EXPECT_EQ(apply(options, "--memory-model", "separate"), std::nullopt);
  EXPECT_EQ(apply(options, "--enable", "USE"), std::nullopt);
  EXPECT_TRUE(is_active(strict, options));
  EXPECT_TRUE(is_active(separate, options));
  EXPECT_TRUE(is_active(use, options));
  EXPECT_EQ(apply(options, "--disable", "flush_per_operation"), std::nullopt);
  EXPECT_FALSE(is_active(use, options));
  EXPECT_EQ(apply(options, "--severity", "error"), std::nullopt);
  EXPECT_EQ(options.threshold, Severity::kError);
  EXPECT_NE(apply(options, "--severity", "bad"), std::nullopt);
  EXPECT_NE(apply(options, "--enable", "FP-NONE-001"), std::nullopt);
  EXPECT_NE(apply(options, "--memory-model", "wrong"), std::nullopt);
}

TEST(Registry, PredictionRaisesNotesAboutTiming) {
  RuleOptions options;
  const Rule& note = rule_of(rule::kLockOrderOnly);
  EXPECT_EQ(effective_severity(note.severity, note, options), Severity::kNote);
  options.predict = true;
  EXPECT_EQ(effective_severity(note.severity, note, options), Severity::kUndefined);
}

TEST(Registry, SeverityAndFailOnSayWhichFindingsFailARun) {
  RuleOptions options;
  const Finding race{.rule = "FP-RACE-001", .family = Family::kRace, .severity = Severity::kUndefined};
  const Finding epoch{.rule = "FP-EPOCH-002", .family = Family::kEpoch, .severity = Severity::kError};
  const Finding note{.rule = "FP-RACE-010", .family = Family::kRace, .severity = Severity::kNote};
  EXPECT_TRUE(fails_run(race, options));
  EXPECT_TRUE(fails_run(epoch, options));
  EXPECT_FALSE(fails_run(note, options));
  EXPECT_EQ(apply(options, "--fail-on", "RACE"), std::nullopt);
  EXPECT_TRUE(fails_run(race, options));
  EXPECT_FALSE(fails_run(epoch, options));
  EXPECT_FALSE(fails_run(note, options));
  EXPECT_EQ(apply(options, "--fail-on", "FP-EPOCH-002"), std::nullopt);
  EXPECT_TRUE(fails_run(epoch, options));
  EXPECT_EQ(apply(options, "--severity", "error"), std::nullopt);
  EXPECT_FALSE(fails_run(race, options));
  EXPECT_NE(apply(options, "--fail-on", "portability"), std::nullopt);
}

TEST(Registry, AGateThatNothingCanTripIsRefused) {
  const auto refused = [](std::initializer_list<std::pair<const char*, const char*>> given) {
    RuleOptions options;
    for (const auto& [name, value] : given) EXPECT_EQ(apply(options, name, value), std::nullopt) << name;
    return contradiction(options, false).has_value();
  };
  EXPECT_TRUE(refused({{"--fail-on", "FP-RACE-010"}})) << "a note";
  EXPECT_FALSE(refused({{"--fail-on", "FP-RACE-010"}, {"--severity", "note"}}));
  EXPECT_FALSE(refused({{"--fail-on", "FP-RACE-010"}, {"--predict", ""}}));
  EXPECT_TRUE(refused({{"--fail-on", "FP-RACE-001"}, {"--disable", "FP-RACE-001"}}));
  EXPECT_TRUE(refused({{"--fail-on", "FP-RACE-001"}, {"--severity", "error"}}));
  EXPECT_FALSE(refused({{"--fail-on", "RACE"}, {"--severity", "error"}})) << "some of a family may be errors";
  EXPECT_TRUE(refused({{"--fail-on", "RACE"}, {"--disable", "RACE"}}));
  EXPECT_FALSE(refused({{"--fail-on", "RACE"}, {"--disable", "RACE"}, {"--enable", "FP-RACE-004"}}));
  EXPECT_FALSE(refused({{"--fail-on", "RACE"}, {"--disable", "EPOCH"}}));
  EXPECT_TRUE(refused({{"--fail-on", "FP-RACE-004"}, {"--disable", "RACE"}}));
  EXPECT_FALSE(refused({{"--fail-on", "FP-RACE-004"}, {"--disable", "RACE"}, {"--enable", "FP-RACE-004"}}));
}

TEST(Registry, EveryRuleHasCasesAProgramAndANearMiss) {
  const TestsOfRules tests = find_tests(FENCEPOST_SOURCE_DIR "/tests");
  for (const Rule& rule : all_rules()) {
    const auto of_rule = tests.find(rule.id);
    ASSERT_NE(of_rule, tests.end()) << rule.id << " has no test";
    EXPECT_FALSE(of_rule->second.cases.empty()) << rule.id << " has no case in tests/rules";
    EXPECT_FALSE(of_rule->second.programs.empty()) << rule.id << " has no program in tests/corpus";
    EXPECT_FALSE(of_rule->second.near.empty()) << rule.id << " has no near miss in tests/corpus";
  }
}

TEST(Registry, DocumentsAreCurrent) {
  const std::string folder = std::string(FENCEPOST_SOURCE_DIR) + "/docs/";
  EXPECT_EQ(read(folder + "rules.md"), rules_document()) << "run: cmake --build build/dev --target rule-docs";
}

TEST(Registry, TheMapNamesEachRuleOfTheOneSidedChapter) {
  const std::string map = rules_map_document(find_tests(FENCEPOST_SOURCE_DIR "/tests"));
  for (const Rule& rule : all_rules()) {
    if (rule.family == Family::kUse) continue;
    EXPECT_NE(map.find(rule.id), std::string::npos) << rule.id;
  }
}

}  // namespace
}  // namespace fencepost
