// A resized type that nobody has named is described, not called by the name that the MPI library gave it.
// finds: race FP-RACE-002
// says: 2 × (MPI_INT resized to extent 8 bytes) at displacement 0
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Datatype apart;
  start_mpi();
  int* memory = make_window(&win, 4);
  const int values[4] = {1, 2, 3, 4};
  MPI_Type_create_resized(MPI_INT, 0, 8, &apart);
  MPI_Type_commit(&apart);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  if (rank == 0) MPI_Put(values, 2, apart, 1, 0, 2, apart, win);  // FINDS(race:put)
  if (rank == 1) memory[2] = 7;                                    // FINDS(race:store)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Type_free(&apart);
  MPI_Win_free(&win);
  return end_mpi();
}
