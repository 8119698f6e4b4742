// What the reports say about a rule besides its findings. It comes from the rule book, which reports do not know.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "model/finding.h"

namespace fencepost::reports {

struct RuleText {
  std::string title;  // a phrase
  std::string page;   // Markdown: what, why, a wrong and a right example
  std::string name;   // "conflicting_operations"
  Severity severity = Severity::kError;
  std::string section;  // of the standard: "12.7"
};

// The text for a rule id; none: the rule is not known.
using RuleTexts = std::function<std::optional<RuleText>(std::string_view rule)>;

}  // namespace fencepost::reports
