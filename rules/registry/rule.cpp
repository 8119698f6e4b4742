#include "registry/rule.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cstdlib>

namespace fencepost {
namespace {

// The pages are our own files: a word that is not in these lists is an error at compile time.
consteval Severity severity_word(std::string_view word) {
  if (word == "error") return Severity::kError;
  if (word == "undefined") return Severity::kUndefined;
  if (word == "portability") return Severity::kPortability;
  if (word == "performance") return Severity::kPerformance;
  if (word == "note") return Severity::kNote;
  throw "unknown severity in rules/book";
}

consteval Enabled enabled_word(std::string_view word) {
  if (word == "always") return Enabled::kAlways;
  if (word == "strict") return Enabled::kStrict;
  if (word == "separate") return Enabled::kSeparate;
  if (word == "strict separate") return Enabled::kStrictOrSeparate;
  if (word == "off") return Enabled::kOff;
  throw "unknown word behind 'enabled:' in rules/book";
}

// The words of rules/book as written there. NOLINTBEGIN(readability-identifier-naming)
constexpr Family RACE = Family::kRace;
constexpr Family EPOCH = Family::kEpoch;
constexpr Family MATCH = Family::kMatch;
constexpr Family RANGE = Family::kRange;
constexpr Family TYPE = Family::kType;
constexpr Family ASSERT = Family::kAssert;
constexpr Family INFO = Family::kInfo;
constexpr Family WINDOW = Family::kWindow;
constexpr Family USE = Family::kUse;
// NOLINTEND(readability-identifier-naming)

constexpr Rule kRules[] = {
#define RULE(id, name, family, title, severity, section, rows, enabled, page) \
  {id, name, family, title, severity_word(severity), section, rows, enabled_word(enabled), page},
#include "registry/rule_table.inc"
#undef RULE
};

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

}  // namespace

std::span<const Rule> all_rules() {
  static const auto sorted = [] {
    auto rules = std::to_array(kRules);
    std::ranges::sort(rules, {}, &Rule::id);
    return rules;
  }();
  return sorted;
}

const Rule* find_rule(std::string_view id_or_name) {
  for (const Rule& rule : all_rules())
    if (same_ignoring_case(rule.id, id_or_name) || same_ignoring_case(rule.name, id_or_name)) return &rule;
  return nullptr;
}

const Rule& rule_of(std::string_view id) {
  const auto rules = all_rules();
  const auto found = std::ranges::lower_bound(rules, id, {}, &Rule::id);
  if (found == rules.end() || found->id != id) std::abort();  // ids come from rule_ids.h
  return *found;
}

std::string_view describe(Enabled enabled) {
  switch (enabled) {
    case Enabled::kAlways:
      return "always";
    case Enabled::kStrict:
      return "with --strict";
    case Enabled::kSeparate:
      return "in the separate memory model";
    case Enabled::kStrictOrSeparate:
      return "with --strict or in the separate memory model";
    case Enabled::kOff:
      return "only when enabled";
  }
  return "";
}

std::string citation(const Rule& rule) {
  return "MPI-4.1, " + std::string(rule.section);
}

std::string explain(const Rule& rule) {
  std::string text;
  text += std::string(rule.id) + "  " + std::string(rule.title) + "\n\n";
  text += "Severity: " + std::string(name_of(rule.severity)) + "    Section: " + citation(rule) +
          "    Active: " + std::string(describe(rule.enabled)) + "    Name: " + std::string(rule.name) + "\n\n";
  text += rule.page;
  return text;
}

}  // namespace fencepost
