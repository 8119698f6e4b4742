// Every way to send and to receive, and the wait for all of them.
#include <mpi.h>
#include <stdlib.h>

#define SENDS(name) \
  MPI_Irecv(&in, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &receive); \
  MPI_Barrier(MPI_COMM_WORLD); \
  MPI_##name(&out, 1, MPI_INT, other, 0, MPI_COMM_WORLD); \
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
#define ISENDS(name) \
  MPI_Irecv(&in, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &receive); \
  MPI_Barrier(MPI_COMM_WORLD); \
  MPI_##name(&out, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &send); \
  MPI_Wait(&receive, MPI_STATUS_IGNORE); \
  MPI_Wait(&send, MPI_STATUS_IGNORE);
#define PERSISTENT(name) \
  MPI_Recv_init(&in, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &receive); \
  MPI_##name(&out, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &send); \
  for (int i = 0; i < 2; ++i) { \
    MPI_Start(&receive); \
    MPI_Barrier(MPI_COMM_WORLD); \
    MPI_Start(&send); \
    MPI_Wait(&receive, MPI_STATUS_IGNORE); \
    MPI_Wait(&send, MPI_STATUS_IGNORE); \
  } \
  MPI_Request_free(&receive); \
  MPI_Request_free(&send);

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, in = -1, flag;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int out = rank, other = 1 - rank;
  MPI_Request receive, send;
  int buffer_size = 4096;
  void* buffer = malloc(buffer_size);
  MPI_Buffer_attach(buffer, buffer_size);
  SENDS(Send) SENDS(Bsend) SENDS(Rsend)
  ISENDS(Isend) ISENDS(Ibsend) ISENDS(Issend) ISENDS(Irsend)
  PERSISTENT(Send_init) PERSISTENT(Bsend_init) PERSISTENT(Ssend_init) PERSISTENT(Rsend_init)
  MPI_Isend(&out, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &send);
  MPI_Message message;
  for (flag = 0; !flag;) MPI_Iprobe(other, 1, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  for (flag = 0; !flag;) MPI_Improbe(other, 1, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv(&in, 1, MPI_INT, &message, &receive);
  // trace *: ProbeBegin call=MPI_Iprobe
  // trace *: ProbeEnd message=0
  // trace *: ProbeBegin call=MPI_Improbe
  // trace *: ProbeEnd tag=1 message=$message
  // trace *: ReceiveBegin call=MPI_Imrecv tag=1 message=$message request=$receive
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  // trace *: RequestsDone requests=[$receive] tags=[1]
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&buffer, &buffer_size);
  MPI_Finalize();
  return in != other;
}
// calls: MPI_Send MPI_Bsend MPI_Rsend MPI_Isend MPI_Ibsend MPI_Issend MPI_Irsend MPI_Irecv MPI_Imrecv MPI_Improbe
