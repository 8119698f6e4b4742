/* Times of one-sided operations, to be run with and without Fencepost: `compare` runs it both ways and prints ratios.
 *
 *   rma_bench [SECONDS_PER_CASE [quick]]     one line per case: NAME SIZE MICROSECONDS (the best of several rounds)
 *
 * quick: only where all ranks take part
 *
 * Two or more ranks; rank 0 times. The other ranks wait in a barrier, so that what they do not do is not measured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

static int rank, ranks;
static double budget = 0.02;

/* One case: `batch` repetitions per call. */
typedef void (*work)(MPI_Win window, char* buffer, int size, int batch);

static double best_time(work run, MPI_Win window, char* buffer, int size) {
  double best = 1e9, start = MPI_Wtime(), spent;
  int batch = 1;
  run(window, buffer, size, 1); /* warm */
  for (int rounds = 0; rounds < 4 || MPI_Wtime() - start < budget; ++rounds) {
    double begin = MPI_Wtime();
    run(window, buffer, size, batch);
    spent = MPI_Wtime() - begin;
    if (spent / batch < best) best = spent / batch;
    if (spent < budget / 20 && batch < 1000000) batch *= 2;
    if (MPI_Wtime() - start > 5 * budget) break;
  }
  return best * 1e6;
}

static void put_flush(MPI_Win w, char* b, int size, int batch) {
  for (int i = 0; i < batch; ++i) {
    MPI_Put(b, size, MPI_BYTE, 1, 0, size, MPI_BYTE, w);
    MPI_Win_flush(1, w);
  }
}
static void get_flush(MPI_Win w, char* b, int size, int batch) {
  for (int i = 0; i < batch; ++i) {
    MPI_Get(b, size, MPI_BYTE, 1, 0, size, MPI_BYTE, w);
    MPI_Win_flush(1, w);
  }
}
static void put_rate(MPI_Win w, char* b, int size, int batch) {
  for (int i = 0; i < batch; ++i) {
    MPI_Put(b, size, MPI_BYTE, 1, (i % 64) * size, size, MPI_BYTE, w);
    if (i % 64 == 63) MPI_Win_flush(1, w);
  }
  MPI_Win_flush(1, w);
}
static void random_gets(MPI_Win w, char* b, int size, int batch) {
  unsigned seed = 1;
  for (int i = 0; i < batch; ++i) {
    seed = seed * 1664525u + 1013904223u;
    MPI_Get(b + (i % 64) * size, size, MPI_BYTE, 1, (seed >> 12) / 8 * 8, size, MPI_BYTE, w);
    if (i % 64 == 63) MPI_Win_flush(1, w);
  }
  MPI_Win_flush(1, w);
}
static void accumulate_flush(MPI_Win w, char* b, int size, int batch) {
  for (int i = 0; i < batch; ++i) {
    MPI_Accumulate(b, size / 8, MPI_LONG, 1, 0, size / 8, MPI_LONG, MPI_SUM, w);
    MPI_Win_flush(1, w);
  }
}
static void fetch_and_op_flush(MPI_Win w, char* b, int size, int batch) {
  (void)size;
  for (int i = 0; i < batch; ++i) {
    MPI_Fetch_and_op(b, b + 8, MPI_LONG, 1, 0, MPI_SUM, w);
    MPI_Win_flush(1, w);
  }
}
static void compare_and_swap_flush(MPI_Win w, char* b, int size, int batch) {
  (void)size;
  for (int i = 0; i < batch; ++i) { /* of ints: Open MPI 4.1.4 crashes on 64 bits */
    MPI_Compare_and_swap(b, b + 8, b + 16, MPI_INT, 1, 0, w);
    MPI_Win_flush(1, w);
  }
}
static void strided_put_flush(MPI_Win w, char* b, int size, int batch) {
  MPI_Datatype column;
  MPI_Type_vector(size / 8, 1, 2, MPI_LONG, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < batch; ++i) {
    MPI_Put(b, 1, column, 1, 0, 1, column, w);
    MPI_Win_flush(1, w);
  }
  MPI_Type_free(&column);
}

static void lock_put_unlock(MPI_Win w, char* b, int size, int batch) {
  (void)size;
  for (int i = 0; i < batch; ++i) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w);
    MPI_Put(b, 8, MPI_BYTE, 1, 0, 8, MPI_BYTE, w);
    MPI_Win_unlock(1, w);
  }
}

static void report(const char* name, int size, double time) {
  if (rank == 0) printf("%s %d %.4f\n", name, size, time);
  fflush(stdout);
}

static void passive(const char* kind, MPI_Win w, char* buffer) {
  static const struct {
    const char* name;
    work run;
    int smallest, largest;
  } kCases[] = {
      {"put_flush", put_flush, 8, 4 << 20},
      {"get_flush", get_flush, 8, 4 << 20},
      {"put_rate", put_rate, 8, 8},
      {"random_gets", random_gets, 8, 8},
      {"accumulate", accumulate_flush, 8, 65536},
      {"fetch_and_op", fetch_and_op_flush, 8, 8},
      {"compare_and_swap", compare_and_swap_flush, 4, 4},
      {"strided_put", strided_put_flush, 4096, 65536},
  };
  char name[64];
  if (rank == 0) MPI_Win_lock_all(0, w);
  for (unsigned i = 0; i < sizeof kCases / sizeof *kCases; ++i) {
    for (int size = kCases[i].smallest; size <= kCases[i].largest; size *= 16) {
      if (rank == 0) {
        snprintf(name, sizeof name, "%s/%s", kind, kCases[i].name);
        report(name, size, best_time(kCases[i].run, w, buffer, size));
      }
      if (kCases[i].smallest == kCases[i].largest) break;
    }
  }
  if (rank == 0) MPI_Win_unlock_all(w);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    snprintf(name, sizeof name, "%s/lock_put_unlock", kind);
    report(name, 8, best_time(lock_put_unlock, w, buffer, 1));
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Everybody takes part, in rounds of the same length: the best round as rank 0 sees it. */
static MPI_Group to, from;
static int next;
static void fence_put(MPI_Win w, char* buffer) {
  MPI_Put(buffer, 8, MPI_BYTE, next, 0, 8, MPI_BYTE, w);
  MPI_Win_fence(0, w);
}
static void pscw_ring(MPI_Win w, char* buffer) {
  MPI_Win_post(from, 0, w);
  MPI_Win_start(to, 0, w);
  MPI_Put(buffer, 8, MPI_BYTE, next, 0, 8, MPI_BYTE, w);
  MPI_Win_complete(w);
  MPI_Win_wait(w);
}
static void contended_lock(MPI_Win w, char* buffer) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
  MPI_Put(buffer, 8, MPI_BYTE, 0, 0, 8, MPI_BYTE, w);
  MPI_Win_unlock(0, w);
}

static void together(const char* kind, const char* what, void (*step)(MPI_Win, char*), MPI_Win w, char* buffer) {
  enum { ROUNDS = 20, STEPS = 25 };
  char name[64];
  double best = 1e9;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < ROUNDS; ++round) {
    double start = MPI_Wtime();
    for (int i = 0; i < STEPS; ++i) step(w, buffer);
    double spent = (MPI_Wtime() - start) / STEPS;
    if (spent < best) best = spent;
  }
  snprintf(name, sizeof name, "%s/%s", kind, what);
  report(name, 8, best * 1e6);
}

static void active(const char* kind, MPI_Win w, char* buffer) {
  int previous = (rank + ranks - 1) % ranks;
  MPI_Group all;
  next = (rank + 1) % ranks;
  MPI_Win_get_group(w, &all);
  MPI_Group_incl(all, 1, &next, &to);
  MPI_Group_incl(all, 1, &previous, &from);
  MPI_Win_fence(0, w);
  together(kind, "fence_put", fence_put, w, buffer);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, w);
  together(kind, "pscw_ring", pscw_ring, w, buffer);
  together(kind, "contended_lock", contended_lock, w, buffer);
  MPI_Group_free(&all);
  MPI_Group_free(&to);
  MPI_Group_free(&from);
}

int main(int argc, char** argv) {
  const int size = 8 << 20;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 1) budget = atof(argv[1]);
  if (ranks < 2) MPI_Abort(MPI_COMM_WORLD, 1);
  char* buffer = calloc(1, (size_t)size);
  char* memory;
  MPI_Win window;
  MPI_Win_allocate(size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  memset(memory, 0, (size_t)size);
  MPI_Barrier(MPI_COMM_WORLD);
  int quick = argc > 2 && strcmp(argv[2], "quick") == 0;
  if (!quick) passive("allocate", window, buffer);
  active("allocate", window, buffer);
  MPI_Win_free(&window);
  memory = calloc(1, (size_t)size);
  MPI_Win_create(memory, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  if (!quick) passive("create", window, buffer);
  active("create", window, buffer);
  MPI_Win_free(&window);
  free(memory);
  free(buffer);
  MPI_Finalize();
  return 0;
}
