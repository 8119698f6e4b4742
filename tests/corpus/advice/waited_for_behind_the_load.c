// The receive is posted before, but its wait comes after the load: by then, the put has been flushed.
// finds: race FP-RACE-002
// says: MPI_Isend at waited_for_behind_the_load.c:17 leads from rank 0 to MPI_Wait at waited_for_behind_the_load.c:27 of rank 1, but the load of rank 1 at waited_for_behind_the_load.c:25 comes before that.
// says: fix Move the load of rank 1 at waited_for_behind_the_load.c:25 after MPI_Wait at waited_for_behind_the_load.c:27; or add a message or barrier after MPI_Win_flush
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int note = 0, got = 0;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
    MPI_Isend(&note, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Irecv(&note, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
#ifdef MENDED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    got = memory[0];
#else
    got = memory[0];  // FINDS(race:load)

    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  }
  if (got < 0) printf("%d\n", got);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
