// Writes the sample findings as an HTML page and to the terminal, for looking at them.
#include <cstdio>
#include <fstream>

#include "reports/html.h"
#include "reports/terminal.h"
#include "support/sample_findings.h"

int main(int count, char** arguments) {
  fencepost::Findings findings = fencepost::test::sample_findings();
  fencepost::reports::Sources sources;
  auto style = fencepost::reports::style_for(1);
  style.directory = findings.program.directory;
  std::fputs(fencepost::reports::to_terminal(findings, sources, style).c_str(), stdout);
  if (count > 1)
    std::ofstream(arguments[1]) << fencepost::reports::to_html(findings, sources, fencepost::test::sample_rule_texts());
}
