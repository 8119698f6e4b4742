// The formats of reports in one table: a name, the default file, the writer. Each writer is one file of this folder.
// The table provides --report FORMAT[=FILE], the older options (--json FILE), their help, and the test that every
// format can write every finding.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "model/finding.h"
#include "reports/rule_text.h"
#include "reports/sources.h"

namespace fencepost::reports {

// What a writer needs to know in addition to the findings.
struct Context {
  Sources& sources;
  RuleTexts rule_texts;
  std::string tool_version;                    // of Fencepost
  std::function<bool(const Finding&)> counts;  // which findings fail the run; empty: those of at least kPortability
  std::string source_root;  // the repository's folder: paths inside it are relative. "": the program's directory
  std::string editor;       // link to an editor, with {file}, {line} and {column}; "": the standard one
};

struct Format {
  std::string_view name;    // "sarif"
  std::string_view option;  // "--sarif": the same with a required file name; "": there is none
  std::string_view file;    // the default file; "-": standard output
  std::string_view what;    // a phrase for the help
  std::string (*write)(const Findings&, Context&);
};
std::span<const Format> formats();
const Format* format_named(std::string_view name);  // null: there is none

inline bool fails(const Finding& finding, const Context& context) {
  return context.counts ? context.counts(finding) : finding.severity <= Severity::kPortability;
}

}  // namespace fencepost::reports
