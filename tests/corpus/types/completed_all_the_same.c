// The types do not fit, but the put is made, and the report says what completed it and closed its epoch, although the
// finding was made before.
// finds: types FP-TYPE-001
// says: closed by MPI_Win_fence at
// says: complete at the origin and target by MPI_Win_fence at completed_all_the_same.c:14
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put((float[]){1, 2}, 2, MPI_FLOAT, 1, 0, 2, MPI_INT, win);  // FINDS(types:put)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
