// The owner's side of errands (errands.h). They are done by whatever thread of the program waits in a call of ours
// (waiting.h), or else by a thread of our own, which sleeps while there is nothing to do and never calls MPI.
#pragma once

namespace fencepost::rma {

// From now on errands of others are done. At the first window that may need it; again: nothing. Where the kernel does
// not let us see whether memory may be touched, nothing either.
void start_errand_service();
void stop_errand_service();

}  // namespace fencepost::rma
