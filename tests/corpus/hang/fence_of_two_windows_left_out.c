// Two windows are used in turn, and one rank leaves a fence out: it waits in the next round's fence, on the other window.
// ranks: 3
// finds: cycle FP-MATCH-008
// options: --hang-timeout 2
// says: fix All ranks have to make the call of MPI_Win_fence at fence_of_two_windows_left_out.c:22 equally often: rank 1 has made it less often than ranks 0 and 2, which wait there.
#include "corpus.h"

int main(void) {
  MPI_Win wins[2];
  int* memory[2];
  start_mpi();
  for (int i = 0; i < 2; i++)
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory[i], &wins[i]);
  const int skips = rank == 1;
  for (int round = 0; round < 4; round++) {
    MPI_Win win = wins[round % 2];
    MPI_Win_fence(0, win);  // FINDS(cycle)
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % ranks, 0, 1, MPI_INT, win);
    // (A rank that is done with its share goes on.)
    int done = skips && round == 1;
    while (!done) {
      MPI_Win_fence(0, win);  // FINDS(cycle)
      done = 1;
    }
  }
  for (int i = 0; i < 2; i++) MPI_Win_free(&wins[i]);
  return end_mpi();
}
