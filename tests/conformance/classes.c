/* Error classes as tables: every communication call with each bad argument, every synchronization call in every state
 * of a window, every call on no window. The program asked for error codes. */
#include "conformance.h"

static int class_of(int code) {
  int class = -1;
  MPI_Error_class(code, &class);
  return class;
}

static void expect(const char* what, const char* where, int code, int class) {
  if (class_of(code) == class) return;
  if (failures_of_case++ < 10)
    fprintf(stderr, "classes.c: rank %d: %s: %s %s: class %d, not %d\n", rank, sentence, what, where, class_of(code),
            class);
}

/* ---- communication: one bad argument at a time ---- */

typedef struct {
  const void* origin;
  int count, target;
  MPI_Datatype type;
  MPI_Aint displacement;
  MPI_Op op;
} Arguments;

static MPI_Win win;
static long origin_value[4], result_value[4], compare_value;
static MPI_Request request;

static int put(Arguments a) {
  return MPI_Put(a.origin, a.count, a.type, a.target, a.displacement, a.count, a.type, win);
}
static int get(Arguments a) {
  return MPI_Get((void*)a.origin, a.count, a.type, a.target, a.displacement, a.count, a.type, win);
}
static int accumulate(Arguments a) {
  return MPI_Accumulate(a.origin, a.count, a.type, a.target, a.displacement, a.count, a.type, a.op, win);
}
static int get_accumulate(Arguments a) {
  return MPI_Get_accumulate(a.origin, a.count, a.type, result_value, a.count, a.type, a.target, a.displacement, a.count,
                            a.type, a.op, win);
}
static int fetch_and_op(Arguments a) {
  return MPI_Fetch_and_op(a.origin, result_value, a.type, a.target, a.displacement, a.op, win);
}
static int compare_and_swap(Arguments a) {
  return MPI_Compare_and_swap(a.origin, &compare_value, result_value, a.type, a.target, a.displacement, win);
}
/* A request that exists in spite of the error would be an error of ours. */
static int finished(int code) {
  if (code == MPI_SUCCESS) MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(request == MPI_REQUEST_NULL);
  return code;
}
static int rput(Arguments a) {
  return finished(MPI_Rput(a.origin, a.count, a.type, a.target, a.displacement, a.count, a.type, win, &request));
}
static int rget(Arguments a) {
  return finished(MPI_Rget((void*)a.origin, a.count, a.type, a.target, a.displacement, a.count, a.type, win, &request));
}
static int raccumulate(Arguments a) {
  return finished(
      MPI_Raccumulate(a.origin, a.count, a.type, a.target, a.displacement, a.count, a.type, a.op, win, &request));
}
static int rget_accumulate(Arguments a) {
  return finished(MPI_Rget_accumulate(a.origin, a.count, a.type, result_value, a.count, a.type, a.target,
                                      a.displacement, a.count, a.type, a.op, win, &request));
}

enum { COUNTED = 1, REDUCES = 2, BOTH = 3 };
static const struct {
  const char* name;
  int (*call)(Arguments);
  int kind;
} operations[] = {{"put", put, COUNTED},
                  {"get", get, COUNTED},
                  {"accumulate", accumulate, BOTH},
                  {"get_accumulate", get_accumulate, BOTH},
                  {"fetch_and_op", fetch_and_op, REDUCES},
                  {"compare_and_swap", compare_and_swap, 0},
                  {"rput", rput, COUNTED},
                  {"rget", rget, COUNTED},
                  {"raccumulate", raccumulate, BOTH},
                  {"rget_accumulate", rget_accumulate, BOTH}};

static void sum_up(void* a, void* b, int* n, MPI_Datatype* t) {
  (void)a, (void)b, (void)n, (void)t;
}

static void bad_arguments(void) {
  long* memory;
  int peer = (rank + 1) % ranks;
  MPI_Datatype uncommitted;
  MPI_Op mine;
  MPI_Type_contiguous(1, MPI_LONG, &uncommitted);
  MPI_Op_create(sum_up, 1, &mine);
  MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, 64);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  const Arguments good = {origin_value, 1, peer, MPI_LONG, 0, MPI_SUM};
  const struct {
    const char* what;
    int kinds; /* of operation that have the argument; 0: all */
    int class;
    Arguments arguments;
  } rows[] = {
      {"as it should be", 0, MPI_SUCCESS, good},
      {"to nobody", 0, MPI_SUCCESS, {origin_value, 1, MPI_PROC_NULL, MPI_LONG, 0, MPI_SUM}},
      {"target too large", 0, MPI_ERR_RANK, {origin_value, 1, ranks, MPI_LONG, 0, MPI_SUM}},
      {"target negative", 0, MPI_ERR_RANK, {origin_value, 1, -4711, MPI_LONG, 0, MPI_SUM}},
      {"count negative", COUNTED, MPI_ERR_COUNT, {origin_value, -1, peer, MPI_LONG, 0, MPI_SUM}},
      {"no type", 0, MPI_ERR_TYPE, {origin_value, 1, peer, MPI_DATATYPE_NULL, 0, MPI_SUM}},
      {"type not committed", COUNTED, MPI_ERR_TYPE, {origin_value, 1, peer, uncommitted, 0, MPI_SUM}},
      {"no buffer", 0, MPI_ERR_BUFFER, {NULL, 1, peer, MPI_LONG, 0, MPI_SUM}},
      {"displacement negative", 0, MPI_ERR_DISP, {origin_value, 1, peer, MPI_LONG, -1, MPI_SUM}},
      {"behind the window", 0, MPI_ERR_RMA_RANGE, {origin_value, 1, peer, MPI_LONG, 8, MPI_SUM}},
      {"across the end", COUNTED, MPI_ERR_RMA_RANGE, {origin_value, 2, peer, MPI_LONG, 7, MPI_SUM}},
      {"far behind", 0, MPI_ERR_RMA_RANGE, {origin_value, 1, peer, MPI_LONG, (MPI_Aint)1 << 61, MPI_SUM}},
      {"an operation of the program", REDUCES, MPI_ERR_OP, {origin_value, 1, peer, MPI_LONG, 0, mine}},
      {"no operation", REDUCES, MPI_ERR_OP, {origin_value, 1, peer, MPI_LONG, 0, MPI_OP_NULL}},
      {"a reduction that the type has not", REDUCES, MPI_ERR_OP, {origin_value, 1, peer, MPI_DOUBLE, 0, MPI_BXOR}},
  };
  CASE("12.3 each communication call with each bad argument") {
    MPI_Win_lock_all(0, win);
    for (size_t o = 0; o < sizeof operations / sizeof *operations; ++o) {
      for (size_t r = 0; r < sizeof rows / sizeof *rows; ++r) {
        if (rows[r].kinds != 0 && !(rows[r].kinds & operations[o].kind)) continue;
        request = MPI_REQUEST_NULL;
        expect(operations[o].name, rows[r].what, operations[o].call(rows[r].arguments), rows[r].class);
      }
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    for (int i = 0; i < 8; ++i) CHECK_EQUAL(memory[i], 0); /* only zeros were put, and nothing beside them */
    MPI_Win_unlock(rank, win);
  }
  MPI_Win_free(&win);
  MPI_Type_free(&uncommitted);
  MPI_Op_free(&mine);
}

/* ---- synchronization: each call in each state, on a window of one's own ---- */

static MPI_Group self;
static int flag;
static int do_put(void) {
  return MPI_Put(origin_value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
}
static int do_rput(void) {
  return finished(MPI_Rput(origin_value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win, &request));
}
static int do_flush(void) {
  return MPI_Win_flush(0, win);
}
static int do_flush_local(void) {
  return MPI_Win_flush_local(0, win);
}
static int do_flush_all(void) {
  return MPI_Win_flush_all(win);
}
static int do_flush_local_all(void) {
  return MPI_Win_flush_local_all(win);
}
static int do_lock(void) {
  return MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
}
static int do_unlock(void) {
  return MPI_Win_unlock(0, win);
}
static int do_lock_all(void) {
  return MPI_Win_lock_all(0, win);
}
static int do_unlock_all(void) {
  return MPI_Win_unlock_all(win);
}
static int do_post(void) {
  return MPI_Win_post(self, 0, win);
}
static int do_start(void) {
  return MPI_Win_start(self, 0, win);
}
static int do_complete(void) {
  return MPI_Win_complete(win);
}
static int do_wait(void) {
  return MPI_Win_wait(win);
}
static int do_test(void) {
  return MPI_Win_test(win, &flag);
}

enum { NOTHING, FENCED, LOCKED, ALL_LOCKED, STARTED, POSTED, BETWEEN, STATES };
static const char* const state_names[STATES] = {"in no epoch",
                                                "in a fence epoch",
                                                "in a lock epoch",
                                                "in a lock_all epoch",
                                                "in a start epoch",
                                                "in an exposure epoch",
                                                "after a fence that nothing followed"};
static void enter(int state) {
  if (state == FENCED || state == BETWEEN) MPI_Win_fence(0, win);
  if (state == FENCED) do_put();
  if (state == LOCKED) do_lock();
  if (state == ALL_LOCKED) do_lock_all();
  if (state == STARTED || state == POSTED) do_post();
  if (state == STARTED) do_start();
}

enum { OK, SYNC, ANY };
static const struct {
  const char* name;
  int (*call)(void);
  int expected[STATES]; /* nothing, fence, lock, lock_all, start, post, between */
} calls[] = {
    {"put", do_put, {SYNC, OK, OK, OK, OK, SYNC, OK}},
    {"rput", do_rput, {SYNC, OK, OK, OK, OK, SYNC, OK}}, /* in active epochs as the libraries do it */
    {"flush", do_flush, {SYNC, SYNC, OK, OK, SYNC, SYNC, SYNC}},
    {"flush_local", do_flush_local, {SYNC, SYNC, OK, OK, SYNC, SYNC, SYNC}},
    {"flush_all", do_flush_all, {SYNC, SYNC, OK, OK, SYNC, SYNC, SYNC}},
    {"flush_local_all", do_flush_local_all, {SYNC, SYNC, OK, OK, SYNC, SYNC, SYNC}},
    {"lock", do_lock, {OK, SYNC, SYNC, SYNC, SYNC, ANY, OK}},
    {"unlock", do_unlock, {SYNC, SYNC, OK, SYNC, SYNC, SYNC, SYNC}},
    {"lock_all", do_lock_all, {OK, SYNC, SYNC, SYNC, SYNC, ANY, OK}},
    {"unlock_all", do_unlock_all, {SYNC, SYNC, SYNC, OK, SYNC, SYNC, SYNC}},
    {"post", do_post, {OK, ANY, ANY, ANY, SYNC, SYNC, OK}},
    {"start", do_start, {OK, SYNC, SYNC, SYNC, SYNC, OK, OK}},
    {"complete", do_complete, {SYNC, SYNC, SYNC, SYNC, OK, SYNC, SYNC}},
    {"wait", do_wait, {SYNC, SYNC, SYNC, SYNC, ANY, ANY, SYNC}},
    {"test", do_test, {SYNC, SYNC, SYNC, SYNC, OK, OK, SYNC}},
};

/* A call that was refused has changed nothing. */
static void leave(const char* refused, int state) {
  if (state == POSTED) expect("start", refused, do_start(), MPI_SUCCESS);
  if (state == FENCED || state == BETWEEN) expect("fence", refused, MPI_Win_fence(0, win), MPI_SUCCESS);
  if (state == LOCKED) expect("unlock", refused, do_unlock(), MPI_SUCCESS);
  if (state == ALL_LOCKED) expect("unlock_all", refused, do_unlock_all(), MPI_SUCCESS);
  if (state == STARTED || state == POSTED) {
    expect("complete", refused, do_complete(), MPI_SUCCESS);
    expect("wait", refused, do_wait(), MPI_SUCCESS);
  }
  expect("free", refused, MPI_Win_free(&win), MPI_SUCCESS);
}

/* Whatever is open: with this handler the window is freed all the same. */
static void drop(void) {
  if (win == MPI_WIN_NULL) return;
  MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);
  MPI_Win_free(&win);
}

static void states(void) {
  long* memory;
  MPI_Comm_group(MPI_COMM_SELF, &self);
  CASE("12.5 each synchronization call in each state of the window") {
    for (size_t c = 0; c < sizeof calls / sizeof *calls; ++c) {
      for (int state = 0; state < STATES; ++state) {
        int expected = calls[c].expected[state];
        if (expected == ANY) continue; /* it may block, or the standard does not say */
        MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
        MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
        request = MPI_REQUEST_NULL;
        enter(state);
        expect(calls[c].name, state_names[state], calls[c].call(), expected == OK ? MPI_SUCCESS : MPI_ERR_RMA_SYNC);
        if (expected == SYNC) leave(calls[c].name, state);
        drop();
      }
    }
  }
  CASE("12.2.5 a window that cannot be freed stays what it was") {
    for (int state = FENCED; state <= POSTED; ++state) {
      MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
      MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
      MPI_Win before = win;
      enter(state);
      expect("free", state_names[state], MPI_Win_free(&win), MPI_ERR_RMA_SYNC);
      CHECK(win == before);
      if (state == LOCKED) expect("put", "after the refusal", do_put(), MPI_SUCCESS);
      drop();
      CHECK(win == MPI_WIN_NULL);
    }
  }
  CASE("12.5.5 each synchronization call with an assertion that it does not know") {
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    expect("fence", "nocheck", MPI_Win_fence(MPI_MODE_NOCHECK, win), MPI_ERR_ASSERT);
    expect("fence", "unknown", MPI_Win_fence(1 << 30, win), MPI_ERR_ASSERT);
    expect("fence", "all",
           MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED, win),
           MPI_SUCCESS);
    expect("post", "nosucceed", MPI_Win_post(self, MPI_MODE_NOSUCCEED, win), MPI_ERR_ASSERT);
    expect("wait", "after a post that was refused", do_wait(), MPI_ERR_RMA_SYNC);
    expect("start", "noput", MPI_Win_start(self, MPI_MODE_NOPUT, win), MPI_ERR_ASSERT);
    expect("complete", "after a start that was refused", do_complete(), MPI_ERR_RMA_SYNC);
    expect("lock", "nostore", MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOSTORE, win), MPI_ERR_ASSERT);
    expect("unlock", "after a lock that was refused", do_unlock(), MPI_ERR_RMA_SYNC);
    expect("lock_all", "noprecede", MPI_Win_lock_all(MPI_MODE_NOPRECEDE, win), MPI_ERR_ASSERT);
    expect("unlock_all", "after a lock_all that was refused", do_unlock_all(), MPI_ERR_RMA_SYNC);
    MPI_Win_free(&win);
  }
  CASE("12.5.2 groups must be groups of the window") {
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Win_allocate(64, 8, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    expect("post", "no group", MPI_Win_post(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
    do_wait();
    expect("start", "no group", MPI_Win_start(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
    do_complete();
    if (ranks > 1) {
      do_post();
      expect("start", "ranks of another communicator", MPI_Win_start(world, 0, win), MPI_ERR_GROUP);
      expect("complete", "after a start that was refused", do_complete(), MPI_ERR_RMA_SYNC);
      do_start(), do_complete(), do_wait();
    }
    MPI_Win_free(&win);
    MPI_Group_free(&world);
  }
  MPI_Group_free(&self);
}

static void no_window(void) {
  MPI_Aint size;
  int unit;
  void* base;
  MPI_Info info;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_group(MPI_COMM_SELF, &self);
  MPI_Info_create(&info);
  win = MPI_WIN_NULL;
  CASE("12.6 calls on no window are MPI_ERR_WIN") {
    for (size_t o = 0; o < sizeof operations / sizeof *operations; ++o) {
      request = MPI_REQUEST_NULL;
      expect(operations[o].name, "on no window",
             operations[o].call((Arguments){origin_value, 1, 0, MPI_LONG, 0, MPI_SUM}), MPI_ERR_WIN);
    }
    for (size_t c = 0; c < sizeof calls / sizeof *calls; ++c)
      expect(calls[c].name, "on no window", calls[c].call(), MPI_ERR_WIN);
    expect("fence", "on no window", MPI_Win_fence(0, win), MPI_ERR_WIN);
    expect("sync", "on no window", MPI_Win_sync(win), MPI_ERR_WIN);
    expect("attach", "on no window", MPI_Win_attach(win, &unit, sizeof unit), MPI_ERR_WIN);
    expect("detach", "on no window", MPI_Win_detach(win, &unit), MPI_ERR_WIN);
    expect("shared_query", "on no window", MPI_Win_shared_query(win, 0, &size, &unit, &base), MPI_ERR_WIN);
    expect("set_info", "on no window", MPI_Win_set_info(win, info), MPI_ERR_WIN);
    expect("free", "on no window", MPI_Win_free(&win), MPI_ERR_WIN);
  }
  MPI_Info_free(&info);
  MPI_Group_free(&self);
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  bad_arguments();
  states();
  no_window();
  return end();
}
