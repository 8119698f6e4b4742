// A communicator's attribute is shared with duplicates (MPI_COMM_DUP_FN) and freed by its delete function. The program makes no
// duplicate, and nobody else may: the attributes of a communicator that has a window are copied and deleted as without it.
// native: no (the MPI libraries have them copied when they make the window, and deleted twice)
#include "corpus.h"

static int deleted;

static int drop(MPI_Comm communicator, int key, void* value, void* extra) {
  (void)communicator, (void)key, (void)extra;
  deleted++;
  free(value);
  return MPI_SUCCESS;
}

int main(void) {
  MPI_Comm user;
  MPI_Datatype pair;
  MPI_Win win;
  int key, *memory;
  start_mpi();
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, drop, &key, NULL);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &user);
  MPI_Comm_set_attr(user, key, malloc(100));
  MPI_Comm_set_attr(MPI_COMM_SELF, key, malloc(100));
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, user, &memory, &win);
  MPI_Win_fence(0, win);
  const int values[] = {rank, rank};
  MPI_Put(values, 1, pair, 1 - rank, 0, 1, pair, win);
  MPI_Win_fence(0, win);
  REQUIRE(memory[1] == 1 - rank);
  MPI_Win_free(&win);
  MPI_Type_free(&pair);
  REQUIRE(deleted == 0);
  MPI_Comm_free(&user);
  REQUIRE(deleted == 1);
  MPI_Comm_free_keyval(&key);
  end_mpi();
  return deleted != 2;
}
