// Each rank has as many items for others as it happens to have: a barrier cannot stand in the loop that hands them out.
// It belongs behind the loop, after the calls that complete the updates.
// ranks: 3
// finds: race FP-RACE-006
// says: fix Add a message or barrier after MPI_Win_unlock_all at barrier_in_a_loop_of_its_own.c:26
#include "corpus.h"

int main(void) {
  MPI_Win win;
  const int one = 1;
  int at, sum = 0;
  start_mpi();
  int* memory = make_window(&win, 4);
  const int items = 2 + 3 * rank;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < items; i++) {
    const int target = (rank + 1 + i % 2) % ranks;
    if (target == rank) {
      sum++;
      continue;
    }
    MPI_Fetch_and_op(&one, &at, MPI_INT, target, 0, MPI_SUM, win);  // FINDS(race)
    MPI_Win_flush(target, win);
    sum += at;
  }
  MPI_Win_unlock_all(win);
#ifdef MENDED
  MPI_Barrier(MPI_COMM_WORLD);
#endif
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  for (int i = 0; i < 4; i++) {
    sum += memory[i];  // FINDS(race:load)
  }
  MPI_Win_unlock(rank, win);
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_free(&win);
  return end_mpi();
}
