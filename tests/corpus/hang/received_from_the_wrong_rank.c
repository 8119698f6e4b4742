// A message is waited for from a rank that sends none; another one has sent what would fit.
// ranks: 3
// finds: cycle FP-MATCH-008
// says: Rank 0 has sent rank 1 a message with tag 5 (MPI_Send at received_from_the_wrong_rank.c:14), which no receive has matched.
// says: If MPI_Recv at received_from_the_wrong_rank.c:15 of rank 1 was meant to receive what rank 0 has sent, correct its source.
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 7;
  start_mpi();
  make_window(&win, 1);
  if (rank == 0) MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
  if (rank == 1) MPI_Recv(&value, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // FINDS(cycle)
  MPI_Barrier(MPI_COMM_WORLD);  // FINDS(cycle)
  MPI_Win_free(&win);
  return end_mpi();
}
