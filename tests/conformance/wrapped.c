/* A program with its own functions around some of MPI's, which call MPI by its PMPI names. */
#include "conformance.h"

static int created, put;

int MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  ++created;
  return PMPI_Win_create(base, size, unit, info, comm, win);
}
int MPI_Put(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint displacement, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
  ++put;
  return PMPI_Put(origin, count, type, target, displacement, target_count, target_type, win);
}

static void put_to_the_right(MPI_Win win, const long* memory) {
  const long value = rank + 1;
  long fetched = 0;
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_LONG, right, 2, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  CHECK_EQUAL(memory[2], left + 1);
  MPI_Get(&fetched, 1, MPI_LONG, right, 2, 1, MPI_LONG, win);
  MPI_Win_fence(0, win);
  CHECK_EQUAL(fetched, rank + 1);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  CASE("15.2 a window made past the entry point is used through it and past it") {
    long memory[4] = {0};
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    put_to_the_right(win, memory);
    MPI_Win_free(&win);
    CHECK(win == MPI_WIN_NULL);
    CHECK_EQUAL(created, 1);
  }
  CASE("15.2 a window made through the entry point is used past it") {
    long* memory;
    MPI_Win win;
    MPI_Win_allocate(4 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    put_to_the_right(win, memory);
    MPI_Win_free(&win);
    CHECK_EQUAL(put, 2);
  }
  return end();
}
