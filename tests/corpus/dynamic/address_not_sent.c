// Each rank has attached memory, but nobody has sent an address: the displacement is an offset.
// finds: put FP-RANGE-002
// says: the displacement of MPI_Put has to be an address in attached memory, which MPI_Get_address gives at the target and the target has to send
// says: fix See FP-RANGE-002 at address_not_sent.c:17: an address is missing for both.
// finds: sum FP-RANGE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  static int memory[8];
  const int values[4] = {1, 2, 3, 4};
  start_mpi();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_attach(win, memory, sizeof memory);
  MPI_Win_fence(0, win);
  const int target = (rank + 1) % ranks;
  MPI_Put(values, 4, MPI_INT, target, 0, 4, MPI_INT, win);  // FINDS(put)
  MPI_Win_fence(0, win);
  MPI_Accumulate(values, 4, MPI_INT, target, 0, 4, MPI_INT, MPI_SUM, win);  // FINDS(sum)
  MPI_Win_fence(0, win);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  return end_mpi();
}
