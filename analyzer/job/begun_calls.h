// Calls other than operations that return before they have finished with their buffers: nonblocking calls, started
// persistent calls, the first halves of split collectives on files.
#pragma once

#include "record/vocabulary.h"

namespace fencepost {

// The call that ends what `begun` began: kWait if it leaves a request, MPI_File_read_all_end for
// MPI_File_read_all_begin; kNone for a call that is complete when it returns. `begun` has a buffer.
MpiCall end_of_begun(MpiCall begun);

}  // namespace fencepost
