// Correct. Every rank drops its reference of an object with a fetch that it completes. Who dropped the last one has
// read that all others took effect, and tells the owner, who detaches the object, maybe before the others have flushed.
// ranks: 4
#include <unistd.h>

#include "corpus.h"

enum { kObjects = 8 };

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < kObjects; i++) {
    int owner = i % 4, *count = NULL;
    if (rank == owner) {
      count = malloc(sizeof *count);
      *count = 4;
      MPI_Win_attach(win, count, sizeof *count);
      MPI_Get_address(count, &address);
    }
    MPI_Bcast(&address, 1, MPI_AINT, owner, MPI_COMM_WORLD);
    int minus = -1, before;
    MPI_Fetch_and_op(&minus, &before, MPI_INT, owner, address, MPI_SUM, win);
    if (rank % 2) usleep(3000);
    MPI_Win_flush(owner, win);
    if (before == 1) MPI_Send(NULL, 0, MPI_INT, owner, i, MPI_COMM_WORLD);
    if (rank == owner) {
      MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_detach(win, count);
      free(count);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
