// Lamport's bakery: each process takes a number greater than all that it sees, and waits for all with a smaller one.
// ranks: 3
#include "idiom.h"

enum { kCounter, kChoosing, kMostRanks = 8, kNumber = kChoosing + kMostRanks, kWords = kNumber + kMostRanks };
static MPI_Win win;

static void enter(void) {
  int greatest = 0;
  set_word(1, 0, kChoosing + rank, win);
  for (int other = 0; other < ranks; ++other) {
    const int number = word_at(0, kNumber + other, win);
    if (number > greatest) greatest = number;
  }
  const int mine = greatest + 1;
  set_word(mine, 0, kNumber + rank, win);
  set_word(0, 0, kChoosing + rank, win);
  for (int other = 0; other < ranks; ++other) {
    if (other == rank) continue;
    while (word_at(0, kChoosing + other, win)) continue;
    for (;;) {
      const int number = word_at(0, kNumber + other, win);
      if (number == 0 || number > mine || (number == mine && other > rank)) break;
    }
  }
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, kWords);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 10; ++i) {
    enter();
    increment(0, kCounter, win);
    set_word(0, 0, kNumber + rank, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) REQUIRE(memory[kCounter] == 10 * ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
