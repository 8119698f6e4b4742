// For the programs of the corpus: what each of them would otherwise begin with.
#ifndef FENCEPOST_TESTS_CORPUS_H
#define FENCEPOST_TESTS_CORPUS_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, ranks;  // of MPI_COMM_WORLD

static inline void start_mpi(void) {
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

// A window of `count` ints on every process, all 0, displacement unit 4; nobody is still busy with it on return.
static inline int* make_window(MPI_Win* win, int count) {
  int* memory;
  MPI_Aint bytes = (count * (MPI_Aint)sizeof(int) + 15) / 16 * 16;  // MPICH 4.0 needs multiples of 16 when it runs natively
  MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, win);
  for (int i = 0; i < count; i++) memory[i] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  return memory;
}

static inline int end_mpi(void) {
  MPI_Finalize();
  return 0;
}

// Ends the job with status 1 if the condition does not hold. Its loads are at the line of its use.
#define REQUIRE(condition)                                                          \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                 \
    }                                                                               \
  } while (0)

#endif
