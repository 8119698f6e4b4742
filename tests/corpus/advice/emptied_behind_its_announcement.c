// Two ranks announce themselves by an atomic exchange; the second answers the first in its inbox. The inbox is emptied
// only after the announcement. That store made atomic would still replace an answer: it has to come before.
// options: --hang-timeout 3
// finds: race FP-RACE-006
// says: fix The store of rank 0 at emptied_behind_its_announcement.c:32 has to come before MPI_Fetch_and_op at emptied_behind_its_announcement.c:15, in the call of swap at emptied_behind_its_announcement.c:30
#include <unistd.h>

#include "corpus.h"

enum { kTail, kInbox };
static MPI_Win win;

static int swap(int target, int at, MPI_Op op, int value) {
  int old;
  MPI_Fetch_and_op(&value, &old, MPI_INT, target, at, op, win);  // FINDS(race:fetch_and_op)
  MPI_Win_flush(target, win);
  return old;
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, 2);
  memory[kTail] = memory[kInbox] = -1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 1) usleep(100000);
#ifdef MENDED
  memory[kInbox] = -1;
#endif
  const int before = swap(0, kTail, MPI_REPLACE, rank);
#ifndef MENDED
  memory[kInbox] = -1;  // FINDS(race:store)
#endif
  if (before >= 0) swap(before, kInbox, MPI_REPLACE, rank);
  while (before < 0 && swap(rank, kInbox, MPI_NO_OP, 0) < 0) {
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
