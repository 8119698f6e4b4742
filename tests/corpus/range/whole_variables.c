// Up to the last byte of variables, from one member on to the next ones, rows of an array of arrays, several variables
// by one datatype, and an array that belongs to its structure though its type does not say so.
// near: FP-RANGE-009
#include <stddef.h>

#include "corpus.h"

static int row[4], other[4], grid[8][8];
static struct {
  int head[2], body[6];
} halo;
static struct {
  int count;
  int values[];
} growing = {4, {1, 2, 3, 4}};

int main(void) {
  MPI_Win win, over;
  start_mpi();
  int* memory = make_window(&win, 400);
  MPI_Win_create(grid, sizeof grid, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &over);
  if (rank == 0) {
    MPI_Aint places[2];
    MPI_Datatype both;
    int lengths[2] = {4, 4};
    MPI_Get_address(row, &places[0]);
    MPI_Get_address(other, &places[1]);
    places[1] -= places[0], places[0] = 0;
    MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &both);
    MPI_Type_commit(&both);
    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Put(row, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
    MPI_Put(row, 1, both, 1, 10, 8, MPI_INT, win);
    MPI_Put(halo.head, 8, MPI_INT, 1, 20, 8, MPI_INT, win);
    MPI_Put(grid[2], 48, MPI_INT, 1, 40, 48, MPI_INT, win);
    MPI_Put(growing.values, 4, MPI_INT, 1, 100, 4, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Type_free(&both);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
  if (rank == 1) REQUIRE(memory[103] == 4);
  MPI_Win_unlock(rank, win);
  MPI_Win_free(&over);
  MPI_Win_free(&win);
  return end_mpi();
}
