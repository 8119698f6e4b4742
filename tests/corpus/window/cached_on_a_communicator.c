// A library keeps a window as an attribute of its user's communicator; the attribute's delete function closes the epoch and
// frees the window, when the user frees the communicator or, for MPI_COMM_SELF, in MPI_Finalize.
// near: FP-WINDOW-009
// near: FP-EPOCH-014
#include "corpus.h"

struct cache {
  MPI_Comm communicator;
  MPI_Win win;
};
static int key = MPI_KEYVAL_INVALID;

static int drop(MPI_Comm communicator, int its_key, void* value, void* extra) {
  (void)communicator, (void)its_key, (void)extra;
  struct cache* cache = value;
  MPI_Win_unlock_all(cache->win);
  MPI_Win_free(&cache->win);
  MPI_Comm_free(&cache->communicator);
  free(cache);
  return MPI_SUCCESS;
}

static struct cache* cache_of(MPI_Comm user) {
  struct cache* cache;
  long* counter;
  int found;
  if (key == MPI_KEYVAL_INVALID) MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &key, NULL);
  MPI_Comm_get_attr(user, key, &cache, &found);
  if (found) return cache;
  cache = malloc(sizeof *cache);
  MPI_Comm_dup(user, &cache->communicator);
  MPI_Win_allocate(16, sizeof(long), MPI_INFO_NULL, cache->communicator, &counter, &cache->win);
  *counter = 0;
  MPI_Win_lock_all(0, cache->win);
  MPI_Barrier(cache->communicator);
  MPI_Comm_set_attr(user, key, cache);
  return cache;
}

static long next_number(MPI_Comm user) {
  struct cache* cache = cache_of(user);
  const long one = 1;
  long number = 0;
  MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, 0, MPI_SUM, cache->win);
  MPI_Win_flush(0, cache->win);
  return number;
}

int main(void) {
  MPI_Comm work;
  start_mpi();
  MPI_Comm_dup(MPI_COMM_WORLD, &work);
  next_number(work);
  const long second = next_number(work);
  REQUIRE(second >= 1 && second < 2 * ranks);
  next_number(MPI_COMM_SELF);
  REQUIRE(next_number(MPI_COMM_SELF) == 1);
  MPI_Comm_free(&work);
  MPI_Comm_split(MPI_COMM_WORLD, 0, rank, &work);
  REQUIRE(next_number(work) < ranks);
  MPI_Comm_free(&work);
  return end_mpi();
}
