// Both ranks wait for requests of receives whose tag nobody sends; the sends are behind the wait on neither side.
// finds: cycle FP-MATCH-008
// says: for a message with tag 1 from rank 0
// says: for a message with tag 0 from rank 1
// says: Rank 1 has sent rank 0 a message with tag 1 (MPI_Send at waitall_of_wrong_tags.c:18), which no receive has matched.
// options: --hang-timeout 2
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int token = 0, got[2], other = 1 - rank;
  make_window(&win, 1);
  MPI_Request requests[2];
  MPI_Irecv(&got[0], 1, MPI_INT, other, rank, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&got[1], 1, MPI_INT, other, 7, MPI_COMM_WORLD, &requests[1]);
  MPI_Send(&token, 1, MPI_INT, other, 7, MPI_COMM_WORLD);
  MPI_Send(&token, 1, MPI_INT, other, rank, MPI_COMM_WORLD);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);  // FINDS(cycle)
  MPI_Win_free(&win);
  return end_mpi();
}
