// What is moved past statements of its block: where that is certain to change nothing but their order.
#pragma once

#include <optional>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

struct Passed {
  int first = 0, last = 0;  // the lines that move
  int before = 0;           // the line that they move to before
};

// Of a fix that moves what stands at `moved` to before `place`. Nothing: it is not certain, or is no C or C++.
std::optional<Passed> passed_up(const Fix& fix, SourceLines& sources);

// Of a fix that moves the call at `moved` to after the access at `place`, which follows it in the same block.
std::optional<Passed> passed_down(const Fix& fix, SourceLines& sources);

// Whether an access may come only after a call further on, as far as the source shows: no call up to there is given
// what it computes, and it would leave no loop whose calls it belongs to. `at`, `call`: statements of one function.
bool may_come_after(const SourceLocation& at, const SourceLocation& call, SourceLines& sources);

}  // namespace fencepost
