// The fence that closes the epoch is missing in a function that is called for several windows. It belongs after the last
// operation on the window in that function, whichever of them a rank makes.
// finds: promise FP-ASSERT-006
// finds: open FP-EPOCH-013
// says: fix Add MPI_Win_fence(0, level->win) on all ranks after MPI_Put at fence_of_each_level.c
// says: in the same block as MPI_Win_fence at fence_of_each_level.c:20; or add
// says: The first of these was tried
// says: 1 finding (1 error), 1 consequence
#include "corpus.h"

enum { LEVELS = 2, ROUNDS = 2 };

typedef struct {
  MPI_Win win;
} level_t;

static const int value = 7;

static void exchange(level_t* level) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, level->win);  // FINDS(promise, open)

  if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, level->win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, level->win);
}

int main(void) {
  start_mpi();
  level_t levels[LEVELS];
  for (int i = 0; i < LEVELS; ++i) make_window(&levels[i].win, 2);
  for (int round = 0; round < ROUNDS; ++round)
    for (int i = 0; i < LEVELS; ++i) exchange(&levels[i]);
  for (int i = 0; i < LEVELS; ++i) MPI_Win_free(&levels[i].win);  // FINDS(open)
  return end_mpi();
}
