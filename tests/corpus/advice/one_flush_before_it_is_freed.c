// A put is not complete when its buffer is freed, nor when the message tells of it: one flush right behind it is
// missing.
// finds: race FP-RACE-002
// finds: freed FP-WINDOW-011
// says: fix Add MPI_Win_flush(1, win) right after MPI_Put at one_flush_before_it_is_freed.c:17.
// says: 1 finding (1 undefined outcome), 1 consequence
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  const int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    int* value = malloc(sizeof *value);
    *value = 7;
    MPI_Put(value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put, freed)
#ifdef MENDED
    MPI_Win_flush(1, win);
#endif
    free(value);  // FINDS(freed)
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const int read = memory[0];  // FINDS(race:load)
#ifdef MENDED
    REQUIRE(read == 7);
#endif
    if (read < 0) return 1;
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
