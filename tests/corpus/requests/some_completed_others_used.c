// MPI_Waitsome, MPI_Waitany, MPI_Testsome and MPI_Testany tell which requests are complete, and another one's buffer is
// used. That all are complete by then is luck, which schedules that put off do not give.
// ranks: 3
// options: --schedule lazy
// finds: some FP-RACE-005
// finds: any FP-RACE-005
// finds: tested FP-RACE-005
// finds: fetched FP-RACE-005
// finds: put FP-RACE-004
#include "corpus.h"

enum { COUNT = 6 };
static int value[COUNT], number, which[COUNT], at, flag;
static MPI_Request request[COUNT];

static void finish(MPI_Win win) {
  MPI_Waitall(COUNT, request, MPI_STATUSES_IGNORE);
  MPI_Win_flush_all(win);
}

int main(void) {
  MPI_Win win;
  start_mpi();
  make_window(&win, COUNT);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    for (int i = 0; i < COUNT; i++) MPI_Rget(&value[i], 1, MPI_INT, 1 + i % 2, i, 1, MPI_INT, win, &request[i]);  // FINDS(some)
    MPI_Waitsome(COUNT, request, &number, which, MPI_STATUSES_IGNORE);
    for (int i = 0; i < number; i++) printf("%d\n", value[COUNT - 1 - which[i]]);  // FINDS(some:load)
    finish(win);

    for (int i = 0; i < COUNT; i++) MPI_Rget(&value[i], 1, MPI_INT, 1 + i % 2, i, 1, MPI_INT, win, &request[i]);  // FINDS(any)
    MPI_Waitany(COUNT, request, &at, MPI_STATUS_IGNORE);
    printf("%d\n", value[0]);  // FINDS(any:load)
    finish(win);

    for (int i = 0; i < COUNT; i++) MPI_Rget(&value[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request[i]);  // FINDS(tested)
    do MPI_Testsome(COUNT, request, &number, which, MPI_STATUSES_IGNORE);
    while (number == 0);
    printf("%d\n", value[0]);  // FINDS(tested:load)
    finish(win);

    for (int i = 0; i < COUNT; i++)
      MPI_Rget_accumulate(NULL, 0, MPI_INT, &value[i], 1, MPI_INT, 1, i, 1, MPI_INT, MPI_NO_OP, win, &request[i]);  // FINDS(fetched)
    do MPI_Testany(COUNT, request, &at, &flag, MPI_STATUS_IGNORE);
    while (!flag);
    printf("%d\n", value[(at + 1) % COUNT]);  // FINDS(fetched:load)
    finish(win);

    for (int i = 0; i < COUNT; i++) MPI_Rput(&value[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request[i]);  // FINDS(put)
    MPI_Waitany(COUNT, request, &at, MPI_STATUS_IGNORE);
    value[(at + 1) % COUNT] = 7;  // FINDS(put:store)
    finish(win);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
