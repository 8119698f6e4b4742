// A program that uses sessions and never MPI_Init: recording begins with the first session, and ends with the process.
// only: mpich
#include <mpi.h>

static int all(const char* tag) {
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  int one = 1, sum = 0;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  // trace *: InitEnd call=MPI_Session_init
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  // trace *: CollectiveBegin call=MPI_Comm_create_from_group
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  // trace *: CollectiveBegin call=MPI_Allreduce
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  MPI_Session_finalize(&session);
  return sum;
}

int main(void) {
  int flag = -1;
  if (all("first") != 2) return 1;
  MPI_Initialized(&flag);
  if (flag != 0) return 2;
  if (all("second") != 2) return 3;
  // trace *: FinalizeBegin call=MPI_Session_finalize
  // trace *: FinalizeEnd
  return 0;
}
