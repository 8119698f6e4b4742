// A number is put, and loads of a floating point value wait for it. In this run it is there at the first look.
// finds: flag FP-RACE-008
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  double* memory;
  start_mpi();
  MPI_Win_allocate(sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    const double one = 1;
    MPI_Put(&one, 1, MPI_DOUBLE, 1, 0, 1, MPI_DOUBLE, win);  // FINDS(flag:put)
    MPI_Win_flush(1, win);
  } else {
    volatile double* const number = memory;
    usleep(300000);
    while (*number < 0.5) continue;  // FINDS(flag:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
