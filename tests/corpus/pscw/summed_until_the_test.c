// The target adds up what is put while it tests whether the epoch is over. It looks often, but waits for no value: it is
// no poll.
// finds: race FP-RACE-002
// says: come after MPI_Win_test at summed_until_the_test.c:21 on rank 0 that has returned true
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  int flag = 0, sum = 0, peer;
  start_mpi();
  int* memory = make_window(&win, 1);
  peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 0) {
    MPI_Win_post(other, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    do {
      sum += memory[0];  // FINDS(race:load)
      MPI_Win_test(win, &flag);
    } while (!flag);
  } else {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(other, 0, win);
    MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_complete(win);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return sum < 0 ? 1 : end_mpi();
}
