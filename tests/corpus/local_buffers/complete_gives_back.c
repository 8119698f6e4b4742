// In PSCW, the origin buffers are free after complete; the target may still be waiting.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  start_mpi();
  int* memory = make_window(&win, 1);
  int value = 7, peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Win_post(other, 0, win);
  MPI_Win_start(other, 0, win);
  MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_complete(win);
  value = 8;
  MPI_Win_wait(win);
  REQUIRE(memory[0] == 7 && value == 8);
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
