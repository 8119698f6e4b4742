/* Accesses to several regions of a dynamic window at once, to many, and to one while others come and go. */
#include <sys/mman.h>

#include "conformance.h"

static int right, left;

static void exchange(MPI_Aint* mine, MPI_Aint* theirs, int count) {
  MPI_Sendrecv(mine, count, MPI_AINT, left, 0, theirs, count, MPI_AINT, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void cross_a_border(MPI_Win win) {
  enum { COUNT = 100, FIRST = 40, MOVED = 20 };
  int* memory = calloc(COUNT, sizeof(int));
  MPI_Aint mine, theirs;
  int values[MOVED];
  for (int i = 0; i < MOVED; ++i) values[i] = 100 * rank + i;
  MPI_Win_attach(win, memory, COUNT / 2 * sizeof(int));
  MPI_Win_attach(win, memory + COUNT / 2, COUNT / 2 * sizeof(int));
  MPI_Get_address(memory, &mine);
  exchange(&mine, &theirs, 1);
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
  MPI_Put(values, MOVED, MPI_INT, right, MPI_Aint_add(theirs, FIRST * sizeof(int)), MOVED, MPI_INT, win);
  MPI_Win_unlock(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < MOVED; ++i) CHECK_EQUAL(memory[FIRST + i], 100 * left + i);
  MPI_Win_detach(win, memory);
  MPI_Win_detach(win, memory + COUNT / 2);
  free(memory);
}

/* Elements of each of three regions, which lie anywhere, the last one in front of the first. */
static void reach_into_three(MPI_Win win) {
  enum { REGIONS = 3, ELEMENTS = 9 };
  static const int length[REGIONS] = {4, 2, 3};
  char* all = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  int* region[REGIONS] = {(int*)(all + 40000), (int*)(all + 60000), (int*)all};
  munmap(all + 8192, 8192); /* what lies between them need not be there */
  MPI_Aint mine[REGIONS], theirs[REGIONS];
  for (int i = 0; i < REGIONS; ++i) {
    MPI_Win_attach(win, region[i], 64);
    MPI_Get_address(region[i], &mine[i]);
  }
  exchange(mine, theirs, REGIONS);
  MPI_Aint apart[REGIONS];
  for (int i = 0; i < REGIONS; ++i) apart[i] = MPI_Aint_diff(theirs[i], theirs[0]);
  MPI_Datatype type;
  MPI_Type_create_hindexed(REGIONS, length, apart, MPI_INT, &type);
  MPI_Type_commit(&type);
  int values[ELEMENTS], got[ELEMENTS] = {0}, fetched[ELEMENTS] = {0};
  for (int i = 0; i < ELEMENTS; ++i) values[i] = 10 * rank + i;
  MPI_Win_lock_all(0, win);
  MPI_Put(values, ELEMENTS, MPI_INT, right, theirs[0], 1, type, win);
  MPI_Win_flush(right, win);
  MPI_Get(got, ELEMENTS, MPI_INT, right, theirs[0], 1, type, win);
  MPI_Win_flush(right, win);
  MPI_Accumulate(values, ELEMENTS, MPI_INT, right, theirs[0], 1, type, MPI_SUM, win);
  MPI_Get_accumulate(values, ELEMENTS, MPI_INT, fetched, ELEMENTS, MPI_INT, right, theirs[0], 1, type, MPI_SUM, win);
  MPI_Type_free(&type);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < ELEMENTS; ++i) {
    const int* place = i < 4 ? region[0] + i : i < 6 ? region[1] + i - 4 : region[2] + i - 6;
    CHECK_EQUAL(got[i], values[i]);
    CHECK_EQUAL(fetched[i], 2 * values[i]);
    CHECK_EQUAL(*place, 3 * (10 * left + i));
  }
  CHECK_EQUAL(region[0][4], 0);
  for (int i = 0; i < REGIONS; ++i) MPI_Win_detach(win, region[i]);
  munmap(all, 8192);
  munmap(all + 16384, (1 << 16) - 16384);
}

/* An element between two regions is in none. */
static void reach_between(MPI_Win win) {
  int memory[32] = {0}, values[3] = {1, 2, 3}, class = 0;
  MPI_Aint mine, theirs;
  MPI_Datatype type;
  MPI_Win_attach(win, memory, 16);
  MPI_Win_attach(win, memory + 20, 16);
  MPI_Get_address(memory, &mine);
  exchange(&mine, &theirs, 1);
  MPI_Type_vector(3, 1, 10, MPI_INT, &type);
  MPI_Type_commit(&type);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
  MPI_Error_class(MPI_Put(values, 3, MPI_INT, right, theirs, 1, type, win), &class);
  MPI_Win_unlock(right, win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&type);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK_EQUAL(class, MPI_ERR_RMA_RANGE);
  CHECK_EQUAL(memory[0] + memory[10] + memory[20], 0);
  MPI_Win_detach(win, memory);
  MPI_Win_detach(win, memory + 20);
}

static void put_to_many(MPI_Win win) {
  enum { REGIONS = 400 };
  int* region[REGIONS];
  int values[REGIONS];
  MPI_Aint mine[REGIONS], theirs[REGIONS];
  for (int i = 0; i < REGIONS; ++i) {
    region[i] = calloc(4, sizeof(int));
    MPI_Win_attach(win, region[i], 4 * sizeof(int));
    MPI_Get_address(region[i], &mine[i]);
  }
  exchange(mine, theirs, REGIONS);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win);
  for (int i = 0; i < REGIONS; ++i) {
    values[i] = rank + i;
    MPI_Put(&values[i], 1, MPI_INT, right, theirs[i], 1, MPI_INT, win);
  }
  MPI_Win_unlock(right, win);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int i = 0; i < REGIONS; ++i) CHECK_EQUAL(region[i][0], left + i);
  for (int first = 1; first >= 0; --first) {
    for (int i = first; i < REGIONS; i += 2) {
      MPI_Win_detach(win, region[i]);
      free(region[i]);
    }
  }
}

static void come_and_go(MPI_Win win) {
  enum { ROUNDS = 200, BYTES = 8192 };
  long* counter = calloc(1, sizeof(long));
  MPI_Aint mine, *theirs = malloc((size_t)ranks * sizeof *theirs);
  long all = 0;
  MPI_Win_attach(win, counter, sizeof(long));
  MPI_Get_address(counter, &mine);
  MPI_Allgather(&mine, 1, MPI_AINT, theirs, 1, MPI_AINT, MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < ROUNDS; ++i) {
    const long one = 1;
    long old;
    void* other = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Win_attach(win, other, BYTES);
    MPI_Fetch_and_op(&one, &old, MPI_LONG, i % ranks, theirs[i % ranks], MPI_SUM, win);
    MPI_Win_flush_all(win);
    MPI_Win_detach(win, other);
    munmap(other, BYTES);
  }
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Allreduce(counter, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  CHECK_EQUAL(all, (long)ROUNDS * ranks);
  MPI_Win_detach(win, counter);
  free(counter);
  free(theirs);
}

int main(int argc, char** argv) {
  MPI_Win win;
  begin(&argc, &argv);
  right = (rank + 1) % ranks;
  left = (rank + ranks - 1) % ranks;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  CASE("12.2.4 an access may cross from one region to the next") cross_a_border(win);
  CASE("12.2.4 a datatype may reach into several regions") reach_into_three(win);
  CASE("12.2.4 what lies between regions is MPI_ERR_RMA_RANGE, and then nothing is written") reach_between(win);
  CASE("12.2.4 any number of regions, detached in any order") put_to_many(win);
  CASE("12.2.4 regions come and go while others of the window are accessed") come_and_go(win);
  MPI_Win_free(&win);
  return end();
}
