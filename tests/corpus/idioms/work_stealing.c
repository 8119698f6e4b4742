// Owners add tasks after those that they have, and publish how many there are. Owners and thieves read a task and then
// take it by swapping.
// ranks: 3
#include "idiom.h"

enum { kTaken, kMade, kSum, kTasks, kEach = 16, kWords = kTasks + kEach };
static MPI_Win win;

// Whether there was one.
static int take_one(int owner) {
  for (;;) {
    int task;
    const int at = word_at(owner, kTaken, win);
    if (at >= word_at(owner, kMade, win)) return 0;
    MPI_Get(&task, 1, MPI_INT, owner, kTasks + at, 1, MPI_INT, win);
    MPI_Win_flush(owner, win);
    if (!swap_word(at, at + 1, owner, kTaken, win)) continue;
    add_to_word(task, 0, kSum, win);
    return 1;
  }
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, kWords);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < kEach; ++i) {
    const int task = rank + i;
    MPI_Put(&task, 1, MPI_INT, rank, kTasks + i, 1, MPI_INT, win);
    MPI_Win_flush(rank, win);
    add_to_word(1, rank, kMade, win);
    if (i % 4 == 3) take_one(rank);
  }
  for (int victim = 0; victim < ranks; ++victim)
    while (take_one((rank + victim) % ranks)) continue;
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    int all = 0;
    for (int owner = 0; owner < ranks; ++owner)
      for (int i = 0; i < kEach; ++i) all += owner + i;
    REQUIRE(memory[kSum] == all);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
