// RMA that the MPI library executed (`--rma=native`): what can be known about it.
//
// An operation may have met others at any time between its call and its completion. So a fetch counts as having read
// everything that was written by operations called before the fetch was complete. A lock counts as granted after every
// conflicting unlock that was called before its holder was certain to have it. That is all the order that there was,
// and perhaps some more. It depends on the times of the events (Scheduler::go_by_time), if these are known.
#pragma once

#include "job/job.h"

namespace fencepost::check {

inline bool is_native(const Job& job, ProcessId process) {
  return job.process(process).info.native_rma;
}

}  // namespace fencepost::check
