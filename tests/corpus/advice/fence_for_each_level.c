// The fence that opens the epoch is missing in a function that is called for several windows. What the other fence
// promises is right if it is there.
// finds: outside FP-EPOCH-001
// finds: stored FP-ASSERT-005
// finds: follows FP-ASSERT-007
// says: fix Add MPI_Win_fence(0, level->win) on all ranks before MPI_Put at fence_for_each_level.c:20, in the same block as MPI_Win_fence at fence_for_each_level.c:21, which closes the epoch. Tried
// says: 1 finding (1 error), 2 consequences
#include "corpus.h"

enum { LEVELS = 2, ROUNDS = 2 };

typedef struct {
  MPI_Win win;
  int* cells;
} level_t;

static void exchange(level_t* level) {
  static const int value = 7;

  if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, level->win);  // FINDS(outside, follows)
  MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE, level->win);          // FINDS(stored, follows)
}

int main(void) {
  start_mpi();
  level_t levels[LEVELS];
  for (int i = 0; i < LEVELS; ++i)
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &levels[i].cells, &levels[i].win);
  for (int round = 0; round < ROUNDS; ++round)
    for (int i = 0; i < LEVELS; ++i) {
      exchange(&levels[i]);
      if (rank == 0) levels[i].cells[0] = round;  // FINDS(stored:store)
    }
  for (int i = 0; i < LEVELS; ++i) MPI_Win_free(&levels[i].win);
  return end_mpi();
}
