// Chunks of a loop that one thread runs one after the other. On memory of a window nothing orders them: any thread could
// run them. On memory that the thread got from an allocator and that belongs to no window, they are in turn.
// flags: -fopenmp
// ranks: 1
// finds: created FP-RACE
// finds: attached FP-RACE
#include "corpus.h"

#include <omp.h>
#include <stdlib.h>

#define PUT(from, at) MPI_Put(from, 1, MPI_INT, 0, at, 1, MPI_INT, target), MPI_Win_flush(0, target)

int main(void) {
  start_mpi();
  MPI_Win target, created, dynamic;
  make_window(&target, 16);
  int *part = calloc(16, sizeof *part), *region = calloc(16, sizeof *region), *scratch = calloc(16, sizeof *scratch);
  MPI_Win_create(part, 16 * sizeof *part, sizeof *part, MPI_INFO_NULL, MPI_COMM_WORLD, &created);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, region, 16 * sizeof *region);
  MPI_Win_lock_all(0, target);
  PUT(scratch, 0);  // (from its first use on, its loads and stores are seen)
  omp_set_dynamic(0);
  omp_set_num_threads(1);
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 6; i++) {
    if (i == 0) part[0] = 1;           // FINDS(created:store)
    if (i == 1) PUT(part, 1);          // FINDS(created:put)
    if (i == 2) region[0] = 1;         // FINDS(attached:store)
    if (i == 3) PUT(region, 2);        // FINDS(attached:put)
    if (i == 4) scratch[0] = 1;
    if (i == 5) PUT(scratch, 3);
  }
  MPI_Win_unlock_all(target);
  MPI_Win_detach(dynamic, region);
  MPI_Win_free(&dynamic);
  MPI_Win_free(&created);
  MPI_Win_free(&target);
  free(part);
  free(region);
  free(scratch);
  return end_mpi();
}
