// The wait is left out between two exposure epochs, and the put of the first comes so late that the target has looked at
// its memory again before: which of the two was first does not change what it follows from.
// finds: twice FP-EPOCH-006
// finds: load FP-RACE-002
// says: and so undefined FP-RACE-002
#include "corpus.h"

#include <unistd.h>

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 4);
  int peer = 1 - rank, sum = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  for (int i = 0; i < 2; i++) {
    if (rank == 1) {
      sum += memory[0];             // FINDS(load:load)
      MPI_Win_post(other, 0, win);  // FINDS(twice)
    } else {
      MPI_Win_start(other, 0, win);
      usleep(i == 0 ? 300000 : 0);
      if (i == 0) MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // FINDS(load)
      MPI_Win_complete(win);
    }
  }
  if (rank == 1) MPI_Win_wait(win);
  printf("%d\n", sum);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
