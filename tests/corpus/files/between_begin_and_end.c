// Between the two calls of a split collective the buffer is still being read into.
// finds: race FP-RACE-011
// says: fix Call MPI_File_read_at_all_end at between_begin_and_end.c:17, which completes MPI_File_read_at_all_begin, before MPI_Win_fence
#include "file.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_File file = open_file(MPI_COMM_WORLD);
  int value = 7, zeros[4] = {0};
  MPI_File_write_at_all(file, (MPI_Offset)(16 * rank), zeros, 4, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all_begin(file, (MPI_Offset)(16 * rank), memory, 4, MPI_INT);  // FINDS(race)
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_fence(0, win);
  MPI_File_read_at_all_end(file, memory, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  return end_mpi();
}
