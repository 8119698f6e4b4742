// All others wait for a message of the last rank, which frees the window first: they do not wait for each other.
// ranks: 4
// finds: cycle FP-MATCH-008
// says: wait in MPI_Recv at all_receive_from_one.c:17 for a message with tag 3 from rank 3
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 0;
  start_mpi();
  make_window(&win, 1);
  if (rank == ranks - 1) {
    MPI_Win_free(&win);  // FINDS(cycle)
    for (int other = 0; other < ranks - 1; ++other) MPI_Send(&value, 1, MPI_INT, other, 3, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, ranks - 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
    MPI_Win_free(&win);
  }
  return end_mpi();
}
