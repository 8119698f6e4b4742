// A function called before the fence reads the results of gets: the call of that function must move.
// finds: race FP-RACE-005
// says: Move the call of sum_of at read_by_a_function_before_the_fence.c:25 after MPI_Win_fence at read_by_a_function_before_the_fence.c:27
#include "corpus.h"

static int sum_of(const int* values, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++)
    if (values[i] >= 0) sum += values[i];  // FINDS(race:load)
  return sum;
}

int main(void) {
  MPI_Win win;
  int values[8], sum;
  start_mpi();
  int* memory = make_window(&win, 8);
  for (int i = 0; i < 8; i++) memory[i] = 10 * rank + i;
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4 + rank; i++) MPI_Get(&values[i], 1, MPI_INT, (rank + 1) % ranks, i, 1, MPI_INT, win);  // FINDS(race:get)
#ifdef MENDED
  MPI_Win_fence(0, win);
  sum = sum_of(values, 4 + rank);
#else
  sum = sum_of(values, 4 + rank);

  MPI_Win_fence(0, win);
#endif
  REQUIRE(sum >= 0);
  MPI_Win_free(&win);
  return end_mpi();
}
