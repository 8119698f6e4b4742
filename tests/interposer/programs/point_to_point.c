// Blocking calls: Begin and End, statuses even where the program ignores them, wildcards, MPI_PROC_NULL.
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  // trace *: InitEnd call=MPI_Init
  int rank, value = 7;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    // trace 0: SendBegin call=MPI_Send communicator=$world destination=1 tag=5 mode=0 request=0
    // trace 0: SendEnd
    MPI_Ssend(&value, 1, MPI_INT, 1, 6, MPI_COMM_WORLD);
    // trace 0: SendBegin call=MPI_Ssend communicator=$world destination=1 tag=6 mode=1 buffer={$value count=1 datatype=$int} request=0
    // trace 0: SendEnd
    MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 0, 0, MPI_INT, 1, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // trace 0: SendBegin call=MPI_Sendrecv destination=-2 request=$half
    // trace 0: ReceiveBegin call=MPI_Sendrecv source=1 tag=9 request=0
    // trace 0: ReceiveEnd source=1 tag=9
    // trace 0: RequestsDone requests=[$half]
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // trace 0: ReceiveBegin call=MPI_Recv source=-2 tag=3
    // trace 0: ReceiveEnd source=-2 tag=-1
    MPI_Sendrecv_replace(&value, 1, MPI_INT, 1, 1, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // trace 0: SendBegin call=MPI_Sendrecv_replace destination=1 tag=1 buffer={$value count=1 datatype=$int} request=$second
    // trace 0: ReceiveBegin call=MPI_Sendrecv_replace source=1 tag=2 buffer={$value count=1 datatype=$int}
    // trace 0: ReceiveEnd source=1 tag=2
    // trace 0: RequestsDone requests=[$second]
  } else {
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // trace 1: ReceiveBegin call=MPI_Recv source=-1 tag=-1 request=0 message=0
    // trace 1: ReceiveEnd source=0 tag=5
    MPI_Status status;
    MPI_Probe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    // trace 1: ProbeBegin call=MPI_Probe source=0 tag=-1
    // trace 1: ProbeEnd source=0 tag=6 message=0
    MPI_Message message;
    MPI_Mprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    // trace 1: ProbeBegin call=MPI_Mprobe source=-1 tag=6
    // trace 1: ProbeEnd source=0 tag=6 message=$message
    MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    // trace 1: ReceiveBegin call=MPI_Mrecv source=0 tag=6 message=$message
    // trace 1: ReceiveEnd source=0 tag=6
    MPI_Send(0, 0, MPI_INT, 0, 9, MPI_COMM_WORLD);
    // trace 1: SendBegin call=MPI_Send destination=0 tag=9 buffer={0x0 count=0 datatype=?}
    MPI_Sendrecv_replace(&value, 1, MPI_INT, 0, 2, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int flag = 1;
    MPI_Iprobe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    // never 1: ProbeBegin call=MPI_Iprobe
    if (flag) return 1;
  }
  MPI_Finalize();
  // trace *: FinalizeBegin
  // trace *: FinalizeEnd
  return 0;
}
