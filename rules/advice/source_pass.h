// Accesses that are moved to before a statement which stands in front of them in the same block: where that is certain
// to change nothing but their order.
#pragma once

#include <optional>

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

struct PassedUp {
  int first = 0, last = 0;  // the lines that move
  int before = 0;           // the line that they move to before
};

// Of a fix that moves what stands at `moved` to before `place`. Nothing: it is not certain, or is no C or C++.
std::optional<PassedUp> passed_up(const Fix& fix, SourceLines& sources);

struct PassedDown {
  int first = 0, last = 0;  // the lines that move
  int behind = 0;           // the line that they move to behind
};
// Of a fix that moves the call at `moved` to after the access at `place`, which follows it in the same block.
std::optional<PassedDown> passed_down(const Fix& fix, SourceLines& sources);

// Whether an access may come only after a call further on, as far as the source shows: no call up to there is given
// what it computes, and it would leave no loop whose calls it belongs to. `at`, `call`: statements of one function.
bool may_come_after(const SourceLocation& at, const SourceLocation& call, SourceLines& sources);

}  // namespace fencepost
