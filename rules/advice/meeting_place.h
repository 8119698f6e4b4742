// Where ranks can meet: a message or barrier between two accesses belongs behind a loop that makes the one, and before
// a loop that makes the other, for the ranks may pass these loops a different number of times.
#pragma once

#include <optional>
#include <vector>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// Moves the places of such fixes out of loops which do not contain both accesses. `ends`: calls behind the one access
// by which its rank ends the epoch; the first that is in no such loop becomes the place.
void lift_out_of_loops(Fixes& fixes, const std::vector<FixPlace>& ends, SourceLines& sources);

// Whether one loop contains all of these statements of one function.
bool in_one_loop(const std::vector<SourceLocation>& statements, SourceLines& sources);

// The innermost loop that contains both statements of one function, if it makes no MPI call.
std::optional<SourceLocation> loop_without_calls(const SourceLocation& one, const SourceLocation& other,
                                                 SourceLines& sources);

// How often a statement is executed that two ranks have reached.
struct Rounds {
  bool known = false;                  // the sources say it, and both ranks came there by the same calls
  std::optional<SourceLocation> loop;  // the outermost one around it, also around the calls that lead there
  bool nested = false;                 // there is another one in that
  bool counts = false;                 // in each round, each rank changes one and the same variable: "shared[0]++;"
};
// Frames as the symbolizer gives them, the innermost first.
Rounds rounds_of(std::vector<SourceLocation> one, std::vector<SourceLocation> other, SourceLines& sources);

}  // namespace fencepost
