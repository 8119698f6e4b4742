// Findings as SARIF 2.1.0, for code scanning of forges and editors.
#pragma once

#include <string>
#include <string_view>

#include "model/finding.h"
#include "reports/rule_text.h"

namespace fencepost::reports {

// Sources below the program's working directory are relative to %SRCROOT%, others absolute. Blind spots are
// notifications of the invocation. `tool_version`: of Fencepost.
std::string to_sarif(const Findings& findings, const RuleTexts& rule_texts, std::string_view tool_version);

}  // namespace fencepost::reports
