// One MPI_Win_complete is left out. The next start finds the epoch open, the operations of two rounds are in one epoch,
// and in the end a wait gets no complete: all that is one mistake.
// finds: start FP-EPOCH-004
// finds: puts FP-RACE-003
// finds: value FP-RACE-004
// options: --hang-timeout 3
// says: fix Take MPI_Win_complete at starts_again.c:26 out of its condition
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &other);
  for (int round = 0; round < 3; round++) {
    int value;
    if (rank == 0) {
      MPI_Win_start(other, 0, win);                       // FINDS(start)
      value = round;                                      // FINDS(value:store)
      MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(puts:put, puts:put, value:put)
#ifdef MENDED
      MPI_Win_complete(win);
#else
      if (round != 1) MPI_Win_complete(win);
#endif
    } else {
      MPI_Win_post(other, 0, win);
      MPI_Win_wait(win);  // FINDS(start)
    }
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
