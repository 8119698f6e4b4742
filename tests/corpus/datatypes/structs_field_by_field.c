// Everybody accumulates to one field of an array of structs, the owner stores to the other one.
// ranks: 3
#include "corpus.h"

#include <stddef.h>

typedef struct {
  int count;
  double sum;
} Entry;

int main(void) {
  MPI_Win win;
  Entry* entries;
  MPI_Datatype element, counts;
  start_mpi();
  MPI_Win_allocate(4 * sizeof(Entry), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &entries, &win);
  for (int i = 0; i < 4; i++) entries[i] = (Entry){0, 0};
  MPI_Type_create_resized(MPI_INT, 0, sizeof(Entry), &element);
  MPI_Type_contiguous(4, element, &counts);
  MPI_Type_commit(&counts);
  MPI_Type_free(&element);
  int ones[4] = {1, 1, 1, 1};
  MPI_Win_fence(0, win);
  MPI_Accumulate(ones, 4, MPI_INT, 0, offsetof(Entry, count), 1, counts, MPI_SUM, win);
  if (rank == 0) {
    for (int i = 0; i < 4; i++) entries[i].sum = 0.5 * i;
  }
  MPI_Win_fence(0, win);
  for (int i = 0; i < 4; i++) REQUIRE(rank > 0 || (entries[i].count == ranks && entries[i].sum == 0.5 * i));
  MPI_Type_free(&counts);
  MPI_Win_free(&win);
  return end_mpi();
}
