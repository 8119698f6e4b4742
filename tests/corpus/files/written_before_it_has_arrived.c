// What a get brings is written to the file before the get is complete.
// finds: early FP-RACE-005
#include "file.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, 4);
  MPI_File file = open_file(MPI_COMM_SELF);
  int values[4] = {0};
  MPI_Win_lock_all(0, win);
  MPI_Get(values, 4, MPI_INT, 1 - rank, 0, 4, MPI_INT, win);               // FINDS(early:get)
  MPI_File_write_at(file, 0, values, 4, MPI_INT, MPI_STATUS_IGNORE);  // FINDS(early)
  MPI_Win_unlock_all(win);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  return end_mpi();
}
