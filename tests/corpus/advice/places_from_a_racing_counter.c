// Each rank takes a place from a counter and puts there. The counter is set while others may count: two get one place. A
// put cannot come before the call that says where it goes, and is right with the counter.
// finds: counter FP-RACE-006
// finds: data FP-RACE-001
// says: fix Correct FP-RACE-006
// says: fetches the value by which these find their place
#include "corpus.h"

#include <unistd.h>

static int next_place(MPI_Win counters) {
  const int one = 1;
  int place = -1;
  MPI_Fetch_and_op(&one, &place, MPI_INT, 0, 0, MPI_SUM, counters);  // FINDS(counter)
  MPI_Win_flush(0, counters);
  return place;
}

int main(void) {
  MPI_Win win, counters;
  start_mpi();
  make_window(&win, 4);
  int* counter = make_window(&counters, 1);
  MPI_Win_lock_all(0, win);
  MPI_Win_lock_all(0, counters);
  if (rank == 1) {
    MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    usleep(300000);  // as long as it takes rank 0 to set it
  }
  const int place = next_place(counters);
  if (rank == 0) {
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    counter[0] = 0;  // FINDS(counter:store)
  }
  MPI_Put(&rank, 1, MPI_INT, 0, place, 1, MPI_INT, win);  // FINDS(data)
  MPI_Win_unlock_all(counters);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&counters);
  MPI_Win_free(&win);
  return end_mpi();
}
