// Moves past statements of the same block, if it is certain that only the order changes.
#pragma once

#include <optional>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

struct Passed {
  int first = 0, last = 0;  // the lines that move
  int before = 0;           // they move to before this line
};

// For a fix that moves `moved` to before `place`. Nothing: it is not certain, or the file is not C or C++.
std::optional<Passed> passed_up(const Fix& fix, SourceLines& sources);

// For a fix that moves the call at `moved` to after the access at `place`, which follows it in the same block.
std::optional<Passed> passed_down(const Fix& fix, SourceLines& sources);

// Whether an access may move to after a later call, as far as the source shows: no call in between uses what it
// computes, and it would not leave a loop whose calls it belongs to. `at`, `call`: statements of one function.
bool may_come_after(const SourceLocation& at, const SourceLocation& call, SourceLines& sources);

// Whether a statement, or one that leads there, names what an earlier one of the same block gives: a call that fetches
// a value by its result, another statement by what it changes.
bool needs_what_it_gives(const SourceLocation& statement, const SourceLocation& earlier, SourceLines& sources);

}  // namespace fencepost
