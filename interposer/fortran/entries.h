// The Fortran entry points, for the back end's table.
#pragma once

#include <span>

#include "interposer/entry.h"

namespace fencepost::interposer::fortran {

// For mpif.h and `use mpi`: all for Open MPI; for MPICH the few that do not call the C entry points.
std::span<const Entry> entries();
// For mpi_f08: what does not pass through C entry points or, in Open MPI, through those of mpif.h.
std::span<const Entry> entries_2008();

// special.cpp: functions whose Fortran arguments do not follow from the C prototype.
std::span<const Entry> special_entries();

}  // namespace fencepost::interposer::fortran
