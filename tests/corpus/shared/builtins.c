// The compiler's atomic functions, old and new: three processes hand a baton round.
// ranks: 3
#include "corpus.h"

enum { ROUNDS = 5 };

int main(void) {
  MPI_Win win;
  int *memory, *first, unit;
  MPI_Aint size;
  start_mpi();
  MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, 0, &size, &unit, &first);
  int *data = &first[0], *turn = &first[4], *count = &first[5];
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  if (rank == 0) *data = *turn = *count = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; round++) {
    while (__atomic_load_n(turn, __ATOMIC_ACQUIRE) % ranks != rank) continue;
    *data += 1;
    __atomic_fetch_add(turn, 1, __ATOMIC_RELEASE);
  }
  // The last one to arrive looks at what all did.
  data[1 + rank] = rank;
  if (__sync_add_and_fetch(count, 1) == ranks) {
    REQUIRE(*data == ROUNDS * ranks && data[1] == 0 && data[2] == 1 && data[3] == 2);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
