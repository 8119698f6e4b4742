// MPI_Win_complete tells only the origin that it is done. The target must call MPI_Win_wait before it loads.
// finds: race FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7, peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    printf("%d\n", memory[0]);  // FINDS(race:load)
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
