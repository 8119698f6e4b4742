// What is known about the MPI library of a process.
#pragma once

#include "job/job.h"

namespace fencepost {

// MPICH 4 or later, which checks more than other libraries. For libraries derived from it, this is not known.
bool is_mpich_4(const Process& process);

}  // namespace fencepost
