// Findings like those of real runs, made by hand: for the tests of the reports and for viewing.
#pragma once

#include <string>

#include "model/finding.h"
#include "reports/rule_text.h"

namespace fencepost::test {

// Four findings (a race, an epoch error, a hang over three ranks, a note) about tests/support/sample_sources/halo.c.
Findings sample_findings();

// The folder with the sources of sample_findings().
std::string sample_source_directory();

// Pages of the rules in sample_findings(), in the Markdown of rule pages.
reports::RuleTexts sample_rule_texts();

// One finding with `text` in every field that holds text.
Findings findings_full_of(const std::string& text);

}  // namespace fencepost::test
