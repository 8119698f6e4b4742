// A type whose data is before its address: the put of 1 and the put of 2 have no common bytes.
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype before;
  start_mpi();
  int* memory = make_window(&win, 4);
  int one = 1, minus = -1;
  MPI_Type_indexed(1, &one, &minus, MPI_INT, &before);  // the int in front
  MPI_Type_commit(&before);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 1) MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, before, win);   // element 1
  if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // element 2
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  REQUIRE(rank > 0 || (memory[1] == 1 && memory[2] == 2));
  MPI_Type_free(&before);
  MPI_Win_free(&win);
  return end_mpi();
}
