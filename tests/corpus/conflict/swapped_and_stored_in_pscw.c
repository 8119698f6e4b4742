// A swap and the owner's store in one exposure epoch. Atomic operations of the owner, and flushes, have no place there.
// finds: race FP-RACE-006
// says: Move the store of rank 1 at swapped_and_stored_in_pscw.c:23 after MPI_Win_wait at swapped_and_stored_in_pscw.c:24, which completes 
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  int one = 1, none = 0, old;
  MPI_Group world, other;
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Compare_and_swap(&one, &none, &old, MPI_INT, 1, 0, win);  // FINDS(race)
    MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    memory[0] = 9;  // FINDS(race)
    MPI_Win_wait(win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
