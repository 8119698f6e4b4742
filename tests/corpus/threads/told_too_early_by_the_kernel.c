// One thread tells the other one through the kernel that a value is there before it has flushed: by each of these ways.
// finds: early FP-RACE-005
// flags: -D_GNU_SOURCE
#include "corpus.h"

#include "channels.h"

static MPI_Win win;
static int values[kChannels];

static void* get_all(void* nothing) {
  for (int by = 0; by < kChannels; by++) {
    MPI_Get(&values[by], 1, MPI_INT, 1 - rank, by, 1, MPI_INT, win);  // FINDS(early:get)
    tell((enum channel)by);
  }
  MPI_Win_flush(1 - rank, win);
  return nothing;
}

int main(void) {
  int provided, sum = 0;
  pthread_t getter;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  make_window(&win, kChannels);
  MPI_Win_lock_all(0, win);
  open_channels(rank);
  pthread_create(&getter, NULL, get_all, NULL);
  for (int by = 0; by < kChannels; by++) {
    be_told((enum channel)by);
    sum += values[by];  // FINDS(early:load)
  }
  pthread_join(getter, NULL);
  close_channels();
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  if (sum != 0) return 4;
  return end_mpi();
}
