// docs/rules.md and docs/rules-map.md as text: generated, so that they cannot contradict the registry. The target
// `rule-docs` writes them; a test compares.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "registry/rule.h"

namespace fencepost {

// A row of the rule book (registry/rows.def).
struct RuleBookRow {
  std::string_view id;
  std::string_view demand;
  std::string_view reason;  // why no rule reports it; "" if rules do
};
std::span<const RuleBookRow> rule_book_rows();
std::vector<const Rule*> rules_covering(std::string_view row);

std::string rules_document();

// Where a rule is tested, relative to the folder `tests`: by id.
struct TestsOfRule {
  std::vector<std::string> cases;     // "rules/epoch_cases.cpp": a run that breaks it and a near miss
  std::vector<std::string> programs;  // "corpus/epoch/put_without_epoch.c": programs that must give it, on each MPI
  std::vector<std::string> near;      // programs that come as close to it as they can and must not give it
};
using TestsOfRules = std::map<std::string, TestsOfRule, std::less<>>;
TestsOfRules find_tests(const std::filesystem::path& tests);

std::string rules_map_document(const TestsOfRules& tests);

}  // namespace fencepost
