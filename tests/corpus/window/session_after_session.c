// One session after the other, each with a communicator and a window of its own, and no MPI_Init.
// ranks: 3
// mpi: mpich (Open MPI 4 has no sessions)
// native: no, MPICH 4.0 dies in the second MPI_Session_init
#include "sessions.h"

int main(void) {
  for (int round = 0; round < 3; ++round) {
    MPI_Session session;
    MPI_Win win;
    int *memory, begun = -1, ended = -1;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    require(!begun && !ended, "that nobody has called MPI_Init");
    MPI_Comm comm = make_comm(session, "mpi://WORLD", "fencepost/ring");
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
    memory[0] = -1;
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    require(memory[0] == (rank + ranks - 1) % ranks, "what the left one has put");
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
  }
  return 0;
}
