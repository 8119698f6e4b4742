// Collectives that move no data from the writer to the reader need not synchronize the two, and with a count of 0 they do
// not: MPI_Bcast, MPI_Allreduce, MPI_Allgatherv without the writer's part, MPI_Reduce_scatter without the reader's.
// ranks: 3
// finds: bcast FP-RACE-002
// finds: allreduce FP-RACE-002
// finds: allgatherv FP-RACE-002
// finds: scatter FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int mine[3] = {0}, all[3] = {0}, counts[3] = {0, 1, 1}, displacements[3] = {0, 1, 2};
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);

  int value = 5;
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(bcast:put)
    MPI_Win_flush(1, win);
  }
  MPI_Bcast(mine, 0, MPI_INT, 0, MPI_COMM_WORLD);
  if (rank == 1) printf("%d\n", memory[0]);  // FINDS(bcast:load)
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(allreduce:put)
    MPI_Win_flush(1, win);
  }
  MPI_Allreduce(mine, all, 0, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1) printf("%d\n", memory[1]);  // FINDS(allreduce:load)
  MPI_Barrier(MPI_COMM_WORLD);

  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win);  // FINDS(allgatherv:put)
    MPI_Win_flush(1, win);
  }
  MPI_Allgatherv(mine, counts[rank], MPI_INT, all, counts, displacements, MPI_INT, MPI_COMM_WORLD);
  if (rank == 1) printf("%d\n", memory[2]);  // FINDS(allgatherv:load)
  MPI_Barrier(MPI_COMM_WORLD);

  counts[0] = counts[2] = 1;
  counts[1] = 0;
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);  // FINDS(scatter:put)
    MPI_Win_flush(1, win);
  }
  MPI_Reduce_scatter(mine, all, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 1) printf("%d\n", memory[3]);  // FINDS(scatter:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
