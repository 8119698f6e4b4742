// Whether we can pass a handle that the program gives to the MPI library, which may
// otherwise crash or end the program. Compiled once per MPI library. Any thread.
//
// It looks at this: MPICH's handles are numbers that say what they stand for; Open MPI's
// are pointers to objects that begin with the address of their kind's name.
#pragma once

#include <cstdint>

#include <mpi.h>

#include "record/vocabulary.h"

namespace fencepost::handles {

struct HandleVerdict {
  ArgumentProblem problem = ArgumentProblem::kNone;  // or kNull, kFreed, kNoHandle, kOtherKind
  HandleKind kind = HandleKind::kUnknown;            // what it is instead
  explicit operator bool() const { return problem != ArgumentProblem::kNone; }
};

// (MPICH's handles all have one C++ type, so these are not overloads.)
HandleVerdict verdict_on_communicator(MPI_Comm handle);
HandleVerdict verdict_on_group(MPI_Group handle);
HandleVerdict verdict_on_datatype(MPI_Datatype handle);
HandleVerdict verdict_on_op(MPI_Op handle);
HandleVerdict verdict_on_info(MPI_Info handle);
HandleVerdict verdict_on_errhandler(MPI_Errhandler handle);

// What the value is a handle of, as far as we can know. The RMA runtime knows about windows.
HandleKind kind_of_handle(std::uint64_t value);

}  // namespace fencepost::handles
