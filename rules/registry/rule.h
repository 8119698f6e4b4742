// What is known about a rule apart from its check: its page in rules/book, as data. The check names the rule by a
// constant of registry/rule_ids.h (generated). docs/adding-a-rule.md has the recipe.
#pragma once

#include <span>
#include <string_view>

#include "model/finding.h"

namespace fencepost {

// When a rule is active if neither --enable nor --disable names it.
enum class Enabled {
  kAlways,
  kStrict,            // with --strict
  kSeparate,          // with --memory-model=separate, or on windows whose model is MPI_WIN_SEPARATE
  kStrictOrSeparate,  // either
  kOff,               // only with --enable
};

struct Rule {
  std::string_view id;    // "FP-RACE-001"; never reused for something else
  std::string_view name;  // "conflicting_operations": for the constant, and for people who cannot remember numbers
  Family family;
  std::string_view title;    // a phrase
  Severity severity;         // of its findings, unless the check has a reason to say otherwise
  std::string_view section;  // of MPI-4.1, "12.7.1"; comma-separated
  std::string_view rows;     // rows of the rule book that it covers (registry/rows.def), space-separated; "-" none
  Enabled enabled;
  std::string_view page;  // Markdown: what, "## Why", "## Wrong", "## Right"
};

// Sorted by id. Static storage.
std::span<const Rule> all_rules();

// By id ("FP-RACE-001", upper or lower case) or by name; null if there is none.
const Rule* find_rule(std::string_view id_or_name);

// The same for an id of registry/rule_ids.h, which always exists.
const Rule& rule_of(std::string_view id);

// The rule as a page for a terminal: title line, severity, section, when it is active, and the page.
std::string explain(const Rule& rule);

// "always", "with --strict", …
std::string_view describe(Enabled enabled);

// "MPI-4.1, 12.7.1", as findings cite it.
std::string citation(const Rule& rule);

}  // namespace fencepost
