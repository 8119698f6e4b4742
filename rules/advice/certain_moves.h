// Calls that may move without a trial (Fix::certain): the source shows that only their order changes.
#pragma once

#include "model/fix.h"
#include "model/source_lines.h"

namespace fencepost {

// MPI_Win_free at `freed` to behind that of `last`, a later statement of the same block, if nothing but other calls of
// MPI_Win_free comes between, and the file makes neither call elsewhere.
Fixes free_behind(const FixPlace& freed, const FixPlace& last, SourceLines& sources);

// The second call of a split collective (`end`), which comes later in the block of the first (`begun`), to before
// `next`, a call between the two. The file makes neither call elsewhere: another process might wait there.
Fixes end_before(const FixPlace& begun, const FixPlace& next, const FixCall& end, SourceLines& sources);

// Whether a fix is one of these.
bool moves_whole_call(const Fix& fix);

}  // namespace fencepost
