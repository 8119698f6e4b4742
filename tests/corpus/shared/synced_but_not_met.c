// Both sides synchronize their memory, and nothing lets one wait for the other: only that is missing.
// finds: race FP-RACE-009
// says: Add a message or barrier after MPI_Win_sync at synced_but_not_met.c:16 that rank 1 waits for before MPI_Win_sync at synced_but_not_met.c:18
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint bytes;
  int *memory, unit, seen = 0;
  start_mpi();
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &memory);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) {
    memory[0] = 7;  // FINDS(race:store)
    MPI_Win_sync(win);
  } else {
    MPI_Win_sync(win);
    seen = memory[0];  // FINDS(race:load)
  }
  REQUIRE(seen == 0 || seen == 7);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
