// Collective calls on a file need not synchronize the processes that opened it.
// finds: race FP-RACE-002
#include "file.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_File file = open_file(MPI_COMM_WORLD);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_all(win);
  MPI_File_sync(file);
  MPI_File_set_size(file, 0);
  MPI_File_close(&file);
  if (rank == 1) printf("%d\n", memory[0]);  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
