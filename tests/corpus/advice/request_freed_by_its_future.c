// A future frees its request where it is to wait for it. A wait in its place mends the early use of the result, too.
// finds: freed FP-EPOCH-018
// finds: early FP-RACE-005
// says: fix Call MPI_Wait(&future->request, MPI_STATUS_IGNORE) instead of MPI_Request_free at request_freed_by_its_future.c:19
// says: and so undefined FP-RACE-005
// says: 1 finding (1 error), 1 consequence
#include "corpus.h"

typedef struct {
  MPI_Request request;
  int value;
} future_t;

static void wait_for(future_t* future) {
  if (future->request == MPI_REQUEST_NULL) return;
#ifdef MENDED
  MPI_Wait(&future->request, MPI_STATUS_IGNORE);
#else
  MPI_Request_free(&future->request);  // FINDS(freed)
#endif
}

int main(void) {
  MPI_Win win;
  future_t future;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_lock_all(0, win);
  memory[0] = rank;
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Rget(&future.value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &future.request);  // FINDS(freed, early:get)
  wait_for(&future);
  const int got = future.value;  // FINDS(early:load)
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (got < 0) printf("%d\n", got);
  return end_mpi();
}
