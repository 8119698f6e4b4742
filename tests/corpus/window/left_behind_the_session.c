// A window with an open epoch, and the last session ends.
// ranks: 2
// mpi: mpich (Open MPI 4 has no sessions)
// finds: never-freed FP-WINDOW-009
// finds: open FP-EPOCH-014
// says: calls MPI_Session_finalize and has not freed
// says: calls MPI_Session_finalize while its lock_all epoch
#include "sessions.h"

int main(void) {
  MPI_Session session;
  MPI_Win win;
  int* memory;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Comm comm = make_comm(session, "mpi://WORLD", "all");
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);  // FINDS(never-freed)
  MPI_Win_lock_all(0, win);                                               // FINDS(open)
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);  // FINDS(open)
  return 0;
}
