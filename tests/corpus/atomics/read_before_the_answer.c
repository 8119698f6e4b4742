// A rank asks by an atomic operation, and another one answers with a put for which nobody waits. The question does not
// announce the data that is read: its reader must wait for the answer.
// ranks: 2
// finds: race FP-RACE-002
// says: fix Move the load of rank 1 at read_before_the_answer.c:28 after MPI_Barrier at read_before_the_answer.c:30
// says: or if the load of rank 1 at read_before_the_answer.c:28 is meant to come first, move it before MPI_Accumulate at read_before_the_answer.c:25
#include "corpus.h"

int main(void) {
  MPI_Win asks, data;
  int one = 1, asked = 0, value = 42, sum = 0;
  start_mpi();
  make_window(&asks, 1);
  int* memory = make_window(&data, 1);
  MPI_Win_lock_all(0, asks);
  MPI_Win_lock_all(0, data);
  if (rank == 0) {
    while (asked == 0) {
      MPI_Fetch_and_op(NULL, &asked, MPI_INT, 0, 0, MPI_NO_OP, asks);
      MPI_Win_flush(0, asks);
    }
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, data);  // FINDS(race:put)
    MPI_Win_flush(1, data);
  } else {
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, asks);
    MPI_Win_flush(0, asks);
    MPI_Win_sync(data);
    sum += memory[0];  // FINDS(race:load)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(data);
  MPI_Win_unlock_all(asks);
  MPI_Win_free(&data);
  MPI_Win_free(&asks);
  return sum > 42 ? 1 : end_mpi();
}
