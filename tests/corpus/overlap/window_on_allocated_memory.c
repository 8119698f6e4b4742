// A second window lies on memory that MPI_Win_allocate gave, and a dynamic one, too: two puts to one place through two
// windows. Whichever window an access goes by, the report says which bytes of that window it meets.
// ranks: 3
// finds: created FP-RACE-001
// finds: attached FP-RACE-001
// says: bytes 8 to 11 of window memory of rank 1, exposed as memory[2]; window MPI_Win_create
#include "corpus.h"

int main(void) {
  MPI_Win allocated, created, dynamic;
  MPI_Aint address, all[3];
  int* memory;
  start_mpi();
  MPI_Win_allocate(4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &allocated);
  MPI_Win_create(memory, 4096, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &created);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_attach(dynamic, memory, 4096);
  MPI_Get_address(memory + 4, &address);
  MPI_Allgather(&address, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, allocated);
  MPI_Win_lock_all(0, created);
  MPI_Win_lock_all(0, dynamic);
  if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, 2, 1, MPI_INT, allocated);  // FINDS(created)
  if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 1, 2, 1, MPI_INT, created);    // FINDS(created)
  MPI_Win_flush_all(allocated);
  MPI_Win_flush_all(created);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_Put(&rank, 1, MPI_INT, 1, 4, 1, MPI_INT, allocated);     // FINDS(attached)
  if (rank == 2) MPI_Put(&rank, 1, MPI_INT, 1, all[1], 1, MPI_INT, dynamic);  // FINDS(attached)
  MPI_Win_unlock_all(dynamic);
  MPI_Win_unlock_all(created);
  MPI_Win_unlock_all(allocated);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(dynamic, memory);
  MPI_Win_free(&dynamic);
  MPI_Win_free(&created);
  MPI_Win_free(&allocated);
  return end_mpi();
}
