// The window has the ranks of MPI_COMM_WORLD in reverse order: reports give both.
// ranks: 3
// finds: race FP-RACE
// says: rank 2: MPI_Put to rank 2 of the window (rank 0)
// says: window memory of rank 0 (rank 2 of the window)
// says: lock (shared) epoch for rank 2 of the window (rank 0)
// says: Call MPI_Win_flush(2, win) instead of MPI_Win_flush_local(2, win) at ranks_of_the_window.c:22
#include "corpus.h"

int main(void) {
  MPI_Comm backwards;
  MPI_Win win;
  int *memory, value = 7;
  start_mpi();
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &backwards);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, backwards, &memory, &win);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 2) {
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
    MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush_local(2, win);
    MPI_Send(&value, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(2, win);
  } else if (rank == 0) {
    MPI_Recv(&value, 0, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    value = memory[0];  // FINDS(race:load)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&backwards);
  MPI_Win_free(&win);
  return end_mpi();
}
