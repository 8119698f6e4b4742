// An `if` whose body is divided in two, so that those who do not enter it can make a call between the parts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "advice/source_tree.h"

namespace fencepost {

// Whether `if (c) { a; b; }` has the same effect as `if (c) { a; } if (c) { b; }`. `statements`: those of its body up
// to the first one of the second part.
bool can_be_divided(const SourceTree& tree, int condition, std::span<const int> statements, bool fortran);

// Of Fortran: any call may change its arguments. Those of MPI that make no window and no rank leave these alone.
bool may_change_in_fortran(const std::string& statement, const std::string& names);

// The lines between the parts: the end of the first, the calls, and the condition again. `head`: its line.
std::vector<std::string> divided(const std::string& head, std::vector<std::string> calls, bool fortran);

}  // namespace fencepost
