// A request-based operation between fences: told, and carried out. It races, its data arrives, its request completes.
// finds: passive FP-EPOCH-015
// finds: race FP-RACE
#include "corpus.h"

int main(void) {
  MPI_Win win;
  int value = 7;
  MPI_Request request;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // FINDS(passive, race)
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    memory[0] = 1;  // FINDS(race)
  }
  MPI_Win_fence(0, win);
  if (rank == 1) REQUIRE(memory[0] == 7 || memory[0] == 1);
  MPI_Win_free(&win);
  return end_mpi();
}
