// docs/rules.md and docs/rules-map.md as text: generated, so that they cannot contradict the registry. The target
// `rule-docs` writes them; a test compares.
#pragma once

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
std::string rules_map_document();

}  // namespace fencepost
