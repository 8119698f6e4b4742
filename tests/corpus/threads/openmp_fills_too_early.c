// A thread that OpenMP made stores into the window while a put of the other process is on its way there.
// flags: -fopenmp
// finds: race FP-RACE
#include "corpus.h"

#include <omp.h>

enum { COUNT = 64 };

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  static int buffer[COUNT];
  int* memory = make_window(&win, COUNT);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(buffer, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, win);  // FINDS(race:put)
  } else {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1)
      for (int i = 0; i < COUNT; i++) memory[i] = i;  // FINDS(race:store)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
