// Two windows that take turns: the put names the one of the step before, while the epoch is open on the other one. An
// epoch there would let it go to the wrong memory.
// finds: outside FP-EPOCH-001
// says: fix MPI_Put at window_of_the_step_before.c:23 has to be on the window of MPI_Win_allocate at corpus.h:
#include "corpus.h"

int main(void) {
  MPI_Win win[2];
  int* memory[2];
  start_mpi();
  for (int i = 0; i < 2; ++i) memory[i] = make_window(&win[i], 1);
  MPI_Group world, other;
  const int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  for (int step = 0; step < 2; ++step) {
    MPI_Win_post(other, 0, win[step]);
    MPI_Win_start(other, 0, win[step]);
#ifdef MENDED
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win[step]);
#else
    // (Of the first step it is the right one.)
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win[0]);  // FINDS(outside)
#endif
    MPI_Win_complete(win[step]);
    MPI_Win_wait(win[step]);
  }
#ifdef MENDED
  REQUIRE(memory[1][0] == peer);
#endif
  for (int i = 0; i < 2; ++i) MPI_Win_free(&win[i]);
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  (void)memory;
  return end_mpi();
}
