// A profiling library that counts calls, and a program that it profiles: no call bypasses us, and the profiler does its
// work. (Included by programs that define how the two are combined.)
// says: counted: 1 init, 1 put, 2 messages
// defines *: Process native_rma=0
// trace *: InitEnd call=MPI_Init
// trace *: WindowCreateBegin call=MPI_Win_create
// trace *: Transfer call=MPI_Put
// trace *: SendBegin call=MPI_Send
// trace *: ReceiveEnd
// trace *: FinalizeEnd
#include <mpi.h>
#include <stdio.h>

#ifndef PROGRAM
static int inits, puts_, messages;

int MPI_Init(int* argc, char*** argv) {
  ++inits;
  return PMPI_Init(argc, argv);
}
int MPI_Put(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint displacement, int target_count,
            MPI_Datatype target_type, MPI_Win window) {
  ++puts_;
  return PMPI_Put(origin, count, type, target, displacement, target_count, target_type, window);
}
int MPI_Send(const void* buffer, int count, MPI_Datatype type, int destination, int tag, MPI_Comm communicator) {
  ++messages;
  return PMPI_Send(buffer, count, type, destination, tag, communicator);
}
int MPI_Recv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm communicator, MPI_Status* status) {
  ++messages;
  return PMPI_Recv(buffer, count, type, source, tag, communicator, status);
}
int MPI_Finalize(void) {
  printf("counted: %d init, %d put, %d messages\n", inits, puts_, messages);
  return PMPI_Finalize();
}
#endif

#ifndef PROFILER
int main(int argc, char** argv) {
  int rank, memory = -1, got = -1;
  MPI_Win window;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_fence(0, window);
  MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Send(&memory, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Recv(&got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Win_free(&window);
  MPI_Finalize();
  return memory != 1 - rank || got != rank;
}
#endif
