/* Delete functions of MPI_COMM_SELF's attributes: MPI_Finalize calls them before everything else. */
#include "conformance.h"

static MPI_Win last;
static long memory[4];
static int freed;

static int use_and_free(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  const long mine = rank + 1;
  long theirs = 0;
  const int right = (rank + 1) % ranks, left = (rank + ranks - 1) % ranks;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, last);
  MPI_Put(&mine, 1, MPI_LONG, right, 2, 1, MPI_LONG, last);
  MPI_Win_unlock(right, last);
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, last);
  MPI_Get(&theirs, 1, MPI_LONG, right, 2, 1, MPI_LONG, last);
  MPI_Win_unlock(right, last);
  CHECK_EQUAL(theirs, rank + 1);
  MPI_Win_free(&last); /* all have put */
  CHECK_EQUAL(memory[2], left + 1);
  ++freed;
  return MPI_SUCCESS;
}

static void check_freed(void) {
  if (freed == 1 && failures == 0) return;
  fprintf(stderr, "rank %d: the window was not used rightly in MPI_Finalize\n", rank);
  _exit(1);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  CASE("11.2.4 delete functions of MPI_COMM_SELF's attributes may use and free windows in MPI_Finalize") {
    int key;
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &last);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use_and_free, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
    MPI_Comm_free_keyval(&key);
    atexit(check_freed);
  }
  return end();
}
