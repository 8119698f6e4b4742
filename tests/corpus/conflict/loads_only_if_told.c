// A loop that loads its window only when a message has told it to, and none has: although the optimizer would consider
// a load harmless, the program makes none.
// near: FP-RACE-002
#include "corpus.h"

static int memory[16];  // whose address the optimizer knows
static int told[100];

static int sum_if_told(int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    if (told[i]) sum += memory[7] * i;
  }
  return sum;
}

int main(void) {
  MPI_Win win;
  int value = 3;
  start_mpi();
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Bcast(told, 100, MPI_INT, 0, MPI_COMM_WORLD);  // that nobody may
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 7, 1, MPI_INT, win);
  } else {
    REQUIRE(sum_if_told(100) == 0);
  }
  MPI_Win_fence(0, win);
  if (rank == 1) REQUIRE(memory[7] == 3);
  MPI_Win_free(&win);
  return end_mpi();
}
