// What is known of the MPI library that a process uses.
#pragma once

#include "job/job.h"

namespace fencepost {

// MPICH 4 or later, which checks more than other libraries. Of libraries made from it, that is not known.
bool is_mpich_4(const Process& process);

}  // namespace fencepost
