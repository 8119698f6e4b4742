// Two members that gcc compares with one load are equal to what is asked for: so the program has looked at both.
// finds: value FP-RACE-002
#include "corpus.h"

#include <stddef.h>

struct slot {
  int ready, value;
};

__attribute__((noinline)) static int is_complete(const struct slot* slot) {
  if (slot->ready == 1 && slot->value == 2) return 5;  // FINDS(value:load)
  return 7;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  struct slot* memory;
  MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory->ready = 1;
  memory->value = 2;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  const int value = 2;
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, offsetof(struct slot, value), 1, MPI_INT, win);  // FINDS(value:put)
    MPI_Win_flush_all(win);
  } else {
    REQUIRE(is_complete(memory) == 5);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
