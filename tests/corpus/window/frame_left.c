// A window over a local array of a function that returns while the window lives.
// finds: left FP-WINDOW-003
// says: has left scope with the return of create, which is called at frame_left.c:17
// says: The memory has to live longer (static, or from MPI_Alloc_mem), or MPI_Win_free has to come before its function
#include "corpus.h"

static __attribute__((noinline)) void create(MPI_Win* win) {
  int memory[64];
  for (int i = 0; i < 64; i++) memory[i] = 0;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, win);  // FINDS(left)
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  create(&win);  // FINDS(left)
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  return end_mpi();
}
