// MPI_MODE_NOCHECK on both sides, with a message that makes sure that the post comes first.
// near: FP-ASSERT-001 FP-ASSERT-002
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
    MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_start(other, MPI_MODE_NOCHECK, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, MPI_MODE_NOCHECK, win);
    MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_wait(win);
    REQUIRE(memory[0] == 7);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
