#include "command/prognosis.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

#include "reports/text.h"

namespace fencepost::command {
namespace {

void advise(std::string_view fix) {
  fmt::print("    {:<24} -> {}\n", "", reports::printable(fix));
}

}  // namespace

Prognosis::Prognosis() : colours_(isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr) {}

void Prognosis::good(std::string_view what, std::string_view detail) const {
  line("ok", "\033[32m", what, detail);
}

void Prognosis::lacking(std::string_view what, std::string_view detail, std::string_view fix) const {
  line("--", "\033[33m", what, detail);
  advise(fix);
}

void Prognosis::bad(std::string_view what, std::string_view detail, std::string_view fix) const {
  line("NO", "\033[31m", what, detail);
  advise(fix);
}

void Prognosis::line(std::string_view mark, std::string_view colour, std::string_view what,
                     std::string_view detail) const {
  std::string shown = colours_ ? fmt::format("{}{}\033[0m", colour, mark) : std::string(mark);
  fmt::print("{}  {:<24} {}\n", shown, reports::printable(what), reports::printable(detail));
  std::fflush(stdout);
}

}  // namespace fencepost::command
