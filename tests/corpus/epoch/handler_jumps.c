// Error handlers leave the refused call by longjmp, one of a window and one of a communicator, and one deep in the
// stack: the program's later actions are seen as before.
// finds: outside FP-EPOCH-001
// finds: deep FP-EPOCH-001
// finds: race FP-RACE-002
#include <setjmp.h>

#include "corpus.h"

static jmp_buf place;

static void leave_window(MPI_Win* win, int* code, ...) {
  (void)win;
  (void)code;
  longjmp(place, 1);
}

static void leave_communicator(MPI_Comm* communicator, int* code, ...) {
  (void)communicator;
  (void)code;
  longjmp(place, 1);
}

static int put_far_below(MPI_Win win, int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  if (depth > 0) return put_far_below(win, depth - 1) + room[0];
  return MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(deep:put)
}

static int race_far_below(MPI_Win win, int* memory, int depth) {
  volatile char room[4096];
  room[0] = (char)depth;
  if (depth > 0) return race_far_below(win, memory, depth - 1) + room[0];
  MPI_Win_fence(0, win);
  if (rank == 0) MPI_Put(&ranks, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // FINDS(race:put)
  if (rank == 1) memory[0] = 7;                                       // FINDS(race:store)
  return MPI_Win_fence(0, win);
}

int main(void) {
  MPI_Win win;
  MPI_Errhandler of_windows, of_communicators;
  start_mpi();
  int* memory = make_window(&win, 1);
  MPI_Win_create_errhandler(leave_window, &of_windows);
  MPI_Comm_create_errhandler(leave_communicator, &of_communicators);
  MPI_Win_set_errhandler(win, of_windows);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_communicators);

  if (setjmp(place) == 0) {
    MPI_Put(&ranks, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);  // FINDS(outside:put)
    REQUIRE(!"reached");
  }
  if (setjmp(place) == 0) {
    MPI_Send(&rank, 1, MPI_INT, ranks + 5, 0, MPI_COMM_WORLD);
    REQUIRE(!"reached");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (setjmp(place) == 0) {
    put_far_below(win, 2);
    REQUIRE(!"reached");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  race_far_below(win, memory, 5);
  MPI_Win_free(&win);
  MPI_Errhandler_free(&of_windows);
  MPI_Errhandler_free(&of_communicators);
  return end_mpi();
}
