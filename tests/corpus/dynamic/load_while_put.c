// The owner loads attached memory while the peer puts there.
// finds: race FP-RACE-002
// says: 4 bytes of attached memory of rank 1, memory[2] at 0x
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  static int memory[4];
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Get_address(&memory[2], &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, address, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) printf("%d\n", memory[2]);                                 // FINDS(race:load)
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return end_mpi();
}
