// Fixes in words: the one place where advice becomes sentences.
#pragma once

#include <string>

#include "model/fix.h"

namespace fencepost {

// "MPI_Win_flush(1, win)", "MPI_Win_flush (target and window of MPI_Put)", "a message or barrier".
std::string text_of(const FixCall& call);
// "add MPI_Win_flush(1, win) before MPI_Send at halo.c:33": a clause without a full stop.
std::string text_of(const Fix& fix);
// "Add … ; or …": one sentence. The best fix comes first; a second one follows if it was tried. "": there is none.
std::string text_of(const Fixes& fixes);

}  // namespace fencepost
