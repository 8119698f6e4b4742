// Writing the reports that were asked for.
#pragma once

#include <string>

#include "command/options.h"
#include "model/finding.h"
#include "registry/options.h"

namespace fencepost::command {

// What keeps the files of --html, --json, --sarif and --junit from being written, as far as can be told before there is
// anything to write; "": nothing.
std::string why_not_writable(const Arguments& arguments);

// The files of --html, --json, --sarif and --junit. "-" writes to standard output. False, with a message on standard
// error, if one cannot be written; the others are.
bool write_files(const Findings& findings, const Arguments& arguments, const RuleOptions& rules);

// One more page that was not asked for. False: it cannot be written there.
bool write_html(const Findings& findings, const std::string& path);

// The terminal report, to standard error or output.
void show(const Findings& findings, const Arguments& arguments, int file_descriptor);

}  // namespace fencepost::command
