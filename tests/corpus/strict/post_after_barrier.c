// The owner stores, all meet, and the post comes after that: it makes the store visible before any put begins.
// near: FP-RACE-013
// options: --strict
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 8);
  MPI_Group all, other;
  const int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 8; ++i) memory[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_post(other, 0, win);
    MPI_Win_start(other, 0, win);
    int value = 5;
    MPI_Put(&value, 1, MPI_INT, peer, 3, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    REQUIRE(memory[3] == 5);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&all);
  MPI_Win_free(&win);
  return end_mpi();
}
