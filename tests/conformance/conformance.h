/* What the conformance programs share. A program is a list of cases, each about one sentence of MPI-4.1, chapter 12:
 *
 *   CASE("12.3.1 a put to MPI_PROC_NULL has no effect") {
 *     ...
 *     CHECK(value == 3);
 *   }
 *
 * All ranks run all cases in the same order. A check that fails says where, and the program fails at its end. */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include <mpi.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int rank, ranks;
static int failures, failures_of_case, cases;
static const char* sentence;

#define CASE(text) for (int once_ = begin_case(text); once_; once_ = end_case())

#define CHECK(condition)                                                                                     \
  do {                                                                                                       \
    if (!(condition)) {                                                                                      \
      if (failures_of_case++ < 3)                                                                            \
        fprintf(stderr, "%s:%d: rank %d: %s: not so: %s\n", __FILE__, __LINE__, rank, sentence, #condition); \
    }                                                                                                        \
  } while (0)

#define CHECK_EQUAL(a, b)                                                                                          \
  do {                                                                                                             \
    long long left_ = (long long)(a), right_ = (long long)(b);                                                     \
    if (left_ != right_ && failures_of_case++ < 3)                                                                 \
      fprintf(stderr, "%s:%d: rank %d: %s: %s is %lld, not %lld\n", __FILE__, __LINE__, rank, sentence, #a, left_, \
              right_);                                                                                             \
  } while (0)

static inline int begin_case(const char* text) {
  sentence = text;
  failures_of_case = 0;
  ++cases;
  if (getenv("CONFORMANCE_VERBOSE") && rank == 0) fprintf(stderr, "%s\n", text);
  return 1;
}

static inline int end_case(void) {
  failures += failures_of_case;
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}

static inline void begin(int* argc, char*** argv) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

static inline int end(void) {
  int all = 0;
  MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d cases, %d failed checks\n", cases, all);
  MPI_Finalize();
  return all != 0;
}

/* The same window in each flavour that has memory of its own. */
enum { CREATE, ALLOCATE, SHARED, DYNAMIC, FLAVORS };

typedef struct {
  MPI_Win win;
  char* memory;
  MPI_Aint bytes;
  int flavor;
  MPI_Aint* bases; /* displacement of each rank's memory (0 but for dynamic windows) */
} Window;

static inline Window make_window(int flavor, MPI_Aint bytes, int unit) {
  Window w;
  memset(&w, 0, sizeof w);
  w.flavor = flavor;
  w.bytes = bytes;
  w.bases = calloc((size_t)ranks, sizeof *w.bases);
  if (flavor == CREATE) {
    w.memory = malloc((size_t)bytes + 1);
    MPI_Win_create(w.memory, bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.win);
  } else if (flavor == ALLOCATE) {
    MPI_Win_allocate(bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.memory, &w.win);
  } else if (flavor == SHARED) {
    MPI_Win_allocate_shared(bytes, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &w.memory, &w.win);
  } else {
    MPI_Aint address;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &w.win);
    w.memory = malloc((size_t)bytes + 1);
    MPI_Win_attach(w.win, w.memory, bytes);
    MPI_Get_address(w.memory, &address);
    MPI_Allgather(&address, 1, MPI_AINT, w.bases, 1, MPI_AINT, MPI_COMM_WORLD);
  }
  memset(w.memory, 0, (size_t)bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  return w;
}

/* Displacement of element `index` of `unit` bytes at `target`. */
static inline MPI_Aint at(const Window* w, int target, MPI_Aint index, int unit) {
  return w->flavor == DYNAMIC ? w->bases[target] + index * unit : index;
}

static inline void drop_window(Window* w) {
  if (w->flavor == DYNAMIC) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(w->win, w->memory);
  }
  MPI_Win_free(&w->win);
  if (w->flavor == CREATE || w->flavor == DYNAMIC) free(w->memory);
  free(w->bases);
}

#endif
