// Threads fill the window; the first one of them makes the fence, and does not wait for the others before.
// flags: -fopenmp
// finds: race FP-RACE-002
// says: Thread 0 of rank 0 has to wait before MPI_Win_fence at openmp_fence_without_barrier.c:28 until thread 1 has passed the store
#include "corpus.h"

#include <omp.h>

enum { kCount = 64 };

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, kCount);
  const int last[2] = {7, 8};
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
#pragma omp parallel num_threads(2)
  {
    if (rank == 0) {
#pragma omp for nowait schedule(static)
      for (int i = 0; i < kCount; ++i) memory[i] = i;  // FINDS(race:store)
    }
#pragma omp master
    {
      // The first thread would have had to wait for the second.
      MPI_Win_fence(0, win);
      if (rank == 1) MPI_Put(last, 2, MPI_INT, 0, kCount - 2, 2, MPI_INT, win);  // FINDS(race:put)
      MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    }
  }
  MPI_Win_free(&win);
  return end_mpi();
}
