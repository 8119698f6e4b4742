// Uninstrumented code loads memory of a freed window: the program's death shows the mistake.
// finds: gone FP-WINDOW-014
#include "corpus.h"

__attribute__((noinline, no_sanitize("thread"))) static int sum_of(const int* memory, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) sum += memory[i];  // FINDS(gone)
  return sum;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 1000);
  REQUIRE(sum_of(memory, 1000) == 0);
  MPI_Win_free(&win);  // FINDS(gone)
  REQUIRE(sum_of(memory, 1000) == 0);
  return end_mpi();
}
