// Fixes that free a window, as candidates.
#pragma once

#include <string>

#include "advice/source_argument.h"
#include "job/job.h"
#include "model/fix.h"
#include "model/source_lines.h"
#include "words/words.h"

namespace fencepost {

// MPI_Win_free on all ranks before a statement, with the variable that the window's creation was given, as it is named
// there. Only a trial can show that it helps (FixOffer::kIfTried). Empty: it has no name there.
Fixes free_window_before(const Place& created, const Place& place, FixPlace statement, WindowKey window, Words& words);

// "MPI_Win_free(&win)", as the variable is named at a place; "MPI_Win_free for the window of MPI_Win_create at x.c:9",
// where it has no name.
std::string freeing_call(const Place& created, const Place& place, Words& words);

}  // namespace fencepost
