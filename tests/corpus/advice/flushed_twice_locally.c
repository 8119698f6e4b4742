// Each put of a library is complete at the origin when it returns, and its synchronization is to complete all of them
// at the target: that is the call that is wrong, not the one after each put.
// finds: race FP-RACE-002
// says: fix Call MPI_Win_flush_all instead of MPI_Win_flush_local_all at flushed_twice_locally.c:18; or call
// says: MPI_Win_flush_local_all at flushed_twice_locally.c:18 completes operations at the origin only.
#include "corpus.h"

#ifdef MENDED
#define MPI_Win_flush_local_all MPI_Win_flush_all
#endif

static void put(int value, int at, MPI_Win win) {
  MPI_Put(&value, 1, MPI_INT, 1 - rank, at, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush_local(1 - rank, win);
}

static void synchronize(MPI_Win win) {
  MPI_Win_flush_local_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 4; i++) put(7, i, win);
  synchronize(win);
  for (int i = 0; i < 4; i++)
    if (memory[i] == 8) printf("never\n");  // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
