// A producer, a helper and a consumer have a branch each. The consumer hears of the helper, not of the producer: all
// three must meet, each in its own branch.
// ranks: 3
// finds: race FP-RACE-002
#include "corpus.h"

enum { kProducer, kHelper, kConsumer };

int main(void) {
  MPI_Win win;
  int seen = 0;
  start_mpi();
  const int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == kProducer) {
    const int value = 7;
    MPI_Put(&value, 1, MPI_INT, kConsumer, 2, 1, MPI_INT, win);  // FINDS(race:put)
    MPI_Win_flush(kConsumer, win);
    MPI_Send(NULL, 0, MPI_INT, kHelper, 0, MPI_COMM_WORLD);
  } else if (rank == kHelper) {
    MPI_Send(NULL, 0, MPI_INT, kConsumer, 0, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_INT, kProducer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(NULL, 0, MPI_INT, kHelper, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    seen = memory[2];  // FINDS(race:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return seen < 0 ? 1 : end_mpi();
}
