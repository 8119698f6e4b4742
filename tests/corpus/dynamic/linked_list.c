// A list over all processes: each attaches one element and links it to the front by compare-and-swap of the head's
// rank; rank 0 walks it with gets.
// near: FP-RANGE-002 FP-WINDOW-007
// ranks: 3
#include "corpus.h"

typedef struct {
  int value, next;  // next: rank + 1, 0 at the end
} Element;

int main(void) {
  MPI_Win heads, elements;
  MPI_Aint address, addresses[3];
  start_mpi();
  make_window(&heads, 1);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &elements);
  Element* mine = malloc(sizeof *mine);
  MPI_Win_attach(elements, mine, sizeof *mine);
  MPI_Get_address(mine, &address);
  MPI_Allgather(&address, 1, MPI_AINT, addresses, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, heads);
  MPI_Win_lock_all(0, elements);

  int me = rank + 1, head = 0, expected;
  mine->value = 100 + rank;
  do {
    expected = head;
    mine->next = expected;
    MPI_Win_sync(elements);
    MPI_Compare_and_swap(&me, &expected, &head, MPI_INT, 0, 0, heads);
    MPI_Win_flush(0, heads);
  } while (head != expected);
  if (rank == 0) {
    Element element;
    int sum = 0, found;
    MPI_Fetch_and_op(NULL, &found, MPI_INT, 0, 0, MPI_NO_OP, heads);
    MPI_Win_flush(0, heads);
    while (found) {
      MPI_Get(&element, 2, MPI_INT, found - 1, addresses[found - 1], 2, MPI_INT, elements);
      MPI_Win_flush(found - 1, elements);
      sum += element.value;
      found = element.next;
    }
    REQUIRE(sum >= 100);
  }
  MPI_Win_unlock_all(elements);
  MPI_Win_unlock_all(heads);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(elements, mine);
  free(mine);
  MPI_Win_free(&elements);
  MPI_Win_free(&heads);
  return end_mpi();
}
