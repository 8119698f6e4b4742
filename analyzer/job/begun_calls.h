// Calls other than operations that return before they are done with their buffers: nonblocking ones, persistent ones
// that were started, the beginning halves of split collectives on files.
#pragma once

#include "record/vocabulary.h"

namespace fencepost {

// The call which ends what `begun` began: kWait for one that leaves a request, MPI_File_read_all_end for
// MPI_File_read_all_begin; kNone for a call that is done when it returns. `begun` has a buffer.
MpiCall end_of_begun(MpiCall begun);

}  // namespace fencepost
