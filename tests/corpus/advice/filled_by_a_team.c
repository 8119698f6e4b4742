// A team fills a buffer, and one thread puts it without waiting for the others: the others are meant to come first.
// flags: -fopenmp
// finds: race FP-RACE-004
// says: fix Thread 0 has to wait for thread 1 between the store of rank 0 at filled_by_a_team.c:21 and MPI_Put of rank 0 at filled_by_a_team.c:23 (by a join, a condition variable or a barrier of the threads)
#include "corpus.h"

#include <omp.h>
#include <unistd.h>

int main(void) {
  MPI_Win win;
  static int buffer[2];
  start_mpi();
  make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
      const int thread = omp_get_thread_num();
      if (thread == 1) usleep(200000);
      buffer[thread] = thread;  // FINDS(race:store)
#pragma omp master
      MPI_Put(buffer, 2, MPI_INT, 1, 0, 2, MPI_INT, win);  // FINDS(race:put)
    }
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
