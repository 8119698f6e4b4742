// MPI_Init and MPI_Finalize within a session that goes on, in which the put completes in time.
// ranks: 2
// mpi: mpich (Open MPI 4 has no sessions)
// near: FP-RACE-002
#include "sessions.h"

int main(void) {
  MPI_Session session;
  MPI_Win win;
  int *memory, begun = -1, level = -1;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Initialized(&begun);
  require(!begun, "that MPI_Init was not called yet");
  MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &level);
  MPI_Initialized(&begun);
  require(begun && level >= MPI_THREAD_SINGLE, "that MPI_Init was called");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&begun, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && memory[0] < 0) return 1;
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  MPI_Session_finalize(&session);
  return 0;
}
