// Each round gets into a buffer, completes the get and computes for a while. The last round looks too early. One buffer and one line
// for each way to complete.
// finds: flush FP-RACE-005
// finds: locally FP-RACE-005
// finds: all FP-RACE-005
// finds: unlocked FP-RACE-005
// finds: fenced FP-RACE-005
// finds: started FP-RACE-005
// finds: waited FP-RACE-005
#include "corpus.h"

#include <time.h>

enum { kRounds = 4, kInts = 4096 };
static int* got[7];
static long sum;

static void compute(void) {
  for (int i = 0; i < 7; i++) {
    for (int k = 0; k < kInts; k++) sum += got[i][k];
  }
  const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
  nanosleep(&pause, NULL);
}

int main(void) {
  MPI_Win win, fence_win;
  MPI_Group world, first;
  start_mpi();
  make_window(&win, kInts);
  make_window(&fence_win, kInts);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, (int[]){1 - rank}, &first);
  for (int i = 0; i < 7; i++) got[i] = calloc(kInts, sizeof(int));
  for (int round = 0; round < kRounds; round++) {
    const int early = round == kRounds - 1 && rank == 0;
    if (rank == 0) {
      MPI_Win_lock_all(0, win);
      MPI_Get(got[0], kInts, MPI_INT, 1, 0, kInts, MPI_INT, win);  // FINDS(flush:get)
      if (early) sum += got[0][7];                                 // FINDS(flush:load)
      MPI_Win_flush(1, win);
      compute();
      MPI_Get(got[1], kInts, MPI_INT, 1, 0, kInts, MPI_INT, win);  // FINDS(locally:get)
      if (early) sum += got[1][7];                                 // FINDS(locally:load)
      MPI_Win_flush_local(1, win);
      compute();
      MPI_Get(got[2], kInts, MPI_INT, 1, 0, kInts, MPI_INT, win);  // FINDS(all:get)
      if (early) sum += got[2][7];                                 // FINDS(all:load)
      MPI_Win_flush_all(win);
      compute();
      MPI_Request request;
      MPI_Rget(got[3], kInts, MPI_INT, 1, 0, kInts, MPI_INT, win, &request);  // FINDS(waited:get)
      if (early) sum += got[3][7];                                            // FINDS(waited:load)
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      compute();
      MPI_Win_unlock_all(win);
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
      MPI_Get(got[4], kInts, MPI_INT, 1, 0, kInts, MPI_INT, win);  // FINDS(unlocked:get)
      if (early) sum += got[4][7];                                 // FINDS(unlocked:load)
      MPI_Win_unlock(1, win);
      compute();
    }
    MPI_Win_fence(0, fence_win);
    if (rank == 0) {
      MPI_Get(got[5], kInts, MPI_INT, 1, 0, kInts, MPI_INT, fence_win);  // FINDS(fenced:get)
      if (early) sum += got[5][7];                                       // FINDS(fenced:load)
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, fence_win);
    compute();
    if (rank == 0) {
      MPI_Win_start(first, 0, fence_win);
      MPI_Get(got[6], kInts, MPI_INT, 1, 0, kInts, MPI_INT, fence_win);  // FINDS(started:get)
      if (early) sum += got[6][7];                                 // FINDS(started:load)
      MPI_Win_complete(fence_win);
      compute();
    } else {
      MPI_Win_post(first, 0, fence_win);
      MPI_Win_wait(fence_win);
    }
  }
  if (rank == 0) printf("%ld\n", sum);
  for (int i = 0; i < 7; i++) free(got[i]);
  MPI_Group_free(&world);
  MPI_Group_free(&first);
  MPI_Win_free(&fence_win);
  MPI_Win_free(&win);
  return end_mpi();
}
