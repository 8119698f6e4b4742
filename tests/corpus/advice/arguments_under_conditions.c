// The preprocessor decides which of the arguments exist: a flush cannot be written with them.
// finds: race FP-RACE-002
// says: fix Add MPI_Win_flush with the target and window of MPI_Put after MPI_Put at arguments_under_conditions.c:12, before
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int value = 7, *memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT,  // FINDS(race:put)
#ifdef TO_MYSELF
            0, 0, 1, MPI_INT, win);
#else
            1, 0, 1, MPI_INT, win);
#endif
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1 && memory[0] != 7) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
