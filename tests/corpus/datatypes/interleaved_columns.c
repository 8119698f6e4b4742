// Two processes put disjoint columns of one matrix: their ranges overlap, their bytes do not.
// near: FP-RACE-001 FP-TYPE-002
// ranks: 3
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype column;
  start_mpi();
  int* memory = make_window(&win, 16);  // 8 x 2
  int values[8];
  for (int i = 0; i < 8; i++) values[i] = 10 * rank + i;
  MPI_Type_vector(8, 1, 2, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank > 0) MPI_Put(values, 8, MPI_INT, 0, rank - 1, 1, column, win);
  MPI_Type_free(&column);  // may be freed at once
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  for (int i = 0; i < 8; i++) REQUIRE(rank > 0 || (memory[2 * i] == 10 + i && memory[2 * i + 1] == 20 + i));
  MPI_Win_free(&win);
  return end_mpi();
}
