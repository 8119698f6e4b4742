// For programs that use sessions and never call MPI_Init.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks;  // of what make_comm made last

// All processes of the job, or this one alone ("mpi://SELF").
static inline MPI_Comm make_comm(MPI_Session session, const char* processes, const char* tag) {
  MPI_Group group;
  MPI_Comm comm;
  MPI_Group_from_session_pset(session, processes, &group);
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  return comm;
}

static inline void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "%s does not hold\n", what);
  exit(1);
}
