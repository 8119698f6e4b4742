// A ring between two ranks, with one counter of what was put and one of what was taken. There are no other signals.
#include "idiom.h"

enum { kPut, kTaken, kRing, kPlaces = 4, kWords = kRing + kPlaces, kItems = 30 };

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, kWords);
  MPI_Win_lock_all(0, win);
  for (int item = 0; item < kItems; ++item) {
    const int place = kRing + item % kPlaces;
    int value = 7 * item;
    if (rank == 0) {
      while (word_at(1, kTaken, win) + kPlaces <= item) continue;
      MPI_Put(&value, 1, MPI_INT, 1, place, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      add_to_word(1, 1, kPut, win);
    } else {
      while (word_at(1, kPut, win) <= item) continue;
      MPI_Get(&value, 1, MPI_INT, 1, place, 1, MPI_INT, win);
      MPI_Win_flush(1, win);
      REQUIRE(value == 7 * item);
      add_to_word(1, 1, kTaken, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
