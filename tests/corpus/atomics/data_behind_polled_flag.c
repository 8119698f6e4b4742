// Two ranks exchange values, each announced by a counter that plain loads read; every round reads the same elements.
// The counter must be fixed. Then the values, which are read just as often, need no atomic operations.
// finds: flag FP-RACE-008
// finds: data FP-RACE
// says: Correct FP-RACE-008 (data_behind_polled_flag.c:
#include "corpus.h"

enum { kRounds = 40 };

int main(void) {
  MPI_Win win;
  long* memory;  // 0: rounds written, 1 and 2: their values in turn
  const long one = 1;
  long sum = 0;
  start_mpi();
  MPI_Win_allocate(3 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 3; ++i) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  const int other = 1 - rank;
  MPI_Win_lock_all(0, win);
  for (long round = 0; round < kRounds; ++round) {
    MPI_Put(&round, 1, MPI_LONG, other, 1 + round % 2, 1, MPI_LONG, win);  // FINDS(data)
    MPI_Win_flush(other, win);
    MPI_Accumulate(&one, 1, MPI_LONG, other, 0, 1, MPI_LONG, MPI_SUM, win);  // FINDS(flag)
    MPI_Win_flush(other, win);
    int looks = 0;
    while (*(volatile long*)memory <= round || ++looks < 8) MPI_Win_sync(win);  // FINDS(flag)
    sum += memory[1 + round % 2];                                // FINDS(data)
  }
  MPI_Win_unlock_all(win);
  if (sum != kRounds * (kRounds - 1) / 2) abort();
  MPI_Win_free(&win);
  return end_mpi();
}
