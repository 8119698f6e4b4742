// Partitions of window memory that the owner and another rank fill one by one, each before it is ready, while those
// before it are on their way; and again in the next round, when the send is complete.
// mpi: mpich (Open MPI 4 has no partitioned communication)
#include "corpus.h"

enum { PARTS = 4 };

static void next(int part, int round, MPI_Win win) {
  int value = 10 * round + part;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) MPI_Put(&value, 1, MPI_INT, 0, part, 1, MPI_INT, win);
  if (rank == 1) MPI_Win_flush(0, win);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int received[PARTS];
  start_mpi();
  int* memory = make_window(&win, PARTS);
  MPI_Win_lock_all(0, win);
  if (rank == 0) MPI_Psend_init(memory, PARTS, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  if (rank == 1) MPI_Precv_init(received, PARTS, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  for (int round = 1; round < 3; round++) {
    MPI_Start(&request);
    for (int part = PARTS - 1; part >= 0; part--) {
      if (part % 2 == 0) next(part, round, win);
      if (rank == 0 && part % 2 != 0) memory[part] = 10 * round + part;
      if (rank == 0) MPI_Pready(part, request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1) REQUIRE(received[0] == 10 * round && received[3] == 10 * round + 3);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Request_free(&request);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
