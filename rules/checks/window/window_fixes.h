// Fixes that free a window, as candidates.
#pragma once

#include "advice/source_argument.h"
#include "job/job.h"
#include "model/fix.h"
#include "model/source_lines.h"
#include "words/words.h"

namespace fencepost {

// MPI_Win_free on all ranks before a statement, with the variable that the window's creation was given, as it is named
// there. Only a trial can show that it helps (FixOffer::kIfTried). Empty: it has no name there.
Fixes free_window_before(const Place& created, const Place& place, FixPlace statement, WindowKey window, Words& words);

}  // namespace fencepost
