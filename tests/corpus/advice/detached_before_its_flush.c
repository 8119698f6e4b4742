// The flush is there, but its process has not reached it when the other one detaches the memory: a barrier is missing.
// finds: early FP-WINDOW-006
// says: fix Add a message or barrier after MPI_Win_flush at detached_before_its_flush.c:20 that rank 0 waits for before MPI_Win_detach at detached_before_its_flush.c:26. Tried
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address = 0;
  int value = 0, memory = 7;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) MPI_Win_attach(win, &memory, sizeof memory), MPI_Get_address(&memory, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_lock_all(0, win);
    MPI_Get(&value, 1, MPI_INT, 0, address, 1, MPI_INT, win);  // FINDS(early)
    usleep(600000);
    MPI_Win_flush(0, win);
    MPI_Win_unlock_all(win);
  }
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) usleep(200000), MPI_Win_detach(win, &memory);  // FINDS(early)
  MPI_Win_free(&win);
  return rank == 1 && value != 7 ? 1 : end_mpi();
}
