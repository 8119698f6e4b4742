// The window is written to the file before the fence that completes the neighbour's put.
// finds: race FP-RACE-011
#include "file.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_File file = open_file(MPI_COMM_WORLD);
  int value = 7;
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);                          // FINDS(race:put)
  MPI_File_write_at_all(file, (MPI_Offset)(16 * rank), memory, 4, MPI_INT, MPI_STATUS_IGNORE);  // FINDS(race)
  MPI_Win_fence(0, win);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  return end_mpi();
}
