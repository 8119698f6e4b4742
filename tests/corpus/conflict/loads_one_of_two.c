// Only one of two elements is loaded, and the put goes to the other one.
// near: FP-RACE-002
// KNOWN GAP: with hooks: clang loads both before it instruments
#include "corpus.h"

static int memory[16];  // whose address the optimizer knows
static int chosen;

static int one_of_two(void) {
  return chosen ? memory[5] : memory[7];
}

int main(void) {
  MPI_Win win;
  int value = 3;
  start_mpi();
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Bcast(&chosen, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 5, 1, MPI_INT, win);
  } else {
    REQUIRE(one_of_two() == 0);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) REQUIRE(memory[5] == 3);
  MPI_Win_free(&win);
  return end_mpi();
}
