// A put, and the owner's store of the same element as the memory operand of a piece of assembly. Its accesses beyond
// its operands are not seen.
// ranks: 2
// finds: race FP-RACE
// says: with clang: An intrinsic or inline assembly got addresses of windows
// KNOWN GAP: with gcc-hooks: -fsanitize=thread leaves assembly out
// KNOWN GAP: with hooks: so it does in clang
#include "corpus.h"

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  int value = 7;
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) {
    __asm__ volatile("movl %1, %0" : "=m"(memory[2]) : "r"(value));  // FINDS(race:store)
    __asm__ volatile("movl %1, 4(%0)" : : "r"(memory), "r"(value) : "memory");
    __asm__ volatile("prefetcht0 %0" : : "m"(memory[2]));
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
