// Receives whose requests were freed are looked at wherever the process synchronizes: the analysis that reads along needs to know
// which messages they took, and the program makes no other call that completes a message.
// options: --trace-limit 2
#include "corpus.h"

enum { kReceives = 100, kPuts = 200, kRounds = 3000 };

int main(void) {
  MPI_Win win;
  static int received[kReceives];
  start_mpi();
  make_window(&win, kPuts);
  for (int i = 0; rank == 1 && i < kReceives; i++) {
    MPI_Request request;
    MPI_Irecv(&received[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < kReceives; i++) MPI_Ssend(&i, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  MPI_Win_fence(0, win);
  for (int round = 0; round < kRounds; round++) {
    for (int i = 0; rank == 0 && i < kPuts; i++) MPI_Put(&round, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
