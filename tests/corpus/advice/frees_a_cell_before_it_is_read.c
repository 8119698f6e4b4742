// A queue of one producer and one consumer, each in a loop of its own: the consumer frees a cell before it has read it.
// That is not mended by all pushes after all pops: the first push would wait for ever.
// finds: race FP-RACE-002
// says: fix If the load of rank 1 at frees_a_cell_before_it_is_read.c:41 is meant to come first, it has to come before MPI_Accumulate at frees_a_cell_before_it_is_read.c:21, in the call of turn at frees_a_cell_before_it_is_read.c:39, if that tells rank 0 to go on
#include <unistd.h>

#include "corpus.h"

enum { kCells = 2, kItems = 9 };
static MPI_Win queue;

static int turn_of(int cell) {
  int seen;
  MPI_Fetch_and_op(NULL, &seen, MPI_INT, 1, 2 * cell, MPI_NO_OP, queue);
  MPI_Win_flush(1, queue);
  return seen;
}

static void turn(int cell, int next) {
  MPI_Win_flush(1, queue);
  MPI_Accumulate(&next, 1, MPI_INT, 1, 2 * cell, 1, MPI_INT, MPI_REPLACE, queue);
  MPI_Win_flush(1, queue);
}

static void push(int number) {
  while (turn_of(number % kCells) != number) usleep(1000);
  usleep(20000);  // In time, the load comes before the next put.
  MPI_Put(&number, 1, MPI_INT, 1, 2 * (number % kCells) + 1, 1, MPI_INT, queue);  // FINDS(race:put)
  turn(number % kCells, number + 1);
}

static int pop(const int* cells, int number) {
  int item = 0;
  while (turn_of(number % kCells) != number + 1) usleep(1000);
  MPI_Win_sync(queue);
#ifdef MENDED
  item = cells[2 * (number % kCells) + 1];
#endif
  turn(number % kCells, number + kCells);
#ifndef MENDED
  item = cells[2 * (number % kCells) + 1];  // FINDS(race:load)
#endif
  return item;
}

int main(void) {
  int sum = 0;
  start_mpi();
  int* cells = make_window(&queue, 2 * kCells);
  for (int i = 0; i < kCells; ++i) cells[2 * i] = i;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, queue);
  if (rank == 0) {
    for (int i = 0; i < kItems; ++i) push(i);
  } else {
    for (int i = 0; i < kItems; ++i) sum += pop(cells, i);
  }
  if (sum < 0) printf("%d\n", sum);
  MPI_Win_unlock_all(queue);
  MPI_Win_free(&queue);
  return end_mpi();
}
