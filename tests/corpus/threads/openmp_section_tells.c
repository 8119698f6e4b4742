// One section puts, another one tells rank 1 that it may read. A barrier that came before the region has nothing to do
// with it.
// flags: -fopenmp
// finds: race FP-RACE-002
// says: a message or barrier after MPI_Win_flush
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* const memory = make_window(&win, 1);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  int go = 1;
  if (rank == 0) {
    const int value = 42;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
      {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
        MPI_Win_flush(1, win);
      }
#pragma omp section
      MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
  } else if (rank == 1) {
    MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", *memory);  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
