// A nonblocking write to a file uses its buffer until its request is complete: a fence alone orders no put after it.
// finds: race FP-RACE-011
// says: Call MPI_Wait(&request, MPI_STATUS_IGNORE) and then MPI_Win_fence(0, win) on all ranks between MPI_File_iwrite_at of rank 0 at written_in_the_background.c:14 and MPI_Put of rank 1 at written_in_the_background.c:16
#include "file.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_File file = open_file(MPI_COMM_SELF);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) {
    MPI_File_iwrite_at(file, 0, memory, 1, MPI_INT, &request);  // FINDS(race:call)
  } else {
    MPI_Put(&ranks, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
  }
  MPI_Win_fence(0, win);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  return end_mpi();
}
