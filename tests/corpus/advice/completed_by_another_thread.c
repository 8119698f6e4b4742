// A thread completes what the others have issued, but does not wait for them first.
// flags: -fopenmp
// finds: early FP-RACE-002
// says: is called by thread 0 of rank 0, and nothing makes it wait for thread 1
// says: the threads of rank 0 have to meet between MPI_Put at completed_by_another_thread.c:23 and MPI_Win_flush at completed_by_another_thread.c:26
#include "corpus.h"

#include <omp.h>
#include <unistd.h>

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    omp_set_num_threads(2);
#pragma omp parallel
    if (omp_get_thread_num() == 1) {
      MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(early:put)
    } else {
      usleep(100000);
      MPI_Win_flush(1, win);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) printf("%d\n", memory[0]);  // FINDS(early:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
