// Processes that all wait for each other in one statement, where the source shows another order that lets all continue,
// whatever else happens (Fix::certain).
#pragma once

#include <optional>
#include <vector>

#include "facts/blocked_calls.h"
#include "model/fix.h"
#include "model/source_lines.h"
#include "words/words.h"

namespace fencepost {

// Two that both send synchronously before they receive from each other: MPI_Sendrecv in place of both calls. All that
// wait for MPI_Win_complete of each other in MPI_Win_wait, with their own access epoch behind it: the wait moves behind
// that. No fix: the hang is different.
Fixes exchange_at_once(const std::vector<ProcessId>& cycle, const BlockedCalls& blocked, Words& words);

// The lines of MPI_Ssend and of the MPI_Recv behind it become one MPI_Sendrecv.
std::vector<SourceEdit> sent_and_received(const Fix& fix, SourceLines& sources);
// The MPI_Win_complete behind a wait, in the same block, with nothing but an access epoch in between, whose operations
// do not use what the exposure epoch is for; nothing: it is not there.
std::optional<FixPlace> own_epoch_behind(const FixPlace& wait, SourceLines& sources);

}  // namespace fencepost
