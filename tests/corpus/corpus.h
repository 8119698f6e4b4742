// For the programs of the corpus: a check of their own result that does not depend on NDEBUG.
#ifndef FENCEPOST_TESTS_CORPUS_H
#define FENCEPOST_TESTS_CORPUS_H

#include <mpi.h>
#include <stdio.h>

// Ends the job with status 1 if the condition does not hold. One line, so that its loads are at the line of the use.
#define REQUIRE(condition)                                                          \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__, __LINE__, #condition); \
      MPI_Abort(MPI_COMM_WORLD, 1);                                                 \
    }                                                                               \
  } while (0)

#endif
