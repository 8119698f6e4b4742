// A call that stands after a statement in the source, but not on every path: a `return` or the like leaves it out.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/fix.h"
#include "model/location.h"
#include "model/source_lines.h"

namespace fencepost {

struct SkippedCall {
  SourceLocation call;                  // that is left out
  std::vector<SourceLocation> leaving;  // the statements that leave before it
  std::size_t which = 0;                // of the texts
  std::string word;                     // of the first of these: "return", "goto"
};

// The first call that is one of these texts ("MPI_Win_flush(1, win)") after the statement at a place, if other
// statements in between may leave it out. `used`: what must come after the call; nothing if it is in between. Nothing:
// there is none, or nothing leaves it out.
std::optional<SkippedCall> left_out_behind(const SourceLocation& place, const std::vector<std::string>& texts,
                                           const SourceLocation& used, SourceLines& sources);

// For a fix that adds a call which completes an operation: the program makes the call after it, but only under a
// condition, or leaves it out on some path. `used`: what must come after it. Nothing: this is not so.
std::optional<Fix> added_where_left_out(const Fix& completes, const SourceLocation& used, SourceLines& sources);

// For a fix that adds a call which closes an epoch, of one that `operation` opens: the program makes the call after it
// in the same block, but under a condition of its own. All who open the epoch come there. Nothing: this is not so.
std::optional<Fix> closed_under_condition(const Fix& closes, SourceLines& sources);

// The same for a lock before the call that ends it, `operation` of the fix, which all come to who come to the
// condition.
std::optional<Fix> opened_under_condition(const Fix& opens, SourceLines& sources);

// For a fix of that kind: whether a call no longer depends on the `if` (Fix::within) that controls it and nothing else.
bool leaves_its_condition(const Fix& fix);

// Whether a fix's place is such a statement.
bool leaves(const std::string& word);

}  // namespace fencepost
