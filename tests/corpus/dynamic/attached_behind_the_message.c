// The message with the address goes out before the memory is attached.
// finds: late FP-WINDOW-007
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  long value = 7;
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    static long slots[4];
    MPI_Get_address(slots, &address);
    MPI_Send(&address, 1, MPI_AINT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_attach(win, slots, sizeof slots);  // FINDS(late)
  } else {
    MPI_Recv(&address, 1, MPI_AINT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(200000);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Put(&value, 1, MPI_LONG, 0, address, 1, MPI_LONG, win);  // FINDS(late)
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
