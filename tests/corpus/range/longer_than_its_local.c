// What is moved is longer than the local variable that its buffer begins in: of the function that calls, of a block in
// it, of a caller, of one that calls itself. A window over one, too. (Without our pass clang's debug information leaves
// out where most of them are, once it has optimized.)
// finds: scalar FP-RANGE-009
// finds: array FP-RANGE-009
// finds: middle FP-RANGE-009
// finds: block FP-RANGE-009
// finds: caller FP-RANGE-009
// finds: deep FP-RANGE-009
// finds: window FP-RANGE-009
// says: but the variable one has 4 bytes
// says: but the variable four has 16 bytes
// says: but the variable of_caller has 40 bytes
// plain: found
// KNOWN GAP: with hooks: the debug information leaves out where variables are
#include "corpus.h"

typedef struct {
  int head[2], row[6];
} Halo;

static MPI_Win win;

// Whoever looks at these from elsewhere keeps them in memory.
static void* volatile seen;

static void put_what_it_is_given(const int* buffer, int count) {
  MPI_Put(buffer, count, MPI_INT, 1, 100, count, MPI_INT, win);  // FINDS(caller)
}

static int put_deep(int depth) {
  short here[3] = {1, 2, 3};
  seen = here;
  if (depth > 0) return put_deep(depth - 1) + here[0];
  MPI_Put(here, 4, MPI_SHORT, 1, 200, 4, MPI_SHORT, win);  // FINDS(deep)
  MPI_Win_flush_local(1, win);
  return here[1];
}

int main(void) {
  MPI_Win over;
  int one = 1, four[4] = {1, 2, 3, 4}, of_caller[10] = {0}, window[5] = {0};
  Halo halo = {{0}, {0}};
  start_mpi();
  make_window(&win, 1000);
  seen = &one, seen = four, seen = of_caller, seen = &halo;
  MPI_Win_create(window, sizeof window + 4, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &over);  // FINDS(window)
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(&one, 2, MPI_INT, 1, 0, 2, MPI_INT, win);            // FINDS(scalar)
    MPI_Put(four, 5, MPI_INT, 1, 10, 5, MPI_INT, win);           // FINDS(array)
    MPI_Put(&halo.row[2], 5, MPI_INT, 1, 20, 5, MPI_INT, win);   // FINDS(middle)
    {
      char in_block[3] = "ab";
      seen = in_block;
      MPI_Put(in_block, 4, MPI_CHAR, 1, 40, 4, MPI_CHAR, win);  // FINDS(block)
      MPI_Win_flush(1, win);
    }
    put_what_it_is_given(of_caller, 11);
    MPI_Win_flush(1, win);
    put_deep(3);
    MPI_Win_unlock(1, win);
  }
  MPI_Win_free(&over);
  MPI_Win_free(&win);
  return end_mpi();
}
