// A loop stores one element too far, into an element that a strided put sends.
// finds: race FP-RACE-004
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype every_other;
  start_mpi();
  make_window(&win, 4);
  static int values[8] = {1, 0, 2, 0, 3, 0, 4, 0};
  MPI_Type_vector(4, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(values, 1, every_other, 1 - rank, 0, 4, MPI_INT, win);  // FINDS(race:put)
  values[5] = 9;
  values[6] = 9;  // FINDS(race:store)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Type_free(&every_other);
  MPI_Win_free(&win);
  return end_mpi();
}
