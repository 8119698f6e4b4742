// Regions that touch and do not overlap, detached and attached again in another size, one of them in two windows at once;
// a handle that is used again for a new window; memory that is detached before it is freed.
// near: FP-WINDOW-003 FP-WINDOW-004 FP-WINDOW-005 FP-WINDOW-006 FP-WINDOW-008 FP-WINDOW-009
#include "corpus.h"

int main(void) {
  MPI_Win win, second;
  start_mpi();
  const int other = 1 - rank;
  int* memory = malloc(16 * sizeof(int));
  for (int i = 0; i < 16; i++) memory[i] = 0;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &second);
  MPI_Win_attach(win, memory, 4 * sizeof(int));
  MPI_Win_attach(win, memory + 4, 4 * sizeof(int));
  MPI_Win_attach(second, memory + 2, 4 * sizeof(int));  // of another window
  MPI_Aint address, there;
  MPI_Get_address(memory, &address);
  MPI_Sendrecv(&address, 1, MPI_AINT, other, 0, &there, 1, MPI_AINT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_lock_all(0, win);
  MPI_Put(&ranks, 1, MPI_INT, other, MPI_Aint_add(there, 7 * sizeof(int)), 1, MPI_INT, win);
  MPI_Win_flush(other, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, memory + 4);
  MPI_Win_detach(win, memory);
  MPI_Win_attach(win, memory, 16 * sizeof(int));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Put(&ranks, 1, MPI_INT, other, MPI_Aint_add(there, 15 * sizeof(int)), 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  REQUIRE(memory[7] == ranks && memory[15] == ranks);
  MPI_Win_detach(win, memory);
  MPI_Win_detach(second, memory + 2);
  free(memory);
  MPI_Win_free(&second);
  MPI_Win_free(&win);
  // The handle's value may come again, and the variable is used again.
  make_window(&win, 1);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  REQUIRE(win == MPI_WIN_NULL);
  return end_mpi();
}
