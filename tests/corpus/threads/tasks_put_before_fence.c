// OpenMP: tasks put, and the thread that made them does not wait for them before the fence. Another thread runs them.
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
#pragma omp single
  {
    for (int i = 0; i < 2; i++) {
#pragma omp task firstprivate(i)
      MPI_Put(&values[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);  // FINDS(race:put)
    }
    usleep(100000);
    MPI_Win_fence(0, win);
    (void)*(volatile int*)&memory[0];  // FINDS(race:load)
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  return end_mpi();
}
