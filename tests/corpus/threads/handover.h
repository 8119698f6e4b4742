// For the programs of this folder: a window whose part on each rank holds 100 + i at element i, one element fetched
// from the neighbor, and a thread that wants it.
#ifndef FENCEPOST_TESTS_HANDOVER_H
#define FENCEPOST_TESTS_HANDOVER_H

#include "corpus.h"

enum { ELEMENTS = 64 };
static MPI_Win window;
static int box[ELEMENTS];  // what was fetched

static inline void start_handovers(void) {
  int provided;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int* memory = make_window(&window, ELEMENTS);
  for (int i = 0; i < ELEMENTS; i++) memory[i] = 100 + i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, window);
  // Loads and stores of a buffer are seen from its first use on.
  MPI_Get(box, ELEMENTS, MPI_INT, rank, 0, ELEMENTS, MPI_INT, window);
  MPI_Win_flush(rank, window);
  for (int i = 0; i < ELEMENTS; i++) box[i] = 0;
}

static inline int end_handovers(void) {
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  return end_mpi();
}

// FETCH(i) … FLUSH: then it is there.
#define FETCH(i) MPI_Get(&box[i], 1, MPI_INT, (rank + 1) % ranks, (i), 1, MPI_INT, window)
#define FLUSH MPI_Win_flush((rank + 1) % ranks, window)
#define TAKE(i) REQUIRE(box[i] == 100 + (i))
#define PEEK(i) (void)*(volatile int*)&box[i]  // whatever is there

#endif
