// Up to the last byte of local variables, on from one member to the next, rows of an array of arrays, memory of alloca
// and arrays whose length is computed, and variables that lie where others have been.
// near: FP-RANGE-009
// flags: -std=gnu11
#include <alloca.h>
#include <string.h>

#include "corpus.h"

typedef struct {
  int head[2], row[6];
} Halo;

static MPI_Win win;
static void* volatile seen;

static void put(const void* buffer, int bytes, int place) {
  MPI_Put(buffer, bytes, MPI_BYTE, 1, place, bytes, MPI_BYTE, win);
}

static void put_computed(int count) {
  int computed[count];
  char* const more = alloca((size_t)count * 8);
  for (int i = 0; i < count; ++i) computed[i] = i;
  memset(more, 1, (size_t)count * 8);
  put(computed, count * 4, 100);
  put(more, count * 8, 120);
  MPI_Win_flush(1, win);
}

static int put_deep(int depth) {
  int here[3] = {depth, 2, 3};
  seen = here;
  put(here, 12, 40);
  MPI_Win_flush(1, win);
  return depth > 0 ? put_deep(depth - 1) + here[0] : here[1];
}

int main(void) {
  MPI_Win over;
  int one = 1, grid[8][8], window[5] = {0};
  Halo halo = {{0}, {0}};
  start_mpi();
  make_window(&win, 1000);
  memset(grid, 0, sizeof grid);
  MPI_Win_create(window, sizeof window, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &over);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Put(halo.head, 8, MPI_INT, 1, 10, 8, MPI_INT, win);
    MPI_Put(grid[2], 48, MPI_INT, 1, 40, 48, MPI_INT, win);
    MPI_Win_flush(1, win);
    for (int i = 0; i < 2; ++i) {
      {
        int first = i;
        seen = &first;
        put(&first, sizeof first, 400);
        MPI_Win_flush(1, win);
      }
      {
        char second[40];
        memset(second, i, sizeof second);
        put(second, sizeof second, 400);
        MPI_Win_flush(1, win);
      }
      int third = i;  // of a scope that begins before it
      seen = &third;
      put(&third, sizeof third, 400);
      MPI_Win_flush(1, win);
    }
    int unused_yet;
    {
      put((int[]){1, 2, 3, 4, 5, 6}, 24, 400);
      MPI_Win_flush(1, win);
    }
    unused_yet = rank;
    seen = &unused_yet;
    put(&unused_yet, sizeof unused_yet, 400);
    MPI_Win_flush(1, win);
    put_computed(4);
    put_deep(20);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&over);
  MPI_Win_free(&win);
  return end_mpi();
}
