// Writes the requested reports.
#pragma once

#include <string>
#include <string_view>

#include "command/options.h"
#include "model/finding.h"
#include "registry/options.h"

namespace fencepost::command {

// Whether reports were requested as files: by --report FORMAT[=FILE] or by an option of their own (--json FILE).
bool asks_for_files(const Arguments& arguments);
bool asks_for(std::string_view format, const Arguments& arguments);  // whether one of that format was

// Whether a report that may be written shows an overview of the run.
bool shows_overview(const Arguments& arguments);

// What prevents these files from being written, as far as one can tell beforehand; "": nothing.
std::string why_not_writable(const Arguments& arguments);

// Writes every requested report. "-" is standard output. If one cannot be written, returns false and prints a message
// on standard error; the others are written.
bool write_files(const Findings& findings, const Arguments& arguments, const RuleOptions& rules);

// The same with the report for the terminal, on standard error or output, unless it is to be quiet.
bool write_reports(const Findings& findings, const Arguments& arguments, const RuleOptions& rules, int terminal);

// The reports of a check that failed; the terminal gets a sentence on standard error instead. Returns the status for
// it.
int report_failure(std::string_view command, const std::string& sentence, const Arguments& arguments,
                   const RuleOptions& rules);

// One more page that was not requested. False, with a message: it cannot be written there.
bool write_html(const Findings& findings, const Arguments& arguments, const RuleOptions& rules,
                const std::string& path);

// The report for the terminal (or in the format of --format), to standard error or output.
void show(const Findings& findings, const Arguments& arguments, const RuleOptions& rules, int file_descriptor);

}  // namespace fencepost::command
