// 0 in place of MPI_INFO_NULL, which some program took it for: told at the call, and the program goes on without hints.
// finds: info FP-WINDOW-001
// says: MPI_Win_create with an info argument that is not an info object
#include "corpus.h"

int main(void) {
  MPI_Win win;
  static int mine[4];
  start_mpi();
  MPI_Win_create(mine, sizeof mine, sizeof(int), (MPI_Info)0, MPI_COMM_WORLD, &win);  // FINDS(info)
  MPI_Win_fence(0, win);
  const int value = 7;
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  REQUIRE(mine[0] == 7);
  MPI_Win_free(&win);
  return end_mpi();
}
