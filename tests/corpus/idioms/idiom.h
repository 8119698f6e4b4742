// The building blocks of protocols with words in a window: only atomic operations use each word.
#ifndef FENCEPOST_TESTS_IDIOM_H
#define FENCEPOST_TESTS_IDIOM_H

#include "corpus.h"

static inline int word_at(int owner, int place, MPI_Win win) {
  int value;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, owner, place, MPI_NO_OP, win);
  MPI_Win_flush(owner, win);
  return value;
}

static inline void set_word(int value, int owner, int place, MPI_Win win) {
  MPI_Accumulate(&value, 1, MPI_INT, owner, place, 1, MPI_INT, MPI_REPLACE, win);
  MPI_Win_flush(owner, win);
}

// Returns the previous value.
static inline int add_to_word(int value, int owner, int place, MPI_Win win) {
  int before;
  MPI_Fetch_and_op(&value, &before, MPI_INT, owner, place, MPI_SUM, win);
  MPI_Win_flush(owner, win);
  return before;
}

static inline int exchange_word(int value, int owner, int place, MPI_Win win) {
  int before;
  MPI_Fetch_and_op(&value, &before, MPI_INT, owner, place, MPI_REPLACE, win);
  MPI_Win_flush(owner, win);
  return before;
}

static inline int swap_word(int expected, int value, int owner, int place, MPI_Win win) {
  int before;
  MPI_Compare_and_swap(&value, &expected, &before, MPI_INT, owner, place, win);
  MPI_Win_flush(owner, win);
  return before == expected;
}

// What a lock protects: a plain read and a plain write.
static inline void increment(int owner, int place, MPI_Win win) {
  int value;
  MPI_Get(&value, 1, MPI_INT, owner, place, 1, MPI_INT, win);
  MPI_Win_flush(owner, win);
  ++value;
  MPI_Put(&value, 1, MPI_INT, owner, place, 1, MPI_INT, win);
  MPI_Win_flush(owner, win);
}

#endif
