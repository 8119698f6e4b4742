#include "findings/library.h"

#include <algorithm>

#include <fmt/format.h>

namespace fencepost {
namespace {

bool is_library(const std::string& module) {
  return name_of_file(module).find(".so") != std::string_view::npos;
}

// The caller of MPI is responsible for mistakes in the use of windows and epochs. Statements that call the library,
// such as `u(0)[right] = u(n)` and `sync all`, decide which data is moved, in which order and by whom.
bool is_of_the_caller(Family family) {
  switch (family) {
    case Family::kEpoch:
    case Family::kAssert:
    case Family::kInfo:
    case Family::kWindow:
    case Family::kType:
    case Family::kUse:
      return true;
    case Family::kRace:
    case Family::kMatch:
    case Family::kRange:
      break;
  }
  return false;
}

// "": the user has a line there, or would have one with -g.
std::string library_of(const Access& access, Family family) {
  const SourceLocation& location = access.location;
  if (location.line == 0) {  // by itself: while it is loaded, in a thread, at exit
    const bool alone = !access.stack.empty() && std::ranges::all_of(access.stack, [](const SourceLocation& frame) {
      return is_library(frame.module);
    });
    return std::string(alone ? name_of_file(location.module) : "");
  }
  const bool called = is_of_the_caller(family) && is_library(location.called_module);
  return std::string(called ? name_of_file(location.called_module) : "");
}

}  // namespace

std::string library_at_fault(Family family, const std::vector<Access>& accesses) {
  if (accesses.empty()) return "";
  const std::string library = library_of(accesses.front(), family);
  const bool alone =
      std::ranges::all_of(accesses, [&](const Access& access) { return library_of(access, family) == library; });
  return alone ? library : "";
}

std::string advice_on_library(const std::string& library) {
  return fmt::format(
      "This happens inside {}, which has no debug information, so no line of your code is to be changed. Tell its "
      "authors, or compile it with -g if it is yours.",
      library);
}

}  // namespace fencepost
