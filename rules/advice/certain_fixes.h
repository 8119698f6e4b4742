// Fixes that need no trial (Fix::certain): the changed call is wrong whatever the program does, and the change has no
// other effect. Each function gives no fix if the source does not show that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/fix.h"
#include "model/source_lines.h"
#include "words/words.h"

namespace fencepost {

// MPI_INFO_NULL in place of 0 as a call's info.
Fixes pass_null_info(const Place& call, Words& words);

// MPI_Win_fence(assert, win) in place of MPI_Win_fence(win, assert).
Fixes fence_in_order(const Place& fence, Words& words);
// The calls that a fix replaces: the one of its place, and if it is certain, all of the file with the same words. (The
// run ends at the first.)
std::vector<SourceLocation> calls_to_replace(const Fix& fix, SourceLines& sources);

// MPI_Type_commit after the one call in the function of `operation` that makes its datatype, which nothing in the file
// commits. (Another commit would have no effect.)
Fixes commit_datatype(const Place& operation, Words& words);

// MPI_Get_accumulate of one element in place of MPI_Fetch_and_op: it has the same effect, and takes derived datatypes.
Fixes fetch_derived(const Place& fetch, Words& words);

// A call whose target is MPI_PROC_NULL does nothing, and need not be made. (Other calls with requests wait for them.)
Fixes guard_against_nobody(const Operation& operation, Words& words);
std::vector<SourceEdit> guarded(const Fix& fix, SourceLines& sources);

// A target displacement that the source multiplies by the size of the displacement unit, which the library does as
// well: "5 * sizeof(int)" becomes "5".
Fixes displace_by_units(const Operation& operation, std::uint64_t unit, Words& words);

// A post that directly follows a start comes before it: it waits for nobody.
Fixes post_before_start(const Place& start, const Place& post, Words& words);
// Whether two calls are statements of one block, the second one directly after the first.
bool are_neighbours(const FixPlace& first, const FixPlace& second, SourceLines& sources);

// MPI_Win_detach before `free`, a statement that frees what `attached` has attached, in the same function. Whoever
// comes to it has attached the memory.
Fixes detach_before(const Place& attached, const FixPlace& free, WindowKey window, Words& words);

// Whether another argument of a call is a window, that of the fix; or a rank, the target of the fix's operation. The
// trial knows which one that is in the run.
bool passes_window(const Fix& fix);
bool passes_target(const Fix& fix);

// Whether the variables in an argument of the call at a place are used elsewhere in its function: compilers warn of
// those that are not.
bool is_used_elsewhere(const std::string& argument, const FixPlace& place, SourceLines& sources);

// The memory orders of a flag: memory_order_release at `stored`, and memory_order_acquire at `awaited`, in place of
// memory_order_relaxed; not known: that one has its order. Only if `awaited` is the condition of a loop that waits for
// the flag. A stronger order takes nothing away.
struct FlagOrders {
  FixPlace stored, awaited;
};
std::vector<SourceEdit> ordered(const FlagOrders& flag, SourceLines& sources);
// The same as a part of a fix in words.
void order_flag(Fix& fix, const FlagOrders& flag);
FlagOrders flag_of(const Fix& fix);

}  // namespace fencepost
