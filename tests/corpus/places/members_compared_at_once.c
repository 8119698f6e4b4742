// gcc compares neighbouring members of a structure with one load. The program looks at `value` only if `ready` is 1, and never at
// `inbox`: what others put there meets no load of this process.
// KNOWN GAP: with gcc-hooks: -fsanitize=thread records what gcc loads for both comparisons
#include "corpus.h"

#include <stddef.h>
#include <string.h>

struct slot {
  int ready, value;
  unsigned state : 3;
  unsigned kind : 9;
  char level, inbox;
};

__attribute__((noinline)) static int is_complete(const struct slot* slot) {
  if (slot->ready == 1 && slot->value == 2) return 5;
  return 7;
}
__attribute__((noinline)) static int is_open(const struct slot* slot) {
  if (slot->ready != 1 || slot->value != 2) return 5;
  return 7;
}
__attribute__((noinline)) static int is_busy(const struct slot* slot) {
  return slot->state == 1 && slot->level == 2;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  struct slot* memory;
  MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, sizeof *memory);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  const int value = 2;
  const char mail = 'm';
  MPI_Put(&value, 1, MPI_INT, 1 - rank, offsetof(struct slot, value), 1, MPI_INT, win);
  MPI_Put(&mail, 1, MPI_CHAR, 1 - rank, offsetof(struct slot, inbox), 1, MPI_CHAR, win);
  const int sum = is_complete(memory) + is_open(memory) + is_busy(memory);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(sum == 12 && memory->value == 2 && memory->inbox == 'm');
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
