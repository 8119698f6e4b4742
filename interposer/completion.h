// What else reports the completion of requests, besides the calls that complete them.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "record/vocabulary.h"

namespace fencepost::interposer {

// After `call` of the program has shown that the operation of `request` may be complete: if it is, records that the
// program knows; the request stays. False: the operation is not complete.
bool report_if_complete(MPI_Request request, MpiCall call);

// `call` itself has completed an operation that was recorded with a request of its own.
void write_done(MpiCall call, std::uint64_t request);

}  // namespace fencepost::interposer
