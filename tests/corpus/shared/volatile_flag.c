// A volatile flag is no atomic, and MPI_Win_sync orders the memory of its caller and not the processes: both the flag
// and the data race.
// finds: flag FP-RACE
// finds: data FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  volatile int* flag = &first[1];
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) *flag = 0;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  if (rank == 0) {
    first[0] = 7;  // FINDS(data:store)
    MPI_Win_sync(win);
    *flag = 1;  // FINDS(flag:store)
  } else {
    while (!*flag) MPI_Win_sync(win);  // FINDS(flag:load)
    printf("%d\n", first[0]);          // FINDS(data:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
