// One mistake, made `count` times. With `ordered`: as many operations of the same kind, each complete before the next.
//
// usage: repeated KIND COUNT [ordered]
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

enum { kLong = 100 };

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "put";
  const int count = argc > 2 ? atoi(argv[2]) : 1000, ordered = argc > 3;
  int rank, *memory, values[kLong] = {0}, old, expected = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate((MPI_Aint)(count + kLong) * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < count && rank == 0; ++i) {
    if (strcmp(kind, "put") == 0) MPI_Put(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (strcmp(kind, "sliding") == 0) MPI_Put(values, kLong, MPI_INT, 1, i, kLong, MPI_INT, win);
    if (strcmp(kind, "result") == 0) MPI_Compare_and_swap(values, &expected, &old, MPI_INT, 1, 0, win);
    if (strcmp(kind, "origin") == 0) {
      values[0] = i;
      MPI_Put(values, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    }
    if (ordered) MPI_Win_flush(1, win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
