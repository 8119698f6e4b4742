// A window over constants: others may get from it, and not put into it. The program dies in the put by itself.
// finds: range FP-RANGE-009
#include "corpus.h"

static const int table[16] = {1, 2, 3};

int main(void) {
  MPI_Win win;
  start_mpi();
  MPI_Win_create((void*)table, sizeof table, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  int value = 0;
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // FINDS(range:put)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
