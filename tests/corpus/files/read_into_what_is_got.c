// A nonblocking read fills window memory until its request is complete; the fence before does not complete it.
// finds: race FP-RACE-011
// says: Add MPI_Wait(&request, MPI_STATUS_IGNORE) before
#include "file.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_File file = open_file(MPI_COMM_SELF);
  int value = 0, zeros[4] = {0};
  MPI_File_write_at(file, 0, zeros, 4 * (int)sizeof(int), MPI_BYTE, MPI_STATUS_IGNORE);
  if (rank == 1) MPI_File_iread_at(file, 0, memory, 4, MPI_INT, &request);  // FINDS(race)
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Get(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // FINDS(race:get)
  MPI_Win_fence(0, win);
  if (rank == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  return end_mpi();
}
