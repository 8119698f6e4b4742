// The rules of a SARIF log: what code scanning shows about a rule next to its results.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "model/finding.h"
#include "reports/rule_text.h"

namespace fencepost::reports {

const char* sarif_level(Severity severity);
nlohmann::ordered_json sarif_text(const std::string& text);

class SarifRules {
 public:
  explicit SarifRules(const RuleTexts& texts) : texts_(texts) {}
  // The number of a finding's rule; a new rule is added.
  std::size_t index_of(const Finding& finding);
  const nlohmann::ordered_json& all() const { return rules_; }

 private:
  const RuleTexts& texts_;
  nlohmann::ordered_json rules_ = nlohmann::ordered_json::array();
  std::map<std::string, std::size_t> indices_;
};

}  // namespace fencepost::reports
