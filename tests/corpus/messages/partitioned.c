// A partitioned message: each thread marks its partition as ready when its put is complete, and the message arrives
// when all are. The last partition's put is completed too late.
// flags: -fopenmp
// mpi: mpich (Open MPI 4 has no partitioned communication)
// finds: late FP-RACE-002
#include "corpus.h"

enum { THREADS = 2, PARTS = 5 };

int main(void) {
  MPI_Win win;
  MPI_Request request;
  int provided, notice[PARTS] = {0}, values[PARTS] = {1, 2, 3, 4, 5};
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* memory = make_window(&win, PARTS);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Psend_init(notice, PARTS, 1, MPI_INT, 1, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  } else {
    MPI_Precv_init(notice, PARTS, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  }
  for (int round = 0; round < 2; round++) {
    MPI_Start(&request);
    if (rank == 0) {
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
      for (int i = 0; i < 2; i++) {
        MPI_Put(&values[i], 1, MPI_INT, 1, i, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        notice[i] = i;
        MPI_Pready(i, request);
      }
      int list[] = {3};
      MPI_Put(&values[2], 2, MPI_INT, 1, 2, 2, MPI_INT, win);
      MPI_Win_flush(1, win);
      MPI_Pready_range(2, 2, request);
      MPI_Pready_list(1, list, request);
      if (round == 1) MPI_Put(&values[4], 1, MPI_INT, 1, 4, 1, MPI_INT, win);  // FINDS(late:put)
      MPI_Pready(4, request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      MPI_Win_flush(1, win);
    } else {
      if (round == 0) {
        for (int here = 0; !here;) MPI_Parrived(request, 1, &here);
      } else {
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf("%d\n", memory[4]);  // FINDS(late:load)
      }
      for (int i = 0; i < 4; i++) REQUIRE(memory[i] == i + 1);
      if (round == 0) MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Request_free(&request);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  return end_mpi();
}
