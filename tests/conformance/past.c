/* A program that calls some functions by their PMPI names. */
#include "conformance.h"

static void put_to_the_right(MPI_Win win, const long* memory) {
  const long value = rank + 1;
  long fetched = 0;
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Win_fence(0, win);
  PMPI_Put(&value, 1, MPI_LONG, right, 2, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  CHECK_EQUAL(memory[2], left + 1);
  MPI_Get(&fetched, 1, MPI_LONG, right, 2, 1, MPI_LONG, win);
  PMPI_Win_fence(0, win);
  CHECK_EQUAL(fetched, rank + 1);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  CASE("15.2 what is made by a second name is used by both, and the other way round") {
    long* memory;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    put_to_the_right(win, memory);
    MPI_Win_free(&win);
    PMPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    put_to_the_right(win, memory);
    MPI_Win_free(&win);
  }
  return end();
}
