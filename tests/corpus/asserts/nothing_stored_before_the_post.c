// A post with MPI_MODE_NOSTORE that keeps its word: the store lies before the last synchronization of the window.
// near: FP-ASSERT-003
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 4);
  int got = -1, peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  if (rank == 1) memory[2] = 5;
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  if (rank == 1) {
    MPI_Win_post(other, MPI_MODE_NOSTORE, win);
    MPI_Win_wait(win);
  } else {
    MPI_Win_start(other, 0, win);
    MPI_Get(&got, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
    MPI_Win_complete(win);
    REQUIRE(got == 5);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
