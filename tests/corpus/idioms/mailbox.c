// A process that has seen the flag may store to it and to the data, until it changes the flag itself.
#include "idiom.h"

enum { kFull, kEmptied, kData, kValues = 8, kWords = kData + kValues };

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, kWords);
  MPI_Win_lock_all(0, win);
  for (int letter = 1; letter <= 10; ++letter) {
    if (rank == 0) {
      int values[kValues];
      for (int i = 0; i < kValues; ++i) values[i] = letter;
      MPI_Put(values, kValues, MPI_INT, 1, kData, kValues, MPI_INT, win);
      MPI_Win_flush(1, win);
      set_word(letter, 1, kFull, win);
      while (word_at(0, kEmptied, win) != letter) continue;
    } else {
      while (word_at(1, kFull, win) != letter) continue;
      MPI_Win_sync(win);
      for (int i = 0; i < kValues; ++i) {
        REQUIRE(memory[kData + i] == letter);
        memory[kData + i] = 0;
      }
      memory[kFull] = 0;
      MPI_Win_sync(win);
      set_word(letter, 0, kEmptied, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
