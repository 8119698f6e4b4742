// One thread tells the other one through the kernel that a value is there before it has flushed: by each of these ways.
// finds: early FP-RACE-005
// flags: -D_GNU_SOURCE
#include "channels.h"

static void* get_all(void* nothing) {
  for (int by = 0; by < kChannels; by++) {
    MPI_Get(&values[by], 1, MPI_INT, 1 - rank, by, 1, MPI_INT, win);  // FINDS(early:get)
    tell((enum channel)by);
  }
  MPI_Win_flush(1 - rank, win);
  return nothing;
}

int main(void) {
  int sum = 0;
  begin(get_all);
  for (int by = 0; by < kChannels; by++) {
    be_told((enum channel)by);
    sum += values[by];  // FINDS(early:load)
  }
  return end(sum);
}
