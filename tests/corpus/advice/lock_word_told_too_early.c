// A lock's word is put and the others are told before the put is complete: what is missing is the
// flush in front of the message, not that the word is put and no accumulate.
// finds: race FP-RACE-006
// says: fix Add MPI_Win_flush(1, win) before MPI_Send at lock_word_told_too_early.c:20.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int open = 7, closed = 1, before = -1;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&open, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
#ifdef MENDED
    MPI_Win_flush(1, win);
#else
    MPI_Win_flush_local(0, win);
#endif
    MPI_Send(&open, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&open, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Compare_and_swap(&closed, &open, &before, MPI_INT, 1, 0, win);  // FINDS(race:compare_and_swap)
    MPI_Win_flush(1, win);
#ifdef MENDED
    REQUIRE(before == open);
    MPI_Win_sync(win);
    REQUIRE(memory[0] == closed);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  (void)memory;
  return end_mpi();
}
