// A writer makes each version in the place of the last but one, when all readers have reported that they are beyond it.
// Readers read the version that is announced as current.
// ranks: 3
#include "idiom.h"

enum { kCurrent, kRead, kVersions, kValues = 4, kWords = kVersions + 2 * kValues, kLast = 12 };

static int place_of(int version) {
  return kVersions + version % 2 * kValues;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, kWords);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int version = 1; version <= kLast; ++version) {
      const int values[kValues] = {version, version, version, version};
      for (int reader = 1; reader < ranks; ++reader)
        while (word_at(reader, kRead, win) < version - 1) continue;
      MPI_Put(values, kValues, MPI_INT, 0, place_of(version), kValues, MPI_INT, win);
      MPI_Win_flush(0, win);
      set_word(version, 0, kCurrent, win);
    }
  } else {
    for (int version = 0; version < kLast;) {
      int values[kValues];
      version = word_at(0, kCurrent, win);
      MPI_Get(values, kValues, MPI_INT, 0, place_of(version), kValues, MPI_INT, win);
      MPI_Win_flush(0, win);
      for (int i = 0; i < kValues; ++i) REQUIRE(values[i] == version);
      set_word(version, rank, kRead, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
