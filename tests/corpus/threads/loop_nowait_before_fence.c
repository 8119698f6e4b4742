// OpenMP: the loop that puts does not wait at its end. The master thread calls the fence and looks at what has come.
// flags: -fopenmp
// finds: race FP-RACE-002
#include <unistd.h>

#include "../corpus.h"

int main(void) {
  MPI_Win win;
  int provided;
  static int values[2] = {1, 2};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 2);
  MPI_Win_fence(0, win);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 2; i++) MPI_Put(&values[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);  // FINDS(race:put)
#pragma omp master
    {
      usleep(50000);
      MPI_Win_fence(0, win);
      (void)*(volatile int*)&memory[1];  // FINDS(race:load)
    }
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
