// The RMA runtime as a whole: its beginning and its end.
#pragma once

#include "rma/settings.h"
#include "rma/window.h"

namespace fencepost::rma {

// Before the native MPI_Init: whether the runtime may call the MPI library from a thread of its own, at the same
// time as the program: for messages, if ranks of the job share no memory or the kernel forbids copying between
// processes.
bool may_need_threads();

// Once, after the native MPI_Init, collective over MPI_COMM_WORLD. `thread_level`: what the program was given.
void start(int thread_level);

// Once, before the native MPI_Finalize: from then on no thread of ours calls the MPI library at the same time as the
// program, and what others send is received within finish(), or where this process waits for them.
void stop_receiving_aside();

// Once, before MPI_Finalize has done more than delete the attributes of MPI_COMM_SELF, collective over MPI_COMM_WORLD.
void finish();

// Whether ranks that share no memory with this one are reached by messages.
bool has_messages();

// Gives a target its transport, and removes what the transport must not use.
void choose_transport(Window& window, Target& target);

// Other processes may ask this one to move data in memory that only it has mapped (errands.h).
void let_others_ask();

// Where a rank's part of a window in shared memory is mapped here, whatever transport RMA uses for it.
std::byte* part_of(const Window& window, int rank);

}  // namespace fencepost::rma
