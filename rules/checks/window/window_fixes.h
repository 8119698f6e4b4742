// Candidate fixes that free a window.
#pragma once

#include <string>

#include "advice/source_argument.h"
#include "job/job.h"
#include "model/fix.h"
#include "model/source_lines.h"
#include "words/words.h"

namespace fencepost {

// Who has to free a window: "all ranks"; where other processes make no window there, "the ranks of its communicator
// (ranks 0 and 2)".
std::string who_frees(const Window& window, const Place& created, Words& words);

// MPI_Win_free on all ranks before a statement, with the variable that the window's creation was given, under its name
// there. Only a trial can show that it helps (FixOffer::kIfTried). Empty: it has no name there, or ranks may come there
// that have no such window.
Fixes free_window_before(const Place& created, const Place& place, FixPlace statement, const Window& window,
                         Words& words);

// "MPI_Win_free(&win)", with the variable's name at a place; "MPI_Win_free for the window of MPI_Win_create at x.c:9"
// if it has no name there.
std::string freeing_call(const Place& created, const Place& place, Words& words);

}  // namespace fencepost
