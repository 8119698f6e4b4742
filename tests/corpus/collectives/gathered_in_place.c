// A gather in place only reads the own block, so gets of it are right meanwhile. It writes what others send.
// finds: gathered FP-RACE-011
// finds: all_gathered FP-RACE-011
// finds: replaced FP-RACE-011
// ranks: 3
#include "corpus.h"

// Rank 2 accesses what rank 0 has: three blocks of two elements for each of the four collectives.
static int* block(int* memory, int collective, int of) {
  return memory + 6 * collective + 2 * of;
}
static MPI_Aint place(int collective, int of) {
  return 6 * collective + 2 * of;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 24);
  int mine[2] = {7, 7}, got[10] = {0};
  const int counts[3] = {2, 2, 2}, places[3] = {0, 2, 4};
  MPI_Win_lock_all(0, win);
  if (rank == 2) {
    for (int i = 0; i < 4; i++) MPI_Get(&got[i], 1, MPI_INT, 0, place(i, 0), 1, MPI_INT, win);
    MPI_Get(&got[8], 1, MPI_INT, 0, place(0, 1), 1, MPI_INT, win);  // FINDS(gathered:get)
    MPI_Get(&got[9], 1, MPI_INT, 0, place(3, 2), 1, MPI_INT, win);  // FINDS(all_gathered:get)
    MPI_Put(mine, 1, MPI_INT, 0, place(2, 0) + 1, 1, MPI_INT, win);  // FINDS(replaced:put)
  }
  const void* sent = rank == 0 ? MPI_IN_PLACE : mine;
  MPI_Gather(sent, 2, MPI_INT, block(memory, 0, 0), 2, MPI_INT, 0, MPI_COMM_WORLD);  // FINDS(gathered)
  MPI_Gatherv(sent, 2, MPI_INT, block(memory, 1, 0), counts, places, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, block(memory, 2, 0), 2, MPI_INT, MPI_COMM_WORLD);  // FINDS(replaced)
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, block(memory, 3, 0), counts, places, MPI_INT, MPI_COMM_WORLD);  // FINDS(all_gathered)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
