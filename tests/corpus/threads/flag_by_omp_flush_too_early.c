// The flag between flushes of OpenMP is set before the put is complete.
// flags: -fopenmp
// finds: race FP-RACE-004
#include "corpus.h"

#include <omp.h>

#include "omp_flush_flag.h"

static int value = 7;

int main(void) {
  int provided;
  MPI_Win win;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 0) {
      MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(race:put)
      say_sent();
      MPI_Win_flush(1 - rank, win);
    } else {
      wait_until_sent();
      value = 8;  // FINDS(race:store)
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
