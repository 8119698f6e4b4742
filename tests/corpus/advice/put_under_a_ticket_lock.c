// A lock that the program builds separates the rounds, but the put is complete only at its origin when the lock is passed.
// ranks: 3
// finds: last FP-RACE-002
// finds: get FP-RACE-001
// finds: put FP-RACE-001
// finds: own FP-RACE-003
// says: fix Call MPI_Win_flush(0, win) instead of MPI_Win_flush_local(0, win) at put_under_a_ticket_lock.c:38. Tried on the recorded run
#include "corpus.h"

enum { NEXT, SERVED };

static int fetch(int place, int value, MPI_Op op, MPI_Win win) {
  int fetched;
  MPI_Fetch_and_op(&value, &fetched, MPI_INT, 0, place, op, win);
  MPI_Win_flush(0, win);
  return fetched;
}

int main(void) {
  MPI_Win win, lock;
  start_mpi();
  int* memory = make_window(&win, 1);
  make_window(&lock, 2);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, lock);
  for (int round = 0; round < 3; round++) {
    int value;
    const int ticket = fetch(NEXT, 1, MPI_SUM, lock);
    while (fetch(SERVED, 0, MPI_NO_OP, lock) != ticket) {
    }
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(get:get, own:get)
    MPI_Win_flush(0, win);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(last:put, get:put, put:put, own:put)
#ifdef MENDED
    MPI_Win_flush(0, win);
#else
    MPI_Win_flush_local(0, win);
#endif
    fetch(SERVED, 1, MPI_SUM, lock);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%d\n", memory[0]);  // FINDS(last:load)
  MPI_Win_unlock_all(lock);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&lock);
  MPI_Win_free(&win);
  return end_mpi();
}
