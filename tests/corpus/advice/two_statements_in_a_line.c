// The missing call belongs before a line that has two statements.
// finds: late FP-RACE-005
// says: fix Add MPI_Win_flush_local(1, win) before the load at two_statements_in_a_line.c:19. Tried
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int got = 0, sum = 0, more = 1;
  start_mpi();
  int* memory = make_window(&win, 4);
  memory[0] = 7;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(late:get)
#ifdef MENDED
    MPI_Win_flush_local(1, win);
#endif
    sum += got; more += sum;  // FINDS(late:load)
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&win);
  return rank == 0 && more != 8 ? 1 : end_mpi();
}
