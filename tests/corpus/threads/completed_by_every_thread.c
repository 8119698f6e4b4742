// Each of eight threads gets more elements than a call of another one looks back at one by one, and after a barrier each
// thread calls MPI_Win_flush_all: that completes what all of them have got, whichever flush returns first. So each thread
// may use what the others have got, with no barrier after its own flush.
// ranks: 2
// flags: -fopenmp
#include <omp.h>

#include "corpus.h"

enum { kThreads = 8, kEach = 600 };

int main(int argc, char** argv) {
  int level = 0, rank = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* base = NULL;
  MPI_Win win;
  MPI_Win_allocate(kThreads * kEach * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  for (int i = 0; i < kThreads * kEach; ++i) base[i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  static int got[kThreads][kEach];
  int wrong = 0;
  if (rank == 0) {
    MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(kThreads) reduction(+ : wrong)
    {
      const int me = omp_get_thread_num();
      for (int i = 0; i < kEach; ++i) MPI_Get(&got[me][i], 1, MPI_INT, 1, me * kEach + i, 1, MPI_INT, win);
#pragma omp barrier
      MPI_Win_flush_all(win);
      MPI_Win_flush(1, win);
      for (int thread = 0; thread < kThreads; ++thread)
        for (int i = 0; i < kEach; ++i) wrong += got[thread][i] != thread * kEach + i;
    }
    MPI_Win_unlock_all(win);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return wrong != 0;
}
