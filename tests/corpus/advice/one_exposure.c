// Two origins put to one place in one exposure epoch: its MPI_Win_wait returns after both, so neither can wait for it.
// ranks: 3
// finds: race FP-RACE-001
// says: Each rank has to access a place of its own in the window: at one_exposure.c:37 several write the same place
// says: or the two have to be in different exposure epochs of rank 0, one after the other: both are in the one that ends with MPI_Win_wait at one_exposure.c:30.
#include "corpus.h"

static MPI_Win win;

static void expose(int count, const int origins[]) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, count, origins, &group);
  MPI_Win_post(group, 0, win);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
}

int main(void) {
  start_mpi();
  int* memory = make_window(&win, 1);
  if (rank == 0) {
#ifdef MENDED
    expose(1, (int[]){1});
    MPI_Win_wait(win);
    expose(1, (int[]){2});
#else
    expose(2, (int[]){1, 2});
#endif
    MPI_Win_wait(win);
    REQUIRE(memory[0] != 0);
  } else {
    MPI_Group world, target;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, (int[]){0}, &target);
    MPI_Win_start(target, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);  // FINDS(race)
    MPI_Win_complete(win);
    MPI_Group_free(&target);
    MPI_Group_free(&world);
  }
  MPI_Win_free(&win);
  return end_mpi();
}
