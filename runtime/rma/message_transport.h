// The transport between machines: every operation becomes a message to the process that owns the memory, which executes
// it.
#pragma once

#include "rma/transport.h"

namespace fencepost::rma {

// Collective over MPI_COMM_WORLD. False: it is not available.
bool start_message_transport();
void stop_message_transport();

Transport& message_transport();

}  // namespace fencepost::rma
