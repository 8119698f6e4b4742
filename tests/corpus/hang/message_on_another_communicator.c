// The message is sent on another communicator than it is received on.
// finds: never FP-MATCH-008
// options: --hang-timeout 2
// says: on the communicator of MPI_Comm_dup at message_on_another_communicator.c:15 for a message with tag 3 from rank 1
// says: it is on communicator rows, not on the communicator of MPI_Comm_dup
// says: fix Senders and receivers have to agree on communicator, tag and order of these messages.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Comm copy, rows;
  int value = 0;
  start_mpi();
  make_window(&win, 1);
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &rows);
  MPI_Comm_set_name(rows, "rows");
  if (rank == 0) {
    MPI_Recv(&value, 1, MPI_INT, 1, 3, copy, MPI_STATUS_IGNORE);  // FINDS(never)
  } else {
    MPI_Send(&value, 1, MPI_INT, 1, 3, rows);  // rank 0 of MPI_COMM_WORLD
  }
  MPI_Comm_free(&copy);  // FINDS(never|x)
  MPI_Comm_free(&rows);
  MPI_Win_free(&win);  // FINDS(never|x)
  return end_mpi();
}
