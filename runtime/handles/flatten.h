// A datatype's type map as a short list of runs, read from the MPI library through envelopes and contents.
//
// Every combiner of MPI-4.0 is understood, those of Fortran and of the large-count constructors included. Any thread;
// the datatype must stay alive during the call. Compiled once per MPI library.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <mpi.h>

#include "handles/datatype_info.h"

namespace fencepost::handles {

// The predefined element type behind a named handle, or kUnknown (also for a named type that our list does not have).
BasicType basic_type(MPI_Datatype datatype);

// Appends to `runs`, merging with the last run where the result is the same sequence of basic elements.
void append_run(std::vector<Run>& runs, Run run);

// `child` placed `count` times, `stride` bytes apart, the first at `displacement`.
void append_copies(std::vector<Run>& runs, const std::vector<Run>& child, std::int64_t displacement, std::int64_t count,
                   std::int64_t stride);

// The type map of `datatype`. Nothing: MPI does not accept the handle.
std::optional<std::vector<Run>> flatten(MPI_Datatype datatype);

// In words, for reports: "vector: 512 blocks of 1 MPI_DOUBLE, stride 514 elements".
std::string describe(MPI_Datatype datatype);
// What MPI_Type_set_name or the standard calls it; "": nothing.
std::string name_of_type(MPI_Datatype datatype);

}  // namespace fencepost::handles
