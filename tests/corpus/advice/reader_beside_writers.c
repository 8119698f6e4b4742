// Two ranks change a value one after the other, by a get and a put; another one only reads it. To change it in one step would not
// help the reader: order does.
// ranks: 3
// finds: race FP-RACE-001
// says: message or barrier
#include "corpus.h"

static MPI_Win win;

static int value(void) {
  int got;
  MPI_Get(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:get)
  MPI_Win_flush(0, win);
  return got;
}

static void change(void) {
  int next = value() + 1;
  MPI_Put(&next, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race:put)
  MPI_Win_flush(0, win);
}

int main(void) {
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    change();
    MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    change();
  } else {
    if (value() < 0) printf("too early\n");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
