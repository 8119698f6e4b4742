// One mistake, made `count` times: operations that conflict with each other or with the other rank's accesses, all of
// them pending. With `ordered`: as many operations of the same kind, each complete before the next, rank by rank.
//
// usage: repeated KIND COUNT [ordered]
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

enum { kLong = 100, kHalf = 1000, kSpare = 2 * kHalf };

static char values[kSpare * 4];
static int *memory, result, count;
static MPI_Win win;

static void put(int i) {
  MPI_Put(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}
static void sliding(int i) {
  MPI_Put(values, kLong, MPI_INT, 1, i, kLong, MPI_INT, win);
}
// A million ranges, each of which overlaps all others.
static int begin_of(int i) {
  return i / kHalf % kHalf;
}
static int length_of(int i) {
  return kHalf - begin_of(i) + i % kHalf;
}
static void overlapping(int i) {
  MPI_Put(values, length_of(i), MPI_BYTE, 1, begin_of(i), length_of(i), MPI_BYTE, win);
}
static void overlapping_get(int i) {
  MPI_Get(values + begin_of(i), length_of(i), MPI_BYTE, 1, begin_of(i), length_of(i), MPI_BYTE, win);
}
static void compare_and_swap(int i) {
  static int expected;
  MPI_Compare_and_swap(values, &expected, &result, MPI_INT, 1, 0, win);
}
static void fetch_and_add(int i) {
  MPI_Fetch_and_op(values, &result, MPI_INT, 1, 0, MPI_SUM, win);
}
static void sum(int i) {
  MPI_Accumulate(values, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
}
static void product(int i) {
  MPI_Accumulate(values, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_PROD, win);
}
static void get(int i) {
  MPI_Get(&result, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}
static void get_elsewhere(int i) {
  MPI_Get(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
}
static void store_and_put(int i) {
  ((volatile char*)values)[0] = (char)i;
  MPI_Put(values, 1, MPI_INT, 1, i, 1, MPI_INT, win);
}
static void store(int i) {
  ((volatile int*)memory)[0] = i;
  MPI_Win_sync(win);
}
static void overlapping_store(int i) {
  memset((char*)memory + begin_of(i), i, (size_t)length_of(i));
  MPI_Win_sync(win);
}
static void put_by_request(int i) {
  MPI_Request request;
  MPI_Rput(values, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// What each rank does; null: nothing.
static const struct Kind {
  const char* name;
  void (*of_rank[2])(int i);
} kKinds[] = {
    {"put", {put, NULL}},
    {"puts", {put, put}},
    {"sliding", {sliding, NULL}},
    {"overlapping", {overlapping, NULL}},
    {"overlapping_both", {overlapping, overlapping_get}},
    {"overlapping_store", {overlapping, overlapping_store}},
    {"result", {compare_and_swap, NULL}},
    {"fetch", {fetch_and_add, NULL}},
    {"gets", {get, NULL}},
    {"accumulates", {sum, product}},
    {"put_sum", {put, sum}},
    {"get_store", {get_elsewhere, store}},
    {"put_store", {put, store}},
    {"sum_store", {sum, store}},
    {"cas_put", {compare_and_swap, put}},
    {"origin", {store_and_put, NULL}},
    {"request", {put_by_request, NULL}},
};

int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "put";
  count = argc > 2 ? atoi(argv[2]) : 1000;
  const int ordered = argc > 3;
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int unit = strncmp(name, "overlapping", 11) == 0 ? 1 : 4;
  MPI_Win_allocate((MPI_Aint)(count + kSpare) * 4, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  const struct Kind* kind = kKinds;
  while (strcmp(kind->name, name) != 0) ++kind;
  MPI_Win_lock_all(0, win);
  for (int turn = 0; turn < 2; ++turn) {
    if (ordered) MPI_Barrier(MPI_COMM_WORLD);
    if (turn != rank || kind->of_rank[rank] == NULL) continue;
    for (int i = 0; i < count; ++i) {
      kind->of_rank[rank](i);
      if (ordered) MPI_Win_flush(1, win);
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
