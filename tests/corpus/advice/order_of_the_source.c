// All ranks put and then load, and nothing orders the two: the one that is first in the source should come first.
// finds: race FP-RACE-002
// says: fix Add a message or barrier after MPI_Win_flush at order_of_the_source.c:10 on rank
// says: ; or if the load of rank
#include "corpus.h"

static void tell(int whom, MPI_Win win) {
  int word = 7;
  MPI_Put(&word, 1, MPI_INT, whom, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(whom, win);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  tell(1 - rank, win);
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (memory[0] == 8) printf("never\n");  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
