// Flags that a wait clears instead of messages: the one that allows the next put is set before the block is read.
// finds: race FP-RACE-002
// says: MPI_Fetch_and_op at flag_answered_too_early.c:16 on rank 1 leads to MPI_Put of rank 0 at flag_answered_too_early.c:37, but the load of rank 1 at flag_answered_too_early.c:45 comes only after that call.
// says: fix The load of rank 1 at flag_answered_too_early.c:45 has to come before MPI_Fetch_and_op at flag_answered_too_early.c:16, in the call of tell at flag_answered_too_early.c:43, if that tells rank 0 to go on. seen
#include <unistd.h>

#include "corpus.h"

enum { kWords = 4 };
static MPI_Win data, flags;

// Nobody uses the old value.
static void tell(int peer, int flag) {
  int one = 1, old;
  MPI_Win_flush(peer, data);
  MPI_Fetch_and_op(&one, &old, MPI_INT, peer, flag, MPI_REPLACE, flags);
  MPI_Win_flush(peer, flags);
}

static void wait_for(int flag) {
  int none = 0, seen;
  do {
    MPI_Fetch_and_op(&none, &seen, MPI_INT, rank, flag, MPI_REPLACE, flags);
    MPI_Win_flush(rank, flags);
  } while (!seen);
}

int main(void) {
  int sum = 0;
  start_mpi();
  int* slot = make_window(&data, 1);
  make_window(&flags, 2);
  MPI_Win_lock_all(0, data);
  MPI_Win_lock_all(0, flags);
  for (int word = 1; word <= kWords; word++) {
    if (rank == 0) {
      MPI_Put(&word, 1, MPI_INT, 1, 0, 1, MPI_INT, data);  // FINDS(race:put)
      tell(1, 0);
    } else {
      wait_for(0);
      MPI_Win_sync(data);
#ifndef MENDED
      tell(0, 1);
#endif
      sum += slot[0];  // FINDS(race:load)
#ifdef MENDED
      tell(0, 1);
#endif
    }
    if (rank == 0) {
      wait_for(1);
      usleep(20000);  // In time, the load comes before the next put.
    }
  }
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_unlock_all(flags);
  MPI_Win_unlock_all(data);
  MPI_Win_free(&flags);
  MPI_Win_free(&data);
  return end_mpi();
}
