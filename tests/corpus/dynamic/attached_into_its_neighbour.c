// A region that reaches one element into the next one: the next one cannot be attached, so that it cannot be accessed
// or detached either.
// finds: attach FP-WINDOW-004
// finds: put FP-RANGE-002
// finds: detach FP-WINDOW-005
// says: and so error FP-RANGE-002
// says: and so error FP-WINDOW-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  static int memory[30];
  const int value = 4;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 1) {
    MPI_Win_attach(win, memory, 11 * sizeof(int));       // FINDS(attach)
    MPI_Win_attach(win, memory + 10, 10 * sizeof(int));  // FINDS(attach)
    MPI_Win_attach(win, memory + 20, 10 * sizeof(int));
    MPI_Get_address(memory, &address);
    MPI_Send(&address, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&address, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, MPI_Aint_add(address, 4 * 15), 1, MPI_INT, win);  // FINDS(put:put)
    MPI_Win_unlock(1, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    MPI_Win_detach(win, memory);
    MPI_Win_detach(win, memory + 10);  // FINDS(detach)
    MPI_Win_detach(win, memory + 20);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
