// A writer increments a counter before and after it writes. Readers use what they read only if the counter was even,
// and the same before and after. The data is atomic by element, so nothing races.
// ranks: 3
#include "idiom.h"

enum { kCount, kData, kValues = 4, kWords = kData + kValues };

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, kWords);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int version = 1; version <= 20; ++version) {
      const int values[kValues] = {version, version, version, version};
      add_to_word(1, 1, kCount, win);
      MPI_Accumulate(values, kValues, MPI_INT, 1, kData, kValues, MPI_INT, MPI_REPLACE, win);
      MPI_Win_flush(1, win);
      add_to_word(1, 1, kCount, win);
    }
  } else {
    for (int good = 0; good < 10;) {
      int values[kValues];
      const int before = word_at(1, kCount, win);
      if (before % 2 != 0) continue;
      MPI_Get_accumulate(NULL, 0, MPI_INT, values, kValues, MPI_INT, 1, kData, kValues, MPI_INT, MPI_NO_OP, win);
      MPI_Win_flush(1, win);
      if (word_at(1, kCount, win) != before) continue;
      for (int i = 1; i < kValues; ++i) REQUIRE(values[i] == values[0]);
      ++good;
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
