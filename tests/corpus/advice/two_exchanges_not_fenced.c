// Two exchanges lack the fence that ends them, each its own: what the one mends of the other does not make them one.
// finds: left FP-RACE-002
// finds: right FP-RACE-002
// says: fix Add MPI_Win_fence(0, win) on all ranks before MPI_Barrier at two_exchanges_not_fenced.c:16.
// says: fix Add MPI_Win_fence(0, win) on all ranks before MPI_Barrier at two_exchanges_not_fenced.c:27.
// says: 2 findings (2 undefined outcomes)
#include "corpus.h"

static int pass_left(MPI_Win win, const int* memory) {
  static const int value = 1;
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(left:put)
#ifdef MENDED
  MPI_Win_fence(0, win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  return memory[0];  // FINDS(left:load)
}

static int pass_right(MPI_Win win, const int* memory) {
  static const int value = 2;
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);  // FINDS(right:put)
#ifdef MENDED
  MPI_Win_fence(0, win);
#endif
  MPI_Barrier(MPI_COMM_WORLD);
  return memory[1];  // FINDS(right:load)
}

int main(void) {
  MPI_Win win;
  int sum = 0;
  start_mpi();
  const int* memory = make_window(&win, 2);
  for (int round = 0; round < 2; ++round) {
    sum += pass_left(win, memory);
    sum += pass_right(win, memory);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  if (sum < 0) printf("%d\n", sum);
  return end_mpi();
}
