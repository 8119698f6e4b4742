// Whether calls of the one-sided chapter go past Fencepost to the MPI library's second names (PMPI_*): because the
// program, or a tool preloaded in front of Fencepost, has functions of its own by the chapter's names, or because the
// program calls the second names itself. What such calls do is done by the library, and a window made or used by one of
// them must be the library's.
#pragma once

namespace fencepost::rma {

// The name of such a function of this process: MPI_* of the program's own, or PMPI_* that the program calls. Null:
// there is none.
const char* wrapped_function();

// Collective over MPI_COMM_WORLD: from now on, what one program of the job does counts for all, as their processes make
// windows together.
void agree_on_calls_past();

// Whether there are such calls, and whether second names are called. Those may be called anywhere, and a
// synchronization among them would look as if it were missing: nothing of RMA is recorded.
bool some_go_past();
bool calls_second_names();

}  // namespace fencepost::rma
