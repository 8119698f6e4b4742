// MPI_THREAD_MULTIPLE: the requested level is granted, and each thread's calls are in its own trace.
#include <mpi.h>

#include <thread>
#include <vector>

int main(int argc, char** argv) {
  int provided = -1;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  // defines *: Process thread_level=3
  // trace *: InitEnd call=MPI_Init_thread
  if (provided != MPI_THREAD_MULTIPLE) return 1;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<std::thread> threads;
  for (int tag = 0; tag < 4; ++tag) {
    threads.emplace_back([rank, tag] {
      for (int i = 0; i < 500; ++i) {
        int in = -1, out = i;
        MPI_Request requests[2];
        MPI_Irecv(&in, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&out, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, &requests[1]);
        if (i % 2 == 0) {
          MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        } else {
          MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
          for (int flag = 0; flag == 0;) MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
        }
        if (in != i) MPI_Abort(MPI_COMM_WORLD, 1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  // trace *: FinalizeBegin
  // trace *: FinalizeEnd
  // trace *: ReceiveBegin call=MPI_Irecv tag=?
  MPI_Finalize();
  return 0;
}
