// The wait is left out of a loop of exposure epochs: that the puts of two of them meet, and meet the target's loads and
// stores between them, follows from that.
// finds: twice FP-EPOCH-006
// finds: puts FP-RACE-003
// finds: load FP-RACE-002
// finds: store FP-RACE-002
// says: and so undefined FP-RACE-003
// says: and so undefined FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 4);
  int peer = 1 - rank, sum = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  for (int i = 0; i < 3; i++) {
    sum += memory[0];  // FINDS(load:load)
    memory[0] = 0;     // FINDS(store:store)
    MPI_Win_post(other, 0, win);  // FINDS(twice)
    MPI_Win_start(other, 0, win);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // FINDS(puts, load, store)
    MPI_Win_complete(win);
  }
  MPI_Win_wait(win);
  printf("%d\n", sum);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
