// The same with quarters that are one row too high.
// ranks: 4
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype part_type;
  start_mpi();
  make_window(&win, 64);
  int sizes[2] = {8, 8}, part[2] = {5, 4}, start[2] = {3 * (rank / 2), 4 * (rank % 2)};
  static int values[20];
  MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &part_type);
  MPI_Type_commit(&part_type);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(values, 20, MPI_INT, 0, 0, 1, part_type, win);  // FINDS(race:put)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Type_free(&part_type);
  MPI_Win_free(&win);
  return end_mpi();
}
