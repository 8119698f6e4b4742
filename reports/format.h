// The formats that reports are written in, as one table: a name, where it goes unless a file is named, its writer.
// Each writer is one file of this folder. From the table come --report FORMAT[=FILE], the older options (--json FILE),
// their help and the test that every format survives every finding.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "model/finding.h"
#include "reports/rule_text.h"
#include "reports/sources.h"

namespace fencepost::reports {

// What a writer needs to know besides the findings.
struct Context {
  Sources& sources;
  RuleTexts rule_texts;
  std::string tool_version;                    // of Fencepost
  std::function<bool(const Finding&)> counts;  // which findings fail the run; empty: those of at least kPortability
  std::string source_root;  // where the repository lies: paths inside it are relative. "": the program's directory
  std::string editor;       // link to an editor, with {file}, {line} and {column}; "": the standard one
};

struct Format {
  std::string_view name;    // "sarif"
  std::string_view option;  // "--sarif": the same with a file that must be named; "": there is none
  std::string_view file;    // where it goes if no file is named; "-": standard output
  std::string_view what;    // a phrase for the help
  std::string (*write)(const Findings&, Context&);
};
std::span<const Format> formats();
const Format* format_named(std::string_view name);  // null: there is none

inline bool fails(const Finding& finding, const Context& context) {
  return context.counts ? context.counts(finding) : finding.severity <= Severity::kPortability;
}

}  // namespace fencepost::reports
