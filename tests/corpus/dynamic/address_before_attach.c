// The address is sent before the memory is attached: in this run the attach comes first, but nothing in MPI ensures it.
// finds: attach FP-WINDOW-007
#include <unistd.h>

#include "corpus.h"

int main(void) {
  static int data[4];
  MPI_Win win;
  MPI_Aint address = 0;
  int value = 7, process = (int)getpid();
  char name[64];
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Get_address(data, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Bcast(&process, 1, MPI_INT, 1, MPI_COMM_WORLD);
  snprintf(name, sizeof name, "address_before_attach_%d", process);  // a file announces it; MPI knows nothing of that
  MPI_Win_lock_all(0, win);
  if (rank == 1) {
    MPI_Win_attach(win, data, sizeof data);  // FINDS(attach)
    fclose(fopen(name, "w"));
  } else {
    while (access(name, F_OK) != 0) usleep(1000);
    MPI_Put(&value, 1, MPI_INT, 1, address, 1, MPI_INT, win);  // FINDS(attach:put)
    remove(name);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Win_detach(win, data);
  MPI_Win_free(&win);
  return end_mpi();
}
