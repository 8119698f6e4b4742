// Groups and infos that the program has freed and may still use, by a copy of the handle. A library gives the handle to
// the next object, and until then it reads what is left of the old one: neither it nor we could notice. So the library
// frees the ones freed last a little later: meanwhile nobody else gets their handles. Compiled once per MPI library.
// Any thread.
#pragma once

#include <mpi.h>

namespace fencepost::handles {

// A call has returned this one. (Libraries return the same group again for the same processes: it then has to be freed
// as often.)
void got_group(MPI_Group group);
void got_info(MPI_Info info);

// In place of PMPI_Group_free and PMPI_Info_free.
int free_group(MPI_Group* group);
int free_info(MPI_Info* info);

bool is_freed_group(MPI_Group group);
bool is_freed_info(MPI_Info info);

}  // namespace fencepost::handles
