// A program that calls none of its own functions after MPI_Init: the report still says what its build does not show.
// finds: race FP-RACE-002
// says: 2 ranks, 1 RMA operation, 1 load or store
// says: with gcc-hooks: the hooks of -fsanitize=thread
// says: with hooks: the hooks of -fsanitize=thread
#include <mpi.h>
#include <stddef.h>

static int memory[4];

int main(void) {
  int rank, value = 7;
  MPI_Win win;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) memory[0] = 8;                                       // FINDS(race:store)
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
