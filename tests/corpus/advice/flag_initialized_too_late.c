// A flag that its owner initializes while another rank may have set it already. The store made atomic would hide that: which
// of the two values stays is then still open.
// finds: early FP-RACE-006
// says: fix Add a message or barrier after the store of rank 1 at flag_initialized_too_late.c:14 that rank 0 waits for before MPI_Accumulate of rank 0 at flag_initialized_too_late.c:20; or if MPI_Accumulate of rank 0 at flag_initialized_too_late.c:20 is meant to come first, the store of rank 1 at flag_initialized_too_late.c:14 has to come after MPI_Win_flush at flag_initialized_too_late.c:21 on rank 0: rank 1 has to wait for that, by a message or barrier.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int* flag;
  const int one = 1;
  start_mpi();
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  MPI_Win_lock_all(0, win);
  *flag = 0;  // FINDS(early:store)
  MPI_Win_sync(win);
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  if (rank == 0) {
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);  // FINDS(early:accumulate)
    MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
