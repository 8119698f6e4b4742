// Functions of the program with MPI's names, which call MPI by its PMPI names, as a profiler does.
#ifndef FENCEPOST_TESTS_PROFILER_H
#define FENCEPOST_TESTS_PROFILER_H

#include "corpus.h"

// A profiler would count here.
static int calls;
int MPI_Init(int* argc, char*** argv) {
  calls++;
  return PMPI_Init(argc, argv);
}
int MPI_Put(const void* origin, int count, MPI_Datatype type, int target, MPI_Aint displacement, int target_count,
            MPI_Datatype target_type, MPI_Win win) {
  calls++;
  return PMPI_Put(origin, count, type, target, displacement, target_count, target_type, win);
}
int MPI_Win_flush(int target, MPI_Win win) {
  calls++;
  return PMPI_Win_flush(target, win);
}
int MPI_Send(const void* buffer, int count, MPI_Datatype type, int destination, int tag, MPI_Comm communicator) {
  calls++;
  return PMPI_Send(buffer, count, type, destination, tag, communicator);
}
int MPI_Recv(void* buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm communicator, MPI_Status* status) {
  calls++;
  return PMPI_Recv(buffer, count, type, source, tag, communicator, status);
}

#endif
