// RMA that the MPI library executed (`--rma=native`): what can be known of it.
//
// An operation may have met the others at any time from its call until it is complete. So a fetch is taken to have read
// what all operations wrote that were called before it was complete; and a lock, to have been granted after every
// conflicting unlock that was called before its holder was certain to have it. That is all the order that there was,
// and perhaps some more. It goes by the times of the events (Scheduler::go_by_time), where these are known.
#pragma once

#include "job/job.h"

namespace fencepost::check {

inline bool is_native(const Job& job, int process) {
  return job.process(process).info.native_rma;
}

}  // namespace fencepost::check
