// A node of a list is changed by its owner while the peer puts there; then the peer gets what was detached before.
// finds: race FP-RACE-002
// finds: gone FP-RANGE-002
// says: 8 bytes of attached memory of rank 1, attached as nodes[2].value at 0x
// says: was called when the memory was already detached: rank 1 has to call MPI_Win_detach at list_on_the_heap.c:36 later
#include "corpus.h"

typedef struct {
  MPI_Aint next;
  long value;
} Node;

int main(void) {
  MPI_Win win;
  MPI_Aint address;
  start_mpi();
  Node* nodes = calloc(4, sizeof(Node));
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_attach(win, nodes, 4 * sizeof(Node));
  MPI_Get_address(&nodes[2].value, &address);
  MPI_Bcast(&address, 1, MPI_AINT, 1, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  long value = 5;
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_LONG, 1, address, 1, MPI_LONG, win);  // FINDS(race:put)
    MPI_Win_flush(1, win);
  } else {
    nodes[2].value = 77;  // FINDS(race:store)
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Recv(NULL, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Get(&value, 1, MPI_LONG, 1, address, 1, MPI_LONG, win);  // FINDS(gone:get)
  } else {
    MPI_Win_detach(win, nodes);
    MPI_Send(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Win_unlock_all(win);
  if (rank == 0) MPI_Win_detach(win, nodes);
  MPI_Win_free(&win);
  free(nodes);
  return end_mpi();
}
