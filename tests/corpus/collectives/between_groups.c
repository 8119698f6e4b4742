// Producers and consumers are two groups. A barrier of the intercommunicator orders all of them; a broadcast from the
// first producer does not order the second one's put before the consumers.
// ranks: 4
// finds: other FP-RACE-002
#include "corpus.h"

int main(void) {
  MPI_Comm group, between;
  MPI_Win win;
  start_mpi();
  const int half = ranks / 2, produces = rank < half;
  MPI_Comm_split(MPI_COMM_WORLD, produces, rank, &group);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, produces ? half : 0, 11, &between);
  int* memory = make_window(&win, 2);
  MPI_Win_lock_all(0, win);
  int word = 1, all;
  if (produces) {
    const int values[] = {rank, rank};
    MPI_Put(&values[0], 1, MPI_INT, half + rank, 0, 1, MPI_INT, win);
    MPI_Win_flush_all(win);
    MPI_Barrier(between);
    MPI_Allreduce(&word, &all, 1, MPI_INT, MPI_SUM, between);  // the consumers are done
    MPI_Put(&values[0], 1, MPI_INT, half + rank, 0, 1, MPI_INT, win);
    MPI_Put(&values[1], 1, MPI_INT, half + rank, 1, 1, MPI_INT, win);  // FINDS(other:put)
    MPI_Win_flush_all(win);
    MPI_Bcast(&word, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, between);
  } else {
    MPI_Barrier(between);
    REQUIRE(memory[0] == rank - half);
    MPI_Allreduce(&word, &all, 1, MPI_INT, MPI_SUM, between);
    MPI_Bcast(&word, 1, MPI_INT, 0, between);
    printf("%d\n", memory[1]);  // FINDS(other:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&between);
  MPI_Comm_free(&group);
  return end_mpi();
}
