// Receives whose requests were freed while they were active have taken the first messages; the one that is waited for
// takes the one behind the puts. With and without wildcards, persistent; and behind a cancelled one.
#include "corpus.h"

static void freed(int kind, int* into, int other) {
  MPI_Request request;
  switch (kind) {
    case 0:
      MPI_Irecv(into, 1, MPI_INT, MPI_ANY_SOURCE, kind, MPI_COMM_WORLD, &request);
      break;
    case 1:
      MPI_Irecv(into, 1, MPI_INT, other, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
      break;
    case 2:
      MPI_Irecv(into, 1, MPI_INT, other, kind, MPI_COMM_WORLD, &request);
      break;
    default:
      MPI_Recv_init(into, 1, MPI_INT, MPI_ANY_SOURCE, kind, MPI_COMM_WORLD, &request);
      MPI_Start(&request);
  }
  MPI_Request_free(&request);
  REQUIRE(request == MPI_REQUEST_NULL);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  const int other = 1 - rank;
  MPI_Win_lock_all(0, win);
  for (int kind = 0; kind < 4; kind++) {
    int value = kind + 1, first = 0, second = 0;
    if (rank == 1) {
      MPI_Request never;
      MPI_Irecv(&second, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &never);
      MPI_Cancel(&never);
      MPI_Request_free(&never);
      freed(kind, &first, other);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Recv(&second, 1, MPI_INT, 0, kind, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      REQUIRE(second == value);
      MPI_Win_sync(win);
      REQUIRE(memory[kind] == value);
    } else {
      MPI_Barrier(MPI_COMM_WORLD);
      first = -1;
      MPI_Send(&first, 1, MPI_INT, 1, kind, MPI_COMM_WORLD);
      MPI_Put(&value, 1, MPI_INT, 1, kind, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      MPI_Send(&value, 1, MPI_INT, 1, kind, MPI_COMM_WORLD);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
