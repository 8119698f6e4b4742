// Findings as text for people at a terminal: short and calm, with the source lines, without repetition.
#pragma once

#include <cstddef>
#include <string>

#include "model/finding.h"
#include "reports/sources.h"

namespace fencepost::reports {

struct TerminalStyle {
  bool colour = false;
  int width = 100;        // columns; at least 20 are used
  int context = 1;        // source lines around the marked one
  std::size_t most = 10;  // findings shown in full; the others are counted. 0: all
  // The maximum number of lines in the report; findings that do not fit get one line, or are counted (the first finding
  // is always complete). 0: any number.
  std::size_t height = 0;
  std::string directory;  // paths inside it are shown relative to it
};

// The whole report: each finding, what could not be seen, one summary line. Ends with a newline. Foreign text in it
// cannot send control sequences to the terminal.
std::string to_terminal(const Findings& findings, Sources& sources, const TerminalStyle& style);

// The style for a stream: colours if it is a terminal (and
// NO_COLOR is not set), its width, the working directory.
TerminalStyle style_for(int file_descriptor);

// "2 findings (1 error, 1 note): 4 ranks, 120 operations, 3,000 loads and stores". Also the last line of to_terminal().
std::string summary_of(const Findings& findings);

}  // namespace fencepost::reports
