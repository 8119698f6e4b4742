// Candidate fixes that free a window.
#pragma once

#include <string>

#include "advice/source_argument.h"
#include "job/job.h"
#include "model/fix.h"
#include "model/source_lines.h"
#include "words/words.h"

namespace fencepost {

// MPI_Win_free on all ranks before a statement, with the variable that the window's creation was given, under its name
// there. Only a trial can show that it helps (FixOffer::kIfTried). Empty: it has no name there.
Fixes free_window_before(const Place& created, const Place& place, FixPlace statement, WindowKey window, Words& words);

// "MPI_Win_free(&win)", with the variable's name at a place; "MPI_Win_free for the window of MPI_Win_create at x.c:9"
// if it has no name there.
std::string freeing_call(const Place& created, const Place& place, Words& words);

}  // namespace fencepost
