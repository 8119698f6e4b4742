// A partition is in use from MPI_Pready until the send is complete, and not before: a put into it then races.
// mpi: mpich (Open MPI 4 has no partitioned communication)
// finds: race FP-RACE-011
#include "corpus.h"

enum { PARTS = 4 };

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int received[PARTS], value = 7;
  start_mpi();
  int* memory = make_window(&win, PARTS);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Psend_init(memory, PARTS, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Pready(0, request);
    MPI_Pready_range(1, 2, request);  // FINDS(race:call)
  } else {
    MPI_Precv_init(received, PARTS, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Pready(3, request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
