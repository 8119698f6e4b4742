// Groups differ from process to process: 0 writes to 1 and 2, 1 writes to 3, 2 gets from 3.
// near: FP-EPOCH-002
// ranks: 4
#include "corpus.h"

int main(void) {
  MPI_Win win;
  MPI_Group world, group;
  start_mpi();
  int* memory = make_window(&win, 1);
  int three = 3, others[2] = {1, 2}, zero = 0, value = 7 + rank, got = -1;
  memory[0] = rank == 3 ? 0 : -1;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  if (rank == 0) {
    MPI_Group_incl(world, 2, others, &group);
    MPI_Win_start(group, 0, win);
    for (int target = 1; target <= 2; target++) MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Group_free(&group);
  } else if (rank < 3) {
    MPI_Group_incl(world, 1, &zero, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
    REQUIRE(memory[0] == 7);
    MPI_Group_free(&group);
    MPI_Group_incl(world, 1, &three, &group);
    MPI_Win_start(group, 0, win);
    if (rank == 1) MPI_Accumulate(&value, 1, MPI_INT, 3, 0, 1, MPI_INT, MPI_SUM, win);
    if (rank == 2) MPI_Get_accumulate(NULL, 0, MPI_INT, &got, 1, MPI_INT, 3, 0, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_complete(win);
    REQUIRE(rank == 1 || got == 0 || got == 8);
    MPI_Group_free(&group);
  } else {
    MPI_Group_incl(world, 2, others, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_wait(win);
    REQUIRE(memory[0] == 8);
    MPI_Group_free(&group);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  return end_mpi();
}
