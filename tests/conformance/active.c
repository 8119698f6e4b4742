/* 12.5.1, 12.5.2: fence; post, start, complete, wait, test. */
#include "conformance.h"

static void fences(void) {
  CASE("12.5.1 a fence completes puts at origin and target, gets at the origin") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 8 * (ranks + 1), 8);
      long* memory = (long*)w.memory;
      for (int round = 0; round < 10; ++round) {
        long out[16], in[16];
        MPI_Win_fence(0, w.win);
        for (int t = 0; t < ranks; ++t) {
          out[t] = 100 * round + 10 * rank + t;
          MPI_Put(&out[t], 1, MPI_LONG, t, at(&w, t, rank, 8), 1, MPI_LONG, w.win);
        }
        MPI_Win_fence(0, w.win);
        for (int o = 0; o < ranks; ++o) CHECK_EQUAL(memory[o], 100 * round + 10 * o + rank);
        for (int t = 0; t < ranks; ++t) MPI_Get(&in[t], 1, MPI_LONG, t, at(&w, t, rank, 8), 1, MPI_LONG, w.win);
        MPI_Win_fence(0, w.win);
        for (int t = 0; t < ranks; ++t) CHECK_EQUAL(in[t], 100 * round + 10 * rank + t);
      }
      drop_window(&w);
    }
  }
  CASE("12.5.5 fences with true assertions change nothing") {
    Window w = make_window(ALLOCATE, 16, 8);
    long* memory = (long*)w.memory;
    int target = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    for (long round = 0; round < 10; ++round) {
      long value = 10 * round + rank;
      MPI_Win_fence(MPI_MODE_NOPRECEDE, w.win);
      MPI_Put(&value, 1, MPI_LONG, target, 0, 1, MPI_LONG, w.win);
      MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, w.win);
      CHECK_EQUAL(memory[0], 10 * round + previous);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    drop_window(&w);
  }
  CASE("12.5.1 what was stored before a fence is there for gets behind it") {
    Window w = make_window(CREATE, 8, 8);
    for (long round = 0; round < 20; ++round) {
      long seen = -1;
      *(long*)w.memory = 100 * round + rank;
      MPI_Win_fence(0, w.win);
      MPI_Get(&seen, 1, MPI_LONG, (rank + 1) % ranks, 0, 1, MPI_LONG, w.win);
      MPI_Win_fence(0, w.win);
      CHECK_EQUAL(seen, 100 * round + (rank + 1) % ranks);
    }
    drop_window(&w);
  }
  CASE("12.5.1 a lock epoch may follow a fence that nothing follows") {
    Window w = make_window(ALLOCATE, 8, 8);
    long value = 5;
    MPI_Win_fence(0, w.win);
    if (rank == 0) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, ranks - 1, 0, w.win);
      MPI_Put(&value, 1, MPI_LONG, ranks - 1, 0, 1, MPI_LONG, w.win);
      MPI_Win_unlock(ranks - 1, w.win);
    }
    MPI_Win_fence(0, w.win);
    if (rank == ranks - 1) CHECK_EQUAL(*(long*)w.memory, 5);
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

static void generalized(void) {
  CASE("12.5.2 a ring of neighbours, start before and behind post") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 16, 8);
      int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
      MPI_Group to = group_of(w.win, 1, &next), from = group_of(w.win, 1, &previous);
      for (long round = 0; round < 30; ++round) {
        long value = 100 * round + rank, old = -1;
        MPI_Win_post(from, 0, w.win);
        MPI_Win_start(to, 0, w.win);
        MPI_Put(&value, 1, MPI_LONG, next, at(&w, next, 0, 8), 1, MPI_LONG, w.win);
        MPI_Get(&old, 1, MPI_LONG, next, at(&w, next, 1, 8), 1, MPI_LONG, w.win);
        MPI_Win_complete(w.win);
        CHECK_EQUAL(old, round ? 7 * (round - 1) + next : 0);
        MPI_Win_wait(w.win);
        CHECK_EQUAL(((long*)w.memory)[0], 100 * round + previous);
        ((long*)w.memory)[1] = 7 * round + rank;
      }
      MPI_Group_free(&to);
      MPI_Group_free(&from);
      drop_window(&w);
    }
  }
  CASE("12.5.2 groups may differ from rank to rank: all write to rank 0, which writes to nobody") {
    Window w = make_window(ALLOCATE, 8 * ranks, 8);
    int zero = 0, others[64];
    for (int i = 1; i < ranks; ++i) others[i - 1] = i;
    for (long round = 0; round < 20 && ranks > 1; ++round) {
      long value = 10 * round + rank;
      if (rank == 0) {
        MPI_Group from = group_of(w.win, ranks - 1, others);
        MPI_Win_post(from, 0, w.win);
        MPI_Win_wait(w.win);
        for (int o = 1; o < ranks; ++o) CHECK_EQUAL(((long*)w.memory)[o], 10 * round + o);
        MPI_Group_free(&from);
      } else {
        MPI_Group to = group_of(w.win, 1, &zero);
        MPI_Win_start(to, 0, w.win);
        MPI_Put(&value, 1, MPI_LONG, 0, rank, 1, MPI_LONG, w.win);
        MPI_Win_complete(w.win);
        MPI_Group_free(&to);
      }
    }
    drop_window(&w);
  }
  CASE("12.5.2 an origin may be epochs ahead: complete of an epoch without operations need not wait") {
    Window w = make_window(ALLOCATE, 8, 8);
    int last = ranks - 1, zero = 0;
    if (ranks > 1) {
      if (rank == 0) {
        MPI_Group to = group_of(w.win, 1, &last);
        for (long i = 0; i < 5; ++i) {
          MPI_Win_start(to, 0, w.win);
          MPI_Put(&i, 1, MPI_LONG, last, 0, 1, MPI_LONG, w.win);
          MPI_Win_complete(w.win);
        }
        MPI_Group_free(&to);
      } else if (rank == last) {
        MPI_Group from = group_of(w.win, 1, &zero);
        for (long i = 0; i < 5; ++i) {
          MPI_Win_post(from, 0, w.win);
          MPI_Win_wait(w.win);
          CHECK_EQUAL(*(long*)w.memory, i);
        }
        MPI_Group_free(&from);
      }
    }
    drop_window(&w);
  }
  CASE("12.5.2 a rank may be target and origin of itself") {
    Window w = make_window(CREATE, 8, 8);
    MPI_Group self = group_of(w.win, 1, &rank);
    long value = 9;
    MPI_Win_post(self, 0, w.win);
    MPI_Win_start(self, 0, w.win);
    MPI_Put(&value, 1, MPI_LONG, rank, 0, 1, MPI_LONG, w.win);
    MPI_Win_complete(w.win);
    MPI_Win_wait(w.win);
    CHECK_EQUAL(*(long*)w.memory, 9);
    MPI_Group_free(&self);
    drop_window(&w);
  }
  CASE("12.5.2 empty groups are allowed") {
    Window w = make_window(ALLOCATE, 8, 8);
    int flag = 0;
    MPI_Win_post(MPI_GROUP_EMPTY, 0, w.win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, w.win);
    MPI_Win_complete(w.win);
    MPI_Win_wait(w.win);
    MPI_Win_post(MPI_GROUP_EMPTY, 0, w.win);
    MPI_Win_test(w.win, &flag);
    CHECK(flag);
    drop_window(&w);
  }
  CASE("12.5.2 test tells, without waiting, whether wait would return, and ends the exposure if so") {
    Window w = make_window(ALLOCATE, 8, 8);
    int last = ranks - 1, zero = 0, flag = 1, token = 0;
    long value = 3;
    if (ranks > 1) {
      if (rank == 0) {
        MPI_Group from = group_of(w.win, 1, &last);
        MPI_Win_post(from, 0, w.win);
        MPI_Win_test(w.win, &flag);
        CHECK(!flag); /* the origin waits for our message */
        MPI_Send(&token, 1, MPI_INT, last, 0, MPI_COMM_WORLD);
        while (!flag) MPI_Win_test(w.win, &flag);
        CHECK_EQUAL(*(long*)w.memory, 3);
        MPI_Win_post(from, 0, w.win);
        MPI_Win_wait(w.win);
        MPI_Group_free(&from);
      } else if (rank == last) {
        MPI_Group to = group_of(w.win, 1, &zero);
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < 2; ++i) {
          MPI_Win_start(to, 0, w.win);
          MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win);
          MPI_Win_complete(w.win);
        }
        MPI_Group_free(&to);
      }
    }
    drop_window(&w);
  }
  CASE("12.5.5 MPI_MODE_NOCHECK on both sides, the post known to have come first") {
    Window w = make_window(ALLOCATE, 8, 8);
    int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Group to = group_of(w.win, 1, &next), from = group_of(w.win, 1, &previous);
    for (long round = 0; round < 10; ++round) {
      long value = 10 * round + rank;
      MPI_Win_post(from, MPI_MODE_NOCHECK, w.win);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_start(to, MPI_MODE_NOCHECK, w.win);
      MPI_Put(&value, 1, MPI_LONG, next, 0, 1, MPI_LONG, w.win);
      MPI_Win_complete(w.win);
      MPI_Win_wait(w.win);
      CHECK_EQUAL(*(long*)w.memory, 10 * round + previous);
    }
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    drop_window(&w);
  }
  CASE("12.5.2 fence epochs and post-start epochs may alternate") {
    Window w = make_window(ALLOCATE, 8, 8);
    int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Group to = group_of(w.win, 1, &next), from = group_of(w.win, 1, &previous);
    for (long round = 0; round < 5; ++round) {
      long value = 10 * round + rank;
      MPI_Win_fence(MPI_MODE_NOPRECEDE, w.win);
      MPI_Put(&value, 1, MPI_LONG, next, 0, 1, MPI_LONG, w.win);
      MPI_Win_fence(MPI_MODE_NOSUCCEED, w.win);
      CHECK_EQUAL(*(long*)w.memory, 10 * round + previous);
      value += 5;
      MPI_Win_post(from, 0, w.win);
      MPI_Win_start(to, 0, w.win);
      MPI_Accumulate(&value, 1, MPI_LONG, next, 0, 1, MPI_LONG, MPI_SUM, w.win);
      MPI_Win_complete(w.win);
      MPI_Win_wait(w.win);
      CHECK_EQUAL(*(long*)w.memory, 20 * round + 2 * previous + 5);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    drop_window(&w);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  fences();
  generalized();
  return end();
}
