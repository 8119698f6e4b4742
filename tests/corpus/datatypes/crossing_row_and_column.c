// A row and a column of one matrix cross in one element.
// ranks: 3
// finds: race FP-RACE-001
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype column;
  start_mpi();
  make_window(&win, 64);  // 8 x 8
  int values[8] = {0};
  MPI_Type_vector(8, 1, 8, MPI_INT, &column);
  MPI_Type_commit(&column);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 1) MPI_Put(values, 8, MPI_INT, 0, 5 * 8, 8, MPI_INT, win);  // FINDS(race:put)
  if (rank == 2) MPI_Put(values, 8, MPI_INT, 0, 3, 1, column, win);       // FINDS(race:put)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Type_free(&column);
  MPI_Win_free(&win);
  return end_mpi();
}
