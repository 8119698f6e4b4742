// Mellor-Crummey and Scott's lock: a waiting process polls its own word, which its predecessor in the queue sets.
// ranks: 4
#include "idiom.h"

enum { kTail, kCounter, kNext, kBlocked, kWords };
static const int kNobody = -1;
static MPI_Win win;

static void enter(void) {
  set_word(kNobody, rank, kNext, win);
  set_word(1, rank, kBlocked, win);
  const int before = exchange_word(rank, 0, kTail, win);
  if (before == kNobody) return;
  set_word(rank, before, kNext, win);
  while (word_at(rank, kBlocked, win)) continue;
}

static void leave(void) {
  int next = word_at(rank, kNext, win);
  if (next == kNobody) {
    if (swap_word(rank, kNobody, 0, kTail, win)) return;
    while ((next = word_at(rank, kNext, win)) == kNobody) continue;
  }
  set_word(0, next, kBlocked, win);
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, kWords);
  memory[kTail] = memory[kNext] = kNobody;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 20; ++i) {
    enter();
    increment(0, kCounter, win);
    leave();
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) REQUIRE(memory[kCounter] == 20 * ranks);
  MPI_Win_free(&win);
  return end_mpi();
}
