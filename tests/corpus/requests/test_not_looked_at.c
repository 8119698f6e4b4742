// One test of a request, whose result is ignored. Natively the data is mostly there; nothing promises it. The last
// three ranks are right: a flush completes the operation, which a test then reports, and Waitany waits.
// ranks: 9
// finds: put FP-RACE-004
// finds: test FP-RACE-005
// finds: all FP-RACE-005
// finds: any FP-RACE-005
// finds: some FP-RACE-005
// finds: status FP-RACE-005
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int value = -1, flag, index, indices[1];
  start_mpi();
  make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  switch (rank) {
    case 0:
      MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // FINDS(put:put)
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      value = 1;  // FINDS(put:store)
      break;
    case 1:
      MPI_Rget(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win, &request);  // FINDS(test:get)
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      printf("%d\n", value);  // FINDS(test:load)
      break;
    case 2:
      MPI_Rget(&value, 1, MPI_INT, 3, 0, 1, MPI_INT, win, &request);  // FINDS(all:get)
      MPI_Testall(1, &request, &flag, MPI_STATUSES_IGNORE);
      printf("%d\n", value);  // FINDS(all:load)
      break;
    case 3:
      MPI_Rget(&value, 1, MPI_INT, 4, 0, 1, MPI_INT, win, &request);  // FINDS(any:get)
      MPI_Testany(1, &request, &index, &flag, MPI_STATUS_IGNORE);
      printf("%d\n", value);  // FINDS(any:load)
      break;
    case 4:
      MPI_Rget(&value, 1, MPI_INT, 5, 0, 1, MPI_INT, win, &request);  // FINDS(some:get)
      MPI_Testsome(1, &request, &index, indices, MPI_STATUSES_IGNORE);
      printf("%d\n", value);  // FINDS(some:load)
      break;
    case 5:
      MPI_Rget(&value, 1, MPI_INT, 6, 0, 1, MPI_INT, win, &request);  // FINDS(status:get)
      MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
      printf("%d\n", value);  // FINDS(status:load)
      break;
    case 6:
      MPI_Rget(&value, 1, MPI_INT, 7, 0, 1, MPI_INT, win, &request);
      MPI_Win_flush_local(7, win);
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      REQUIRE(flag && value == 0);
      break;
    case 8:
      MPI_Rget(&value, 1, MPI_INT, 7, 0, 1, MPI_INT, win, &request);
      MPI_Win_flush_all(win);
      MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
      REQUIRE(flag && value == 0);
      break;
    case 7:
      MPI_Rget(&value, 1, MPI_INT, 6, 0, 1, MPI_INT, win, &request);
      MPI_Waitany(1, &request, &index, MPI_STATUS_IGNORE);
      REQUIRE(value == 0);
      break;
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
