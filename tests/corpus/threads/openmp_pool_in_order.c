// Teams within teams whose threads the runtime may take from one pool: each uses memory of its own threads, and what
// the one that began it made.
// flags: -fopenmp
// ranks: 1
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "handover.h"

static __thread int of_thread[2];
static int sums[2];
#pragma omp threadprivate(sums)

static void fetch_into(int* place, int i) {
  MPI_Get(place, 1, MPI_INT, rank, i, 1, MPI_INT, window);
  MPI_Win_flush(rank, window);
  REQUIRE(*place == 100 + i);
}

static void work(int team, int round) {
  int from_creator[4], results[2] = {0, 0};
  fetch_into(&from_creator[1], round % ELEMENTS);
#pragma omp parallel num_threads(2)
  {
    int on_stack;
    int* on_heap = malloc(sizeof *on_heap);
    fetch_into(&on_stack, 1);
    fetch_into(on_heap, 2);
    fetch_into(&of_thread[1], 3);
    sums[0] = of_thread[1] + *on_heap + on_stack;
    free(on_heap);
#pragma omp for
    for (int i = 0; i < 2; i++) results[i] = from_creator[1];
#pragma omp single
    fetch_into(&from_creator[2], team);
#pragma omp task shared(from_creator)
    {
      int local;
      fetch_into(&local, 5);
    }
#pragma omp taskwait
    if (omp_get_thread_num() == 1) fetch_into(&from_creator[3], 4);
  }
  REQUIRE(results[0] == from_creator[1] && results[1] == from_creator[1]);
  REQUIRE(from_creator[2] == 100 + team && from_creator[3] == 104);
}

int main(void) {
  start_handovers();
  omp_set_dynamic(0);
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(3)
  for (int round = 0; round < 9; round++) work(omp_get_thread_num(), round);
  return end_handovers();
}
