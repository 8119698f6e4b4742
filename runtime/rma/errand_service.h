// The owner's side of errands (errands.h). A thread of the program that waits in a call of ours does them (waiting.h),
// or else a thread of our own, which sleeps while there is nothing to do and never calls MPI.
#pragma once

namespace fencepost::rma {

// From now on errands of others are done. Called at the first window that may need it; later calls do nothing. If the
// kernel does not let us see whether memory may be touched, it does nothing either.
void start_errand_service();
void stop_errand_service();

}  // namespace fencepost::rma
