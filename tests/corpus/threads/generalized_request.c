// A thread fetches and completes a generalized request for it: whoever has waited for the request, or seen that it is
// complete, may use what was fetched. Unless the thread completes the request before the get.
// flags: -pthread
// finds: early FP-RACE-005
#include "corpus.h"

#include <pthread.h>

enum { N = 4 };

static MPI_Win win;
static int fetched[N];

static int query(void* state, MPI_Status* status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, N);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}
static int release(void* state) {
  (void)state;
  return MPI_SUCCESS;
}
static int cancel(void* state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

static void* fetch(void* request) {
  MPI_Get(fetched, N, MPI_INT, 1 - rank, 0, N, MPI_INT, win);
  MPI_Win_flush_local(1 - rank, win);
  MPI_Grequest_complete(*(MPI_Request*)request);
  return NULL;
}

static void* fetch_too_late(void* request) {
  MPI_Get(fetched, N, MPI_INT, 1 - rank, 0, N, MPI_INT, win);  // FINDS(early:get)
  MPI_Grequest_complete(*(MPI_Request*)request);
  MPI_Win_flush_local(1 - rank, win);
  return NULL;
}

static pthread_t start(void* (*work)(void*), MPI_Request* request) {
  pthread_t thread;
  MPI_Grequest_start(query, release, cancel, NULL, request);
  pthread_create(&thread, NULL, work, request);
  return thread;
}

int main(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, N);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 3; i++) {
    MPI_Request request;
    const pthread_t thread = start(fetch, &request);
    MPI_Request copy = request;  // the thread reads the other one
    if (i == 1) {
      for (int done = 0; !done;) MPI_Test(&copy, &done, MPI_STATUS_IGNORE);
    } else if (i == 2) {
      for (int done = 0; !done;) MPI_Request_get_status(copy, &done, MPI_STATUS_IGNORE);
    } else {
      MPI_Wait(&copy, MPI_STATUS_IGNORE);
    }
    REQUIRE(fetched[N - 1] == 0);
    if (i == 2) MPI_Wait(&copy, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
  }
  MPI_Request request;
  const pthread_t thread = start(fetch_too_late, &request);
  MPI_Request copy = request;
  MPI_Wait(&copy, MPI_STATUS_IGNORE);
  printf("%d\n", fetched[0]);  // FINDS(early:load)
  pthread_join(thread, NULL);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
