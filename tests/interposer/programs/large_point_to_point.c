// Large-count forms, MPI_Isendrecv, and partitioned communication.
// only: mpich
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, in[4] = {0}, out[4] = {1, 2, 3, 4};
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int other = 1 - rank;
  MPI_Request requests[2];
  MPI_Irecv_c(in, 4, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
  // trace *: ReceiveBegin call=MPI_Irecv_c buffer={$in count=4 datatype=$int}
  MPI_Send_c(out, 4, MPI_INT, other, 0, MPI_COMM_WORLD);
  // trace *: SendBegin call=MPI_Send_c buffer={$out count=4 datatype=$int}
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Isendrecv(out, 4, MPI_INT, other, 1, in, 4, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
  // trace *: SendBegin call=MPI_Isendrecv tag=1 request=$send
  // trace *: ReceiveBegin call=MPI_Isendrecv tag=1 request=$receive
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  // trace *: RequestsDone requests=[$send $receive] tags=[0 1]
  MPI_Psend_init(out, 2, 2, MPI_INT, other, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
  MPI_Precv_init(in, 2, 2, MPI_INT, other, 2, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
  MPI_Startall(2, requests);
  // trace *: ReceiveBegin call=MPI_Startall tag=2 buffer={$in count=4 datatype=$int} request=$p2
  MPI_Pready(0, requests[0]);
  // trace *: PartitionsReady call=MPI_Pready buffer={$out count=2 datatype=$int} request=$p1
  MPI_Pready(1, requests[0]);
  // trace *: PartitionsReady call=MPI_Pready request=$p1
  // trace *: SendBegin call=MPI_Pready tag=2 request=$p1
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  // trace *: RequestsDone requests=[$p1 $p2] tags=[0 2]
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
  MPI_Finalize();
  return 0;
}
