// accumulate_ordering=none between two access epochs of post and start: the second one is opened when the first one's
// operations are complete, though its calls may come before the target has waited.
// near: FP-INFO-006
#include <unistd.h>

#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Info info;
  MPI_Group world, other;
  int* memory;
  start_mpi();
  int peer = 1 - rank;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &peer, &other);
  MPI_Info_create(&info);
  MPI_Info_set(info, "accumulate_ordering", "none");
  MPI_Win_allocate(16, sizeof(int), info, MPI_COMM_WORLD, &memory, &win);
  MPI_Info_free(&info);
  memory[0] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < 2; round++) {
    if (rank == 0) {
      int ten = 10 * (round + 1);
      MPI_Win_start(other, 0, win);
      MPI_Accumulate(&ten, 1, MPI_INT, 1, 0, 1, MPI_INT, round == 0 ? MPI_REPLACE : MPI_SUM, win);
      MPI_Win_complete(win);
    } else {
      MPI_Win_post(other, 0, win);
      usleep(200000);
      MPI_Win_wait(win);
      REQUIRE(memory[0] == (round == 0 ? 10 : 30));
    }
  }
  MPI_Group_free(&world);
  MPI_Group_free(&other);
  MPI_Win_free(&win);
  return end_mpi();
}
