// The loop ends without a barrier (nowait), and each put in it is complete at the origin only. The flush of thread 0 does
// not come after the puts of thread 1. (That thread's local flush must not be named as the call to wait for.)
// flags: -fopenmp
// finds: race FP-RACE-002
// says: have to meet between MPI_Put at loop_flushed_locally_without_wait.c:21 and MPI_Win_flush at loop_flushed_locally_without_wait.c:28,
#include <omp.h>

#include "corpus.h"

int main(void) {
  int provided, sum = 0, issued = 0, values[4] = {1, 2, 3, 4};
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4; i++) {
      MPI_Put(&values[i], 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_flush_local(1 - rank, win);
      __atomic_fetch_add(&issued, 1, __ATOMIC_RELAXED);
    }
#pragma omp master
    {
      while (__atomic_load_n(&issued, __ATOMIC_RELAXED) < 4) continue;  // (orders nothing)
      MPI_Win_flush(1 - rank, win);
      MPI_Sendrecv(NULL, 0, MPI_INT, 1 - rank, 0, NULL, 0, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int i = 0; i < 4; i++) sum += memory[i];  // FINDS(race:load)
    }
  }
  printf("%d\n", sum);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
