/* 12.3: data without holes, which most operations move, in the disguises of derived types; and the errors that it
 * must give like any other data. */
#include "conformance.h"

static int next, previous;

static int class_of(int code) {
  int class = -1;
  MPI_Error_class(code, &class);
  return class;
}

static MPI_Datatype placed(int count, MPI_Aint displacement) {
  MPI_Datatype type;
  MPI_Type_create_hindexed(1, &count, &displacement, MPI_LONG, &type);
  MPI_Type_commit(&type);
  return type;
}
static MPI_Datatype resized(MPI_Aint extent) {
  MPI_Datatype type;
  MPI_Type_create_resized(MPI_LONG, 0, extent, &type);
  MPI_Type_commit(&type);
  return type;
}

static void disguises(int flavor) {
  Window w = make_window(flavor, 64 * 8, 8);
  long* memory = (long*)w.memory;
  long values[4] = {rank, rank + 1, rank + 2, rank + 3}, got[4] = {-1, -1, -1, -1};
  MPI_Aint address;
  MPI_Get_address(values, &address);
  MPI_Datatype absolute = placed(4, address), before = placed(2, -16), sparse = resized(24), dense = resized(0);
  for (int i = 0; i < 64; ++i) memory[i] = -5;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w.win);
  MPI_Put(MPI_BOTTOM, 1, absolute, next, at(&w, next, 0, 8), 4, MPI_LONG, w.win);
  MPI_Put(values, 2, MPI_LONG, next, at(&w, next, 12, 8), 1, before, w.win);     /* 10, 11 */
  MPI_Put(values + 2, 1, before, next, at(&w, next, 20, 8), 2, MPI_LONG, w.win); /* 20, 21 */
  MPI_Put(values, 2, MPI_LONG, next, at(&w, next, 30, 8), 2, sparse, w.win);     /* 30, 33 */
  MPI_Put(values, 1, MPI_LONG, next, at(&w, next, 40, 8), 1, dense, w.win);      /* 40 */
  MPI_Put(values, 16, MPI_BYTE, next, at(&w, next, 50, 8), 16, MPI_BYTE, w.win); /* 50, 51 */
  MPI_Win_flush(next, w.win);
  MPI_Get(got + 2, 1, before, next, at(&w, next, 1, 8), 2, MPI_LONG, w.win);
  MPI_Get(got + 2, 2, MPI_LONG, next, at(&w, next, 4, 8), 1, before, w.win);
  MPI_Win_unlock(next, w.win);
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(got[i], rank + (i < 2 ? i + 1 : i));
  MPI_Barrier(MPI_COMM_WORLD);
  static const struct { int place, value; } kThere[] = {{0, 0},  {1, 1},  {2, 2},  {3, 3},  {10, 0}, {11, 1}, {20, 0},
                                                        {21, 1}, {30, 0}, {33, 1}, {40, 0}, {50, 0}, {51, 1}};
  MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
  for (int i = 0, k = 0; i < 64; ++i) {
    const int moved = k < 13 && kThere[k].place == i;
    CHECK_EQUAL(memory[i], moved ? previous + kThere[k].value : -5);
    k += moved;
  }
  MPI_Win_unlock(rank, w.win);
  MPI_Type_free(&absolute);
  MPI_Type_free(&before);
  MPI_Type_free(&sparse);
  MPI_Type_free(&dense);
  drop_window(&w);
}

static void errors(void) {
  Window w = make_window(ALLOCATE, 64 * 8, 8);
  long value = 9;
  MPI_Datatype before = placed(2, -16);
  MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
#define PUT(buffer, count, type, target, place) \
  class_of(MPI_Put(buffer, count, type, target, place, count, type, w.win))
  CASE("12.3 the last bytes of a window are in it, the next are not") {
    MPI_Win_fence(0, w.win);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, 63), MPI_SUCCESS);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, 64), MPI_ERR_RMA_RANGE);
    CHECK_EQUAL(PUT(&value, 9, MPI_BYTE, next, 63), MPI_ERR_RMA_RANGE);
    CHECK_EQUAL(PUT(&value, 1, before, next, 1), MPI_ERR_RMA_RANGE);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, (MPI_Aint)1 << 60), MPI_ERR_RMA_RANGE);
    CHECK_EQUAL(PUT((void*)8, 1, MPI_LONG, next, 1), MPI_ERR_BUFFER);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, ranks, 1), MPI_ERR_RANK);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w.win);
    for (int i = 0; i < 64; ++i) CHECK_EQUAL(((long*)w.memory)[i], i == 63 ? 9 : 0);
  }
  CASE("12.5 an epoch that has ended is over, whichever kind it was") {
    MPI_Group all, to, from;
    MPI_Win_get_group(w.win, &all);
    MPI_Group_incl(all, 1, &next, &to);
    MPI_Group_incl(all, 1, &previous, &from);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, 1), MPI_ERR_RMA_SYNC); /* behind the fence of the case before */
    CHECK_EQUAL(class_of(MPI_Win_flush(next, w.win)), MPI_ERR_RMA_SYNC);
    MPI_Win_post(from, 0, w.win);
    MPI_Win_start(to, 0, w.win);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, 2), MPI_SUCCESS);
    if (ranks > 1) CHECK_EQUAL(PUT(&value, 1, MPI_LONG, rank, 3), MPI_ERR_RMA_SYNC);
    MPI_Win_complete(w.win);
    MPI_Win_wait(w.win);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, 4), MPI_ERR_RMA_SYNC);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w.win);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, 5), MPI_SUCCESS);
    CHECK_EQUAL(class_of(MPI_Win_flush(next, w.win)), MPI_SUCCESS);
    CHECK_EQUAL(class_of(MPI_Win_flush(ranks, w.win)), MPI_ERR_RANK);
    MPI_Win_unlock(next, w.win);
    CHECK_EQUAL(PUT(&value, 1, MPI_LONG, next, 6), MPI_ERR_RMA_SYNC);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 1; i < 7; ++i) CHECK_EQUAL(((volatile long*)w.memory)[i], i == 2 || i == 5 ? 9 : 0);
    MPI_Group_free(&all);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
  }
  MPI_Type_free(&before);
  drop_window(&w);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  next = (rank + 1) % ranks;
  previous = (rank + ranks - 1) % ranks;
  CASE("12.3 data without holes is moved as its types say, absolute, before its displacement, or resized") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) disguises(flavor);
  }
  errors();
  return end();
}
