// A group is freed through a copy of its handle and then used for an epoch. A library may crash over it, or not notice.
// finds: start FP-USE-006
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group all, other, copy;
  start_mpi();
  make_window(&win, 1);
  const int peer = 1 - rank;
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, 1, &peer, &other);
  copy = other;
  MPI_Group_free(&copy);
  REQUIRE(copy == MPI_GROUP_NULL);
  if (rank == 0) MPI_Win_start(other, 0, win);  // FINDS(start)
  MPI_Group_free(&all);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
