// The target's wait may return before the origin has stored what it got. A message after that wait says nothing of it.
// finds: race FP-RACE-005
// says: fix The load of rank 1 at fetched_into_shared_memory.c:26 has to come after MPI_Win_complete at fetched_into_shared_memory.c:22 on rank 0, by a message or barrier that follows that call.
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, other;
  int *memory, *neighbor, unit, peer;
  MPI_Aint size;
  start_mpi();
  peer = 1 - rank;
  MPI_Win_allocate_shared(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_shared_query(win, peer, &size, &unit, &neighbor);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  memory[0] = memory[1] = 7;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Get(memory, 1, MPI_INT, 1, 1, 1, MPI_INT, win);  // FINDS(race:get)
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
    REQUIRE(neighbor[0] == 7);  // FINDS(race:load)
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
