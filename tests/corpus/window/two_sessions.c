// Two parts of a program, each with its session, work on one machine's memory: what one synchronizes orders for the other
// as well, but not before the put is complete.
// ranks: 2
// mpi: mpich (Open MPI 4 has no sessions)
// finds: early FP-RACE-002
#include "sessions.h"

int main(void) {
  MPI_Session data, control;
  MPI_Win win;
  int* memory;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &data);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &control);
  MPI_Comm barrier = make_comm(control, "mpi://WORLD", "control");
  MPI_Comm self = make_comm(control, "mpi://SELF", "control/self");
  require(ranks == 1, "that one is alone in mpi://SELF");
  MPI_Comm comm = make_comm(data, "mpi://WORLD", "data");
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, comm, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Barrier(barrier);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_flush(1, win);
    MPI_Put(&ranks, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(early:put)
  }
  MPI_Barrier(barrier);
  if (rank == 1) {
    require(memory[0] == 2, "what was flushed");
    if (memory[1] < 0) return 1;  // FINDS(early:load)
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&data);
  MPI_Comm_free(&self);
  MPI_Comm_free(&barrier);
  MPI_Session_finalize(&control);
  return 0;
}
