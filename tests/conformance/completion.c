/* 12.3 to 12.7, what the other programs leave out: each call to MPI_PROC_NULL, values of every kind compared and
 * swapped, which ranks may do what when an epoch ends, and windows that are unrelated. */
#include "conformance.h"

static int next, previous;

static void nobody(void) {
  CASE("12.3 every communication call to MPI_PROC_NULL does nothing; requests complete") {
    Window w = make_window(ALLOCATE, 32, 8);
    long value = 5, compare = 0, result = 6;
    MPI_Request r[4];
    MPI_Win_lock_all(0, w.win);
    MPI_Put(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, w.win);
    MPI_Get(&result, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, w.win);
    MPI_Accumulate(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, MPI_SUM, w.win);
    MPI_Get_accumulate(&value, 1, MPI_LONG, &result, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, MPI_SUM, w.win);
    MPI_Fetch_and_op(&value, &result, MPI_LONG, MPI_PROC_NULL, 0, MPI_SUM, w.win);
    MPI_Compare_and_swap(&value, &compare, &result, MPI_LONG, MPI_PROC_NULL, 0, w.win);
    MPI_Rput(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, w.win, &r[0]);
    MPI_Rget(&result, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, w.win, &r[1]);
    MPI_Raccumulate(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, MPI_SUM, w.win, &r[2]);
    MPI_Rget_accumulate(&value, 1, MPI_LONG, &result, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, MPI_SUM, w.win, &r[3]);
    MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
    MPI_Win_flush(MPI_PROC_NULL, w.win);
    MPI_Win_flush_local(MPI_PROC_NULL, w.win);
    MPI_Win_unlock_all(w.win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, MPI_PROC_NULL, 0, w.win);
    MPI_Win_unlock(MPI_PROC_NULL, w.win);
    CHECK_EQUAL(result, 6);
    for (int i = 0; i < 4; ++i) CHECK_EQUAL(((long*)w.memory)[i], 0);
    drop_window(&w);
  }
}

static void values(void) {
  CASE("12.3.4.4 compare_and_swap takes integers, logicals and bytes of every size") {
    const MPI_Datatype kTypes[] = {MPI_BYTE,    MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_SHORT,   MPI_UNSIGNED_SHORT,
                                   MPI_INT,     MPI_UNSIGNED,    MPI_LONG,          MPI_UNSIGNED_LONG, MPI_LONG_LONG,
                                   MPI_INT8_T,  MPI_INT16_T,     MPI_INT32_T,       MPI_INT64_T, MPI_UINT8_T,
                                   MPI_UINT16_T, MPI_UINT32_T,   MPI_UINT64_T,      MPI_C_BOOL,  MPI_LOGICAL,
                                   MPI_INTEGER, MPI_AINT,        MPI_COUNT,         MPI_OFFSET};
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 16, 1);
      for (size_t t = 0; t < sizeof kTypes / sizeof *kTypes; ++t) {
        int size = 0;
        unsigned char zero[16] = {0}, one[16] = {1}, found[16] = {9};
        if (kTypes[t] == MPI_DATATYPE_NULL) continue; /* a library without Fortran */
        MPI_Type_size(kTypes[t], &size);
        memset(w.memory, 0, 16);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w.win);
        MPI_Compare_and_swap(one, one, found, kTypes[t], next, at(&w, next, 0, 1), w.win); /* not equal */
        MPI_Win_flush(next, w.win);
        CHECK(memcmp(found, zero, (size_t)size) == 0);
        MPI_Compare_and_swap(one, zero, found, kTypes[t], next, at(&w, next, 0, 1), w.win);
        MPI_Win_flush(next, w.win);
        CHECK(memcmp(found, zero, (size_t)size) == 0);
        MPI_Compare_and_swap(zero, zero, found, kTypes[t], next, at(&w, next, 0, 1), w.win); /* not equal */
        MPI_Win_unlock(next, w.win);
        CHECK(memcmp(found, one, (size_t)size) == 0);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
        CHECK_EQUAL(w.memory[0], 1);
        for (int i = 1; i < 16; ++i) CHECK_EQUAL(w.memory[i], 0);
        MPI_Win_unlock(rank, w.win);
        MPI_Barrier(MPI_COMM_WORLD);
      }
      drop_window(&w);
    }
  }
  CASE("12.3.4.1 MPI_REPLACE makes an accumulate of a put") {
    Window w = make_window(CREATE, 64, 8);
    double values[4] = {rank, rank + 0.5, -rank, 1e300};
    MPI_Win_fence(0, w.win);
    MPI_Accumulate(values, 4, MPI_DOUBLE, next, 2, 4, MPI_DOUBLE, MPI_REPLACE, w.win);
    MPI_Win_fence(0, w.win);
    const double* memory = (const double*)w.memory;
    CHECK(memory[1] == 0 && memory[2] == previous && memory[3] == previous + 0.5 && memory[4] == -previous);
    CHECK(memory[5] == 1e300 && memory[6] == 0);
    drop_window(&w);
  }
  CASE("12.3.4.2 get_accumulate returns what was there before, element by element, whatever others add meanwhile") {
    enum { N = 50 };
    Window w = make_window(ALLOCATE, N * 8, 8);
    long ones[N], before[N], sum = 0, all = 0;
    for (int i = 0; i < N; ++i) ones[i] = 1;
    MPI_Win_lock_all(0, w.win);
    for (int round = 0; round < 20; ++round) {
      MPI_Get_accumulate(ones, N, MPI_LONG, before, N, MPI_LONG, 0, 0, N, MPI_LONG, MPI_SUM, w.win);
      MPI_Win_flush(0, w.win);
      for (int i = 0; i < N; ++i) sum += before[i];
    }
    MPI_Win_unlock_all(w.win);
    /* Each element was 0, 1, …, 20 * ranks - 1 once. */
    MPI_Reduce(&sum, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    const long n = 20L * ranks;
    if (rank == 0) CHECK_EQUAL(all, N * (n * (n - 1) / 2));
    MPI_Barrier(MPI_COMM_WORLD);
    drop_window(&w);
  }
  CASE("12.3.2 what a get will write is written when the call that completes it returns") {
    Window w = make_window(CREATE, 8, 8);
    long got = -1;
    *(long*)w.memory = 60 + rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w.win);
    MPI_Get(&got, 1, MPI_LONG, next, 0, 1, MPI_LONG, w.win);
    MPI_Win_unlock(next, w.win);
    CHECK_EQUAL(got, 60 + next);
    drop_window(&w);
  }
}

static MPI_Group group_of(MPI_Win win, int count, const int* members) {
  MPI_Group all, made;
  MPI_Win_get_group(win, &all);
  MPI_Group_incl(all, count, members, &made);
  MPI_Group_free(&all);
  return made;
}

static void ends_of_epochs(void) {
  CASE("12.5.2 complete frees the origin's buffers; wait comes when every origin has completed") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 8 * 64, 8);
      int everybody[64];
      for (int i = 0; i < ranks; ++i) everybody[i] = i;
      MPI_Group all = group_of(w.win, ranks, everybody);
      for (long round = 0; round < 10; ++round) {
        long values[64];
        MPI_Win_post(all, 0, w.win);
        MPI_Win_start(all, 0, w.win);
        for (int t = 0; t < ranks; ++t) {
          values[t] = 100 * round + 10 * rank + t;
          MPI_Put(&values[t], 1, MPI_LONG, t, at(&w, t, rank, 8), 1, MPI_LONG, w.win);
        }
        MPI_Win_complete(w.win);
        memset(values, 0, sizeof values);
        MPI_Win_wait(w.win);
        for (int o = 0; o < ranks; ++o) CHECK_EQUAL(((long*)w.memory)[o], 100 * round + 10 * o + rank);
      }
      MPI_Group_free(&all);
      drop_window(&w);
    }
  }
  CASE("12.5.5 post with true MPI_MODE_NOSTORE and MPI_MODE_NOPUT changes nothing") {
    Window w = make_window(ALLOCATE, 8, 8);
    MPI_Group to = group_of(w.win, 1, &next), from = group_of(w.win, 1, &previous);
    for (long round = 0; round < 5; ++round) {
      long got = -1;
      MPI_Win_post(from, round ? MPI_MODE_NOSTORE | MPI_MODE_NOPUT : 0, w.win);
      MPI_Win_start(to, 0, w.win);
      if (round == 0) {
        long value = 40 + rank;
        MPI_Put(&value, 1, MPI_LONG, next, 0, 1, MPI_LONG, w.win);
        MPI_Win_complete(w.win);
      } else {
        MPI_Get(&got, 1, MPI_LONG, next, 0, 1, MPI_LONG, w.win);
        MPI_Win_complete(w.win);
        CHECK_EQUAL(got, 40 + rank);
      }
      MPI_Win_wait(w.win);
    }
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    drop_window(&w);
  }
  CASE("12.5.3 lock_all is not collective, and reaches every target") {
    Window w = make_window(CREATE, 8, 8);
    if (rank == ranks - 1) {
      MPI_Win_lock_all(0, w.win);
      for (int t = 0; t < ranks; ++t) {
        long value = 20 + t;
        MPI_Put(&value, 1, MPI_LONG, t, 0, 1, MPI_LONG, w.win);
        MPI_Win_flush_local(t, w.win);
      }
      MPI_Win_unlock_all(w.win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(*(volatile long*)w.memory, 20 + rank);
    MPI_Barrier(MPI_COMM_WORLD);
    drop_window(&w);
  }
  CASE("12.5.5 MPI_MODE_NOCHECK: whoever knows that nobody holds a lock need not ask") {
    Window w = make_window(ALLOCATE, 8, 8);
    for (int turn = 0; turn < ranks; ++turn) {
      if (turn == rank) {
        long got = -1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, w.win);
        MPI_Get(&got, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win);
        MPI_Win_flush(0, w.win);
        ++got;
        MPI_Put(&got, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win);
        MPI_Win_unlock(0, w.win);
      }
      MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0) CHECK_EQUAL(*(volatile long*)w.memory, ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    drop_window(&w);
  }
  CASE("12.5.4 flush_all completes at every target; flush_local_all leaves only the buffers free") {
    Window w = make_window(CREATE, 16, 8);
    long value = rank;
    MPI_Win_lock_all(0, w.win);
    for (int t = 0; t < ranks; ++t) MPI_Accumulate(&value, 1, MPI_LONG, t, 0, 1, MPI_LONG, MPI_SUM, w.win);
    MPI_Win_flush_local_all(w.win);
    value = 1000;
    MPI_Win_flush_all(w.win);
    MPI_Barrier(MPI_COMM_WORLD);
    long got = -1;
    MPI_Fetch_and_op(NULL, &got, MPI_LONG, rank, 0, MPI_NO_OP, w.win);
    MPI_Win_flush(rank, w.win);
    CHECK_EQUAL(got, ranks * (ranks - 1) / 2);
    MPI_Win_unlock_all(w.win);
    drop_window(&w);
  }
  CASE("12.5.4 Win_sync: what was stored before it is there for who reads behind a barrier and a Win_sync") {
    Window w = make_window(SHARED, 8, 8);
    MPI_Aint size;
    int unit;
    long* theirs;
    MPI_Win_shared_query(w.win, next, &size, &unit, &theirs);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, w.win);
    for (long round = 0; round < 20; ++round) {
      *(volatile long*)w.memory = 100 * round + rank;
      MPI_Win_sync(w.win);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_sync(w.win);
      CHECK_EQUAL(*(volatile long*)theirs, 100 * round + next);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(w.win);
    drop_window(&w);
  }
  CASE("12.5 epochs of different windows go on at the same time and do not concern each other") {
    Window fenced = make_window(ALLOCATE, 8, 8), locked = make_window(CREATE, 8, 8), started = make_window(ALLOCATE, 8, 8);
    long a = 1 + rank, b = 2 + rank, c = 3 + rank;
    MPI_Group to = group_of(started.win, 1, &next), from = group_of(started.win, 1, &previous);
    MPI_Win_post(from, 0, started.win);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, locked.win);
    MPI_Win_fence(0, fenced.win);
    MPI_Win_start(to, 0, started.win);
    MPI_Put(&a, 1, MPI_LONG, next, 0, 1, MPI_LONG, fenced.win);
    MPI_Put(&b, 1, MPI_LONG, next, 0, 1, MPI_LONG, locked.win);
    MPI_Put(&c, 1, MPI_LONG, next, 0, 1, MPI_LONG, started.win);
    MPI_Win_unlock(next, locked.win);
    MPI_Win_complete(started.win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, fenced.win);
    MPI_Win_wait(started.win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(*(volatile long*)fenced.memory, 1 + previous);
    CHECK_EQUAL(*(volatile long*)locked.memory, 2 + previous);
    CHECK_EQUAL(*(volatile long*)started.memory, 3 + previous);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    drop_window(&started);
    drop_window(&locked);
    drop_window(&fenced);
  }
}

static void memory_model(void) {
  CASE("12.4 unified model: an update that is complete is in the owner's memory without any call on the window") {
    Window w = make_window(CREATE, 8, 8);
    const void* told;
    int found, token = 0;
    MPI_Win_get_attr(w.win, MPI_WIN_MODEL, &told, &found);
    CHECK(found && *(const int*)told == MPI_WIN_UNIFIED);
    for (long round = 1; round < 10; ++round) {
      long value = 10 * round + rank;
      MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w.win);
      MPI_Put(&value, 1, MPI_LONG, next, 0, 1, MPI_LONG, w.win);
      MPI_Win_unlock(next, w.win);
      MPI_Sendrecv(&token, 0, MPI_INT, next, 0, &token, 0, MPI_INT, previous, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK_EQUAL(*(volatile long*)w.memory, 10 * round + previous);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    drop_window(&w);
  }
  CASE("12.7.1 single elements are never seen half written, by accumulates of a whole type") {
    Window w = make_window(CREATE, 16, 8);
    long halves[2] = {0x0101010101010101L, 0x7f7f7f7f7f7f7f7fL};
    MPI_Win_lock_all(0, w.win);
    if (rank != 0) {
      for (int i = 0; i < 100; ++i) {
        MPI_Accumulate(&halves[i % 2], 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, w.win);
        MPI_Win_flush(0, w.win);
      }
    } else {
      for (int i = 0; i < 100; ++i) {
        long got = -1;
        MPI_Get_accumulate(NULL, 0, MPI_LONG, &got, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_NO_OP, w.win);
        MPI_Win_flush(0, w.win);
        CHECK(got == 0 || got == halves[0] || got == halves[1]);
      }
    }
    MPI_Win_unlock_all(w.win);
    drop_window(&w);
  }
  CASE("12.7.2 with accumulate_ordering none every accumulate still counts once") {
    MPI_Info info;
    MPI_Win win;
    long* memory;
    MPI_Info_create(&info);
    MPI_Info_set(info, "accumulate_ordering", "none");
    MPI_Win_allocate(8, 8, info, MPI_COMM_WORLD, &memory, &win);
    MPI_Info_free(&info);
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (long i = 1; i <= 50; ++i) {
      MPI_Accumulate(&i, 1, MPI_LONG, next, 0, 1, MPI_LONG, MPI_SUM, win);
      MPI_Win_flush_local(next, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(*(volatile long*)memory, 50 * 51 / 2);
    MPI_Win_free(&win);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  next = (rank + 1) % ranks;
  previous = (rank + ranks - 1) % ranks;
  nobody();
  values();
  ends_of_epochs();
  memory_model();
  return end();
}
