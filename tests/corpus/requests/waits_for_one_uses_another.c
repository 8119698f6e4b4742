// MPI_Wait, MPI_Test and MPI_Testall complete the requests that they are given, and another one's buffer is used. The
// schedule that puts off leaves that one as it was.
// options: --schedule lazy
// finds: wait FP-RACE-005
// finds: test FP-RACE-005
// finds: testall FP-RACE-005
// finds: put FP-RACE-004
// says: waited: -1
// says: tested: -1
// says: tested all: -1
// says: put: 2
#include "corpus.h"

static int value[3], flag;
static MPI_Request request[3];

static void finish(MPI_Win win) {
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  MPI_Win_flush_all(win);
  for (int i = 0; i < 3; i++) value[i] = -1;
}

int main(void) {
  MPI_Win win;
  start_mpi();
  int* memory = make_window(&win, 4);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < 3; i++) request[i] = MPI_REQUEST_NULL;
    finish(win);
    for (int i = 0; i < 3; i++) MPI_Rget(&value[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request[i]);  // FINDS(wait)
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    printf("waited: %d\n", value[0]);  // FINDS(wait:load)
    finish(win);

    for (int i = 0; i < 3; i++) MPI_Rget(&value[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request[i]);  // FINDS(test)
    do MPI_Test(&request[1], &flag, MPI_STATUS_IGNORE);
    while (!flag);
    printf("tested: %d\n", value[0]);  // FINDS(test:load)
    finish(win);

    for (int i = 0; i < 3; i++) MPI_Rget(&value[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request[i]);  // FINDS(testall)
    do MPI_Testall(2, &request[1], &flag, MPI_STATUSES_IGNORE);
    while (!flag);
    printf("tested all: %d\n", value[0]);  // FINDS(testall:load)
    finish(win);

    value[0] = value[1] = 1;
    for (int i = 0; i < 2; i++) MPI_Rput(&value[i], 1, MPI_INT, 1, 2 + i, 1, MPI_INT, win, &request[i]);  // FINDS(put)
    MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    value[0] = 2;  // FINDS(put:store)
    finish(win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) printf("put: %d\n", memory[2]);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
