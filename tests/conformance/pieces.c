/* 12.3: data in many pieces, in memory of each kind: the transfer must not depend on what the target does meanwhile,
 * and must not touch the memory between the pieces. */
#include "conformance.h"

enum { PIECES = 3000, LONGS = 4 * PIECES };

/* Every second and every fourth long. */
static MPI_Datatype every(int stride) {
  MPI_Datatype type;
  MPI_Type_vector(PIECES, 1, stride, MPI_LONG, &type);
  MPI_Type_commit(&type);
  return type;
}

static long* numbered(long first) {
  long* values = malloc(LONGS * sizeof(long));
  for (int i = 0; i < LONGS; ++i) values[i] = first + i;
  return values;
}

/* The longs of `memory` at multiples of `stride` are `first`, `first + step`, ...; the others 0. */
static int holds(const long* memory, int stride, long first, long step) {
  for (int i = 0; i < stride * PIECES; ++i) {
    long expected = i % stride == 0 ? first + i / stride * step : 0;
    if (memory[i] != expected) return 0;
  }
  return 1;
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  MPI_Datatype second = every(2), fourth = every(4);
  long* ours = numbered(100000 * rank);
  long* back = malloc(LONGS * sizeof(long));

  for (int flavor = 0; flavor < FLAVORS; ++flavor) {
    Window w = make_window(flavor, LONGS * sizeof(long), sizeof(long));
    long* memory = (long*)w.memory;

    CASE("12.3.1 everybody puts many pieces to his neighbour at once") {
      MPI_Win_fence(0, w.win);
      MPI_Put(ours, 1, second, next, at(&w, next, 0, 8), 1, fourth, w.win);
      MPI_Win_fence(0, w.win);
      CHECK(holds(memory, 4, 100000 * previous, 2));
      MPI_Win_fence(0, w.win);
    }

    CASE("12.3.2 everybody gets many pieces from his neighbour at once") {
      memset(back, 0, LONGS * sizeof(long));
      MPI_Win_fence(0, w.win);
      MPI_Get(back, 1, second, next, at(&w, next, 0, 8), 1, fourth, w.win);
      MPI_Win_fence(0, w.win);
      CHECK(holds(back, 2, 100000 * rank, 2));
    }

    CASE("12.3.4 everybody adds many pieces to rank 0's at once: no sum is lost") {
      long ones[2 * PIECES];
      for (int i = 0; i < 2 * PIECES; ++i) ones[i] = 1;
      MPI_Win_fence(0, w.win);
      for (int times = 0; times < 10; ++times) {
        MPI_Accumulate(ones, 1, second, 0, at(&w, 0, 0, 8), 1, fourth, MPI_SUM, w.win);
      }
      MPI_Win_fence(0, w.win);
      if (rank == 0) CHECK(holds(memory, 4, 100000 * previous + 10 * ranks, 2));
      MPI_Win_fence(0, w.win);
    }

    CASE("12.3.4 many pieces are fetched and replaced in one") {
      memset(back, 0, LONGS * sizeof(long));
      MPI_Win_fence(0, w.win);
      if (rank == 1) {
        MPI_Get_accumulate(ours, 1, second, back, 1, second, 0, at(&w, 0, 0, 8), 1, fourth, MPI_REPLACE, w.win);
      }
      MPI_Win_fence(0, w.win);
      if (rank == 1) CHECK(holds(back, 2, 100000 * (ranks - 1) + 10 * ranks, 2));
      if (rank == 0) CHECK(holds(memory, 4, 100000, 2));
    }

    CASE("12.7 many pieces arrive while their target computes, and what it stores between them stays") {
      volatile long* between = memory + 1;
      volatile long* told = memory + LONGS - 1;
      MPI_Win_fence(MPI_MODE_NOSUCCEED, w.win);
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 1) {
        long yes = 1;
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win);
        for (int times = 0; times < 50; ++times) {
          MPI_Put(ours, 1, second, 0, at(&w, 0, 0, 8), 1, fourth, w.win);
          MPI_Win_flush(0, w.win);
        }
        MPI_Accumulate(&yes, 1, MPI_LONG, 0, at(&w, 0, LONGS - 1, 8), 1, MPI_LONG, MPI_REPLACE, w.win);
        MPI_Win_unlock(0, w.win);
      } else if (rank == 0) {
        long rounds = 0;
        while (!*told) {
          ++rounds;
          for (int i = 0; i < 100; ++i) between[4 * i]++;
        }
        for (int i = 0; i < 100; ++i) {
          CHECK_EQUAL(between[4 * i], rounds);
          between[4 * i] = 0;
        }
        *told = 0;
        CHECK(holds(memory, 4, 100000, 2));
      }
    }
    drop_window(&w);
  }
  MPI_Type_free(&second);
  MPI_Type_free(&fourth);
  free(ours);
  free(back);
  return end();
}
