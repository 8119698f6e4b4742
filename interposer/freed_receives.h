// Receives whose requests the program frees while they are active (MPI-4.1, 3.7.3). The program never learns when one
// is complete, but the analyzer has to know which message it takes: the next receive takes the next one. So we keep the
// library's request, look at it now and then, and free it when it is complete. Any thread.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "handles/requests.h"

namespace fencepost::interposer {

// Replaces the native MPI_Request_free. The request of `claim` is a receive, and active.
void keep_freed_receive(handles::RequestClaim claim, MPI_Request request);

// Looks at some of the kept ones and writes what the complete ones took. Not between the Begin and the End event of a
// call of this thread. Costs next to nothing while none is kept.
void look_at_freed_receives();

// Looks at all of them and gives up the rest: the native library ends.
void give_up_freed_receives();
// The same for those of one communicator (as the trace numbers it): when it is disconnected, some libraries wait until
// all its requests are freed.
void give_up_freed_receives_of(std::uint64_t communicator);

}  // namespace fencepost::interposer
