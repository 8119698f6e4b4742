// Writing the reports that were asked for.
#pragma once

#include <string>
#include <string_view>

#include "command/options.h"
#include "model/finding.h"
#include "registry/options.h"

namespace fencepost::command {

// Whether reports were asked for as files: by --report FORMAT[=FILE] or by an option of their own (--json FILE).
bool asks_for_files(const Arguments& arguments);
bool asks_for(std::string_view format, const Arguments& arguments);  // for one of that format

// Whether a report that may be written shows what the run did as a whole.
bool shows_overview(const Arguments& arguments);

// What keeps these files from being written, as far as can be told before there is anything to write; "": nothing.
std::string why_not_writable(const Arguments& arguments);

// Writes every report that was asked for. "-" is standard output. False, with a message on standard error, if one
// cannot be written; the others are.
bool write_files(const Findings& findings, const Arguments& arguments, const RuleOptions& rules);

// The same with the one for the terminal, on standard error or output, unless it is to be quiet.
bool write_reports(const Findings& findings, const Arguments& arguments, const RuleOptions& rules, int terminal);

// The reports of a check that failed: a sentence on standard error in the place of the terminal's. Returns the status
// for it.
int report_failure(std::string_view command, const std::string& sentence, const Arguments& arguments,
                   const RuleOptions& rules);

// One more page that was not asked for. False, with a message: it cannot be written there.
bool write_html(const Findings& findings, const Arguments& arguments, const RuleOptions& rules,
                const std::string& path);

// The terminal report (or what --format says), to standard error or output.
void show(const Findings& findings, const Arguments& arguments, const RuleOptions& rules, int file_descriptor);

}  // namespace fencepost::command
