/* Erroneous calls: a program that requested error codes gets the class that the standard names. Nothing crashes,
 * nothing beyond the window is accessed, and a program that did not request them continues. */
#include "conformance.h"

static int class_of(int code) {
  int class = -1;
  MPI_Error_class(code, &class);
  return class;
}
#define CHECK_CLASS(call, class) CHECK_EQUAL(class_of(call), class)

static int handled, handled_class;
static void on_error(MPI_Win* win, int* code, ...) {
  (void)win;
  ++handled;
  handled_class = class_of(*code);
}

static void communication(void) {
  Window w = make_window(ALLOCATE, 64, 8);
  MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
  long value = 1, other = 2, result = 3;
  MPI_Datatype uncommitted, mixed;
  MPI_Op mine;
  MPI_Request request;
  int lengths[] = {1, 1};
  MPI_Aint places[] = {0, 8};
  MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE};
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  MPI_Type_create_struct(2, lengths, places, parts, &mixed);
  MPI_Type_commit(&mixed);
  extern void add_nothing(void*, void*, int*, MPI_Datatype*);
  MPI_Op_create(add_nothing, 1, &mine);

  CASE("12.5 communication outside of an epoch is MPI_ERR_RMA_SYNC, and does nothing") {
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Get(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, w.win), MPI_ERR_RMA_SYNC);
    CHECK_EQUAL(*(long*)w.memory, 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_lock_all(0, w.win);
  CASE("12.3 a target that is no rank of the window is MPI_ERR_RANK") {
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, ranks, 0, 1, MPI_LONG, w.win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Get(&value, 1, MPI_LONG, -77, 0, 1, MPI_LONG, w.win), MPI_ERR_RANK);
  }
  CASE("12.3 an access that leaves the window is MPI_ERR_RMA_RANGE (MPI_ERR_DISP for a negative displacement)") {
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, 8, 1, MPI_LONG, w.win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, 7, 2, MPI_LONG, w.win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, (MPI_Aint)1 << 60, 1, MPI_LONG, w.win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, -1, 1, MPI_LONG, w.win), MPI_ERR_DISP);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, 7, 1, MPI_LONG, w.win), MPI_SUCCESS);
    MPI_Win_flush(0, w.win);
  }
  CASE("12.3 counts, datatypes and buffers must be valid") {
    CHECK_CLASS(MPI_Put(&value, -1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, 0, -1, MPI_LONG, w.win), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_LONG, w.win), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Put(&value, 1, uncommitted, 0, 0, 2, MPI_INT, w.win), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Put(NULL, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win), MPI_ERR_BUFFER);
  }
  CASE("12.3.4 accumulates take predefined operations on one predefined type") {
    CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, mine, w.win), MPI_ERR_OP);
    CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_NO_OP, w.win), MPI_ERR_OP);
    CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_DOUBLE, 0, 0, 1, MPI_DOUBLE, MPI_BAND, w.win), MPI_ERR_OP);
    CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_LONG, 0, 0, 1, MPI_DOUBLE, MPI_SUM, w.win), MPI_ERR_TYPE);
    char buffer[16] = {0};
    CHECK_CLASS(MPI_Accumulate(buffer, 1, mixed, 0, 0, 1, mixed, MPI_SUM, w.win), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Fetch_and_op(buffer, buffer, mixed, 0, 0, MPI_SUM, w.win), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Compare_and_swap(&value, &other, &result, MPI_DOUBLE, 0, 0, w.win), MPI_ERR_TYPE);
  }
  MPI_Win_unlock_all(w.win);
  CASE("12.3.5 operations with requests are carried out in fence epochs as well") {
    MPI_Win_fence(0, w.win);
    request = MPI_REQUEST_NULL;
    value = 4711;
    CHECK_CLASS(MPI_Rput(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win, &request), MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w.win);
  }
  MPI_Type_free(&uncommitted);
  MPI_Type_free(&mixed);
  MPI_Op_free(&mine);
  drop_window(&w);
}
void add_nothing(void* a, void* b, int* n, MPI_Datatype* t) {
  (void)a, (void)b, (void)n, (void)t;
}

static void synchronization(void) {
  Window w = make_window(ALLOCATE, 64, 8);
  MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
  long value = 1;
  int flag;
  CASE("12.5 calls that end an epoch which is not open are MPI_ERR_RMA_SYNC") {
    CHECK_CLASS(MPI_Win_unlock(0, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_complete(w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_wait(w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_test(w.win, &flag), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush(0, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_all(w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_local(0, w.win), MPI_ERR_RMA_SYNC);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  CASE("12.5.3 a target is locked once, and not within lock_all") {
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock_all(0, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock(0, w.win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_lock_all(0, w.win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(w.win), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  CASE("12.5.3 operations go to the locked target only") {
    if (ranks > 1 && rank == 0) {
      MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, w.win);
      CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win), MPI_ERR_RMA_SYNC);
      CHECK_CLASS(MPI_Win_flush(0, w.win), MPI_ERR_RMA_SYNC);
      CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, w.win), MPI_SUCCESS);
      MPI_Win_unlock(1, w.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
  CASE("12.5.2 operations go to the group of the start only") {
    MPI_Group all, self;
    MPI_Win_get_group(w.win, &all);
    MPI_Group_incl(all, 1, &rank, &self);
    MPI_Win_post(self, 0, w.win);
    MPI_Win_start(self, 0, w.win);
    if (ranks > 1)
      CHECK_CLASS(MPI_Put(&value, 1, MPI_LONG, (rank + 1) % ranks, 0, 1, MPI_LONG, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_start(self, 0, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock(rank, w.win), MPI_ERR_RMA_SYNC);
    MPI_Win_complete(w.win);
    MPI_Win_wait(w.win);
    MPI_Group_free(&all);
    MPI_Group_free(&self);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  CASE("12.5 ranks, lock types and assertions must be valid") {
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, ranks, 0, w.win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_lock(4711, 0, 0, w.win), MPI_ERR_LOCKTYPE);
    CHECK_CLASS(MPI_Win_lock_all(MPI_MODE_NOSUCCEED, w.win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_unlock_all(w.win), MPI_ERR_RMA_SYNC);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  drop_window(&w);
  CASE("12.2.1 no_locks: locks are errors") {
    MPI_Info info;
    MPI_Win win;
    char* memory;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Win_allocate(8, 1, info, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win), MPI_ERR_RMA_SYNC);
    MPI_Win_unlock(rank, win);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
  }
}

static void windows(void) {
  MPI_Win win = MPI_WIN_NULL;
  void* memory = NULL;
  MPI_Comm returning;
  MPI_Comm_dup(MPI_COMM_WORLD, &returning);
  MPI_Comm_set_errhandler(returning, MPI_ERRORS_RETURN);
  CASE("12.2.1 sizes and units must be sensible") {
    CHECK_CLASS(MPI_Win_allocate(-5, 1, MPI_INFO_NULL, returning, &memory, &win), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_allocate(8, 0, MPI_INFO_NULL, returning, &memory, &win), MPI_ERR_DISP);
    CHECK_CLASS(MPI_Win_create(NULL, 8, 1, MPI_INFO_NULL, returning, &win), MPI_ERR_BASE);
    CHECK(win == MPI_WIN_NULL);
  }
  CASE("12.2 one rank's error is everybody's: no window comes into being") {
    int code = MPI_Win_allocate(rank == 0 ? -1 : 8, 1, MPI_INFO_NULL, returning, &memory, &win);
    CHECK_EQUAL(class_of(code), MPI_ERR_SIZE);
    CHECK(win == MPI_WIN_NULL);
  }
  CASE("12.2.3 and 12.2.4 calls on windows of the wrong flavour are MPI_ERR_RMA_FLAVOR") {
    MPI_Aint size;
    int unit, local = 0;
    void* base;
    Window w = make_window(CREATE, 8, 1);
    MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
    // From MPI-4.1 on it is allowed.
    if (MPI_VERSION < 4 || (MPI_VERSION == 4 && MPI_SUBVERSION < 1))
      CHECK_CLASS(MPI_Win_shared_query(w.win, 0, &size, &unit, &base), MPI_ERR_RMA_FLAVOR);
    CHECK_CLASS(MPI_Win_attach(w.win, &local, sizeof local), MPI_ERR_RMA_FLAVOR);
    drop_window(&w);
  }
  CASE("12.2.4 attaching overlapping memory and detaching what is not attached are errors") {
    char block[64] = {0};
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_attach(win, block, 32), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_attach(win, block + 16, 32), MPI_ERR_RMA_ATTACH);
    CHECK_CLASS(MPI_Win_detach(win, block + 16), MPI_ERR_RMA_ATTACH);
    MPI_Aint mine, *all = malloc(sizeof(MPI_Aint) * (size_t)ranks);
    MPI_Get_address(block, &mine);
    MPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
    int target = (rank + 1) % ranks;
    char value = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_CHAR, target, all[target] + 40, 1, MPI_CHAR, win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(&value, 2, MPI_CHAR, target, all[target] + 31, 2, MPI_CHAR, win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_CHAR, target, all[target] + 31, 1, MPI_CHAR, win), MPI_SUCCESS);
    MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(block[40], 0);
    CHECK_EQUAL(block[31], 1);
    /* What the target attaches later is found as well. */
    CHECK_CLASS(MPI_Win_attach(win, block + 32, 32), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_CHAR, target, all[target] + 40, 1, MPI_CHAR, win), MPI_SUCCESS);
    MPI_Win_unlock(target, win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(block[40], 1);
    CHECK_CLASS(MPI_Win_detach(win, block + 32), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_detach(win, block), MPI_SUCCESS);
    MPI_Win_free(&win);
    free(all);
  }
  CASE("12.6 a handler of the user's own gets window and class") {
    Window w = make_window(ALLOCATE, 8, 1);
    MPI_Errhandler handler;
    char value = 0;
    MPI_Win_create_errhandler(on_error, &handler);
    MPI_Win_set_errhandler(w.win, handler);
    handled = 0;
    int code = MPI_Put(&value, 1, MPI_CHAR, 0, 0, 1, MPI_CHAR, w.win);
    CHECK_EQUAL(handled, 1);
    CHECK_EQUAL(handled_class, MPI_ERR_RMA_SYNC);
    CHECK_EQUAL(class_of(code), MPI_ERR_RMA_SYNC);
    MPI_Errhandler_free(&handler);
    drop_window(&w);
  }
  MPI_Comm_free(&returning);
}

/* With the handler that would end the program. */
static void fatal(void) {
  CASE("a program that did not ask for error codes goes on; nothing out of bounds is written") {
    Window w = make_window(ALLOCATE, 16, 8);
    long value = 0x5555, got = -1;
    MPI_Win_fence(0, w.win);
    MPI_Put(&value, 1, MPI_LONG, 0, 2, 1, MPI_LONG, w.win);
    MPI_Put(&value, 1, MPI_LONG, ranks + 3, 0, 1, MPI_LONG, w.win);
    MPI_Win_fence(0, w.win);
    CHECK_EQUAL(((long*)w.memory)[0], 0);
    CHECK_EQUAL(((long*)w.memory)[1], 0);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, w.win);
    MPI_Barrier(MPI_COMM_WORLD);
    /* Outside of an epoch: executed immediately, because it is possible. */
    if (rank == 0) {
      MPI_Request request;
      MPI_Put(&value, 1, MPI_LONG, ranks - 1, 1, 1, MPI_LONG, w.win);
      MPI_Get(&got, 1, MPI_LONG, ranks - 1, 1, 1, MPI_LONG, w.win);
      CHECK_EQUAL(got, 0x5555);
      got = 0;
      MPI_Rget(&got, 1, MPI_LONG, ranks - 1, 1, 1, MPI_LONG, w.win, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      CHECK_EQUAL(got, 0x5555);
    }
    MPI_Win_unlock(0, w.win);
    MPI_Win_complete(w.win);
    MPI_Win_wait(w.win);
    MPI_Win_flush_all(w.win);
    drop_window(&w);
    MPI_Win_fence(0, MPI_WIN_NULL);
  }
  CASE("a window that is freed with its epochs open is closed first") {
    Window w = make_window(ALLOCATE, 16, 8);
    long value = 7;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % ranks, 0, w.win);
    MPI_Put(&value, 1, MPI_LONG, (rank + 1) % ranks, 0, 1, MPI_LONG, w.win);
    drop_window(&w);
  }
  CASE("bad arguments of creation are repaired") {
    MPI_Win win;
    void* memory;
    MPI_Win_allocate(rank == 0 ? -8 : 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    CHECK(win != MPI_WIN_NULL);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  communication();
  synchronization();
  windows();
  fatal();
  return end();
}
