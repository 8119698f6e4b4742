// What has arrived when the target's wait returns was read at the origin before: the target may overwrite it there.
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
  memory[0] = 7;
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_start(other, 0, win);
    MPI_Put(memory, 1, MPI_INT, 1, 1, 1, MPI_INT, win);
    MPI_Win_complete(win);
  } else {
    MPI_Win_post(other, 0, win);
    MPI_Win_wait(win);
    neighbor[0] = 8;
    REQUIRE(memory[1] == 7);
  }
  MPI_Group_free(&other);
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
