/* 12.5.3, 12.5.4, 12.3.5, 12.7.3: locks, flushes, requests, progress. */
#include "conformance.h"

#include <time.h>

static void pause_ms(int ms) {
  struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
  nanosleep(&t, NULL);
}

static void locks(void) {
  for (int flavor = 0; flavor < FLAVORS; ++flavor) {
    Window w = make_window(flavor, 128, 8);
    long* memory = (long*)w.memory;
    CASE("12.5.3 exclusive locks exclude: a counter read and written under them loses nothing") {
      const int n = 60;
      int last = ranks - 1;
      for (int i = 0; i < n; ++i) {
        long value;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, last, 0, w.win);
        MPI_Get(&value, 1, MPI_LONG, last, at(&w, last, 0, 8), 1, MPI_LONG, w.win);
        MPI_Win_flush(last, w.win);
        ++value;
        MPI_Put(&value, 1, MPI_LONG, last, at(&w, last, 0, 8), 1, MPI_LONG, w.win);
        MPI_Win_unlock(last, w.win);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == last) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, last, 0, w.win);
        CHECK_EQUAL(memory[0], n * ranks);
        MPI_Win_unlock(last, w.win);
      }
    }
    CASE("12.5.3 a shared lock keeps writers with an exclusive lock out: two words stay equal") {
      for (int i = 0; i < 40; ++i) {
        if ((rank + i) % 2) {
          long both[2] = {1000 * rank + i, 1000 * rank + i};
          MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
          MPI_Put(&both[0], 1, MPI_LONG, 0, at(&w, 0, 2, 8), 1, MPI_LONG, w.win);
          MPI_Put(&both[1], 1, MPI_LONG, 0, at(&w, 0, 3, 8), 1, MPI_LONG, w.win);
          MPI_Win_unlock(0, w.win);
        } else {
          long both[2] = {-1, -2};
          MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win);
          MPI_Get(&both[0], 1, MPI_LONG, 0, at(&w, 0, 2, 8), 1, MPI_LONG, w.win);
          MPI_Get(&both[1], 1, MPI_LONG, 0, at(&w, 0, 3, 8), 1, MPI_LONG, w.win);
          MPI_Win_unlock(0, w.win);
          CHECK_EQUAL(both[0], both[1]);
        }
      }
      MPI_Barrier(MPI_COMM_WORLD);
    }
    CASE("12.5.3 the owner's loads and stores under its own lock are protected as well") {
      for (int i = 0; i < 40; ++i) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
        if (rank == 0) {
          memory[4] += 1;
          memory[5] += 1;
        } else {
          long both[2];
          MPI_Get(&both[0], 1, MPI_LONG, 0, at(&w, 0, 4, 8), 1, MPI_LONG, w.win);
          MPI_Get(&both[1], 1, MPI_LONG, 0, at(&w, 0, 5, 8), 1, MPI_LONG, w.win);
          MPI_Win_flush(0, w.win);
          CHECK_EQUAL(both[0], both[1]);
          both[0] += 1;
          both[1] += 1;
          MPI_Put(&both[0], 1, MPI_LONG, 0, at(&w, 0, 4, 8), 1, MPI_LONG, w.win);
          MPI_Put(&both[1], 1, MPI_LONG, 0, at(&w, 0, 5, 8), 1, MPI_LONG, w.win);
        }
        MPI_Win_unlock(0, w.win);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win);
        CHECK_EQUAL(memory[4], 40 * ranks);
        MPI_Win_unlock(0, w.win);
      }
    }
    CASE("12.5.3 locks of different targets may be held at once") {
      if (rank == 0) {
        for (int t = 0; t < ranks; ++t) MPI_Win_lock(MPI_LOCK_SHARED, t, 0, w.win);
        for (int t = 0; t < ranks; ++t) {
          long value = 500 + t;
          MPI_Put(&value, 1, MPI_LONG, t, at(&w, t, 6, 8), 1, MPI_LONG, w.win);
          MPI_Win_flush(t, w.win);
        }
        for (int t = ranks - 1; t >= 0; --t) MPI_Win_unlock(t, w.win);
      }
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
      CHECK_EQUAL(memory[6], 500 + rank);
      MPI_Win_unlock(rank, w.win);
    }
    CASE("12.5.3 ranks that lock several targets in the same order do not wait for each other in a circle") {
      for (int i = 0; ranks > 1 && i < 40; ++i) {
        long one = 1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, w.win);
        for (int t = 1; t >= 0; --t) {
          MPI_Accumulate(&one, 1, MPI_LONG, t, at(&w, t, 8, 8), 1, MPI_LONG, MPI_SUM, w.win);
          MPI_Win_unlock(t, w.win);
        }
      }
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
      CHECK_EQUAL(memory[8], ranks > 1 && rank < 2 ? 40 * ranks : 0);
      MPI_Win_unlock(rank, w.win);
    }
    CASE("12.5.3 a lock that is held lets shared ones in and keeps an exclusive one waiting") {
      if (ranks > 1) {
        long value = 42, got = -1;
        char word = 0;
        if (rank == 0) {
          MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win);
          MPI_Barrier(MPI_COMM_WORLD);
          /* They are granted while this one is held, or they would never report it. */
          for (int i = 1; i < ranks; ++i) MPI_Recv(&word, 1, MPI_CHAR, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          MPI_Barrier(MPI_COMM_WORLD);
          pause_ms(5);
          MPI_Put(&value, 1, MPI_LONG, 0, at(&w, 0, 7, 8), 1, MPI_LONG, w.win);
          MPI_Win_unlock(0, w.win);
        } else {
          MPI_Barrier(MPI_COMM_WORLD);
          MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w.win);
          MPI_Get(&got, 1, MPI_LONG, 0, at(&w, 0, 9, 8), 1, MPI_LONG, w.win);
          MPI_Win_unlock(0, w.win);
          MPI_Send(&word, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
          MPI_Barrier(MPI_COMM_WORLD);
          MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
          MPI_Get(&got, 1, MPI_LONG, 0, at(&w, 0, 7, 8), 1, MPI_LONG, w.win);
          MPI_Win_unlock(0, w.win);
          CHECK_EQUAL(got, 42);
        }
      }
      MPI_Barrier(MPI_COMM_WORLD);
    }
    drop_window(&w);
  }
}

static void flushes(void) {
  for (int flavor = 0; flavor < FLAVORS; ++flavor) {
    Window w = make_window(flavor, 256, 8);
    long* memory = (long*)w.memory;
    int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    CASE("12.5.4 flush completes at the target: after a message the target sees the put") {
      MPI_Win_lock_all(0, w.win);
      for (long i = 0; i < 20; ++i) {
        long value = 100 * i + rank;
        MPI_Put(&value, 1, MPI_LONG, next, at(&w, next, 0, 8), 1, MPI_LONG, w.win);
        if (i % 2) MPI_Win_flush(next, w.win);
        else MPI_Win_flush_all(w.win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(w.win);
        CHECK_EQUAL(*(volatile long*)&memory[0], 100 * i + previous);
        MPI_Barrier(MPI_COMM_WORLD);
      }
      MPI_Win_unlock_all(w.win);
    }
    CASE("12.5.4 after flush_local the origin buffer is free again, and gets have arrived") {
      long buffer, got = -1;
      MPI_Win_lock_all(0, w.win);
      for (long i = 0; i < 10; ++i) {
        buffer = 50 * rank + i;
        MPI_Put(&buffer, 1, MPI_LONG, next, at(&w, next, 1 + i, 8), 1, MPI_LONG, w.win);
        MPI_Win_flush_local(next, w.win);
        buffer = -1;
      }
      MPI_Win_flush(next, w.win);
      MPI_Get(&got, 1, MPI_LONG, next, at(&w, next, 5, 8), 1, MPI_LONG, w.win);
      MPI_Win_flush_local_all(w.win);
      CHECK_EQUAL(got, 50 * rank + 4);
      MPI_Win_unlock_all(w.win);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
      for (int i = 0; i < 10; ++i) CHECK_EQUAL(memory[1 + i], 50 * previous + i);
      MPI_Win_unlock(rank, w.win);
    }
    CASE("12.5.3 unlock completes everywhere") {
      for (long i = 0; i < 10; ++i) {
        long value = 7 * i + rank;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, w.win);
        MPI_Put(&value, 1, MPI_LONG, next, at(&w, next, 20, 8), 1, MPI_LONG, w.win);
        MPI_Win_unlock(next, w.win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
        CHECK_EQUAL(memory[20], 7 * i + previous);
        MPI_Win_unlock(rank, w.win);
        MPI_Barrier(MPI_COMM_WORLD);
      }
    }
    drop_window(&w);
  }
}

static void requests(void) {
  CASE("12.3.5 requests of RMA operations complete in every completion call, mixed with others") {
    Window w = make_window(ALLOCATE, 1024, 8);
    int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Win_lock_all(0, w.win);
    for (int call = 0; call < 8; ++call) {
      long out = 10 * rank + call, in = -1, sent = rank, received = -1, add = 1, fetched = -1;
      MPI_Request r[6];
      int n = 0, flag = 0, index, done, indices[6];
      MPI_Irecv(&received, 1, MPI_LONG, previous, call, MPI_COMM_WORLD, &r[n++]);
      MPI_Rput(&out, 1, MPI_LONG, next, call, 1, MPI_LONG, w.win, &r[n++]);
      MPI_Rget(&in, 1, MPI_LONG, rank, 100, 1, MPI_LONG, w.win, &r[n++]);
      MPI_Raccumulate(&add, 1, MPI_LONG, next, 50 + call, 1, MPI_LONG, MPI_SUM, w.win, &r[n++]);
      MPI_Rget_accumulate(&add, 1, MPI_LONG, &fetched, 1, MPI_LONG, rank, 80 + call, 1, MPI_LONG, MPI_SUM, w.win,
                          &r[n++]);
      MPI_Isend(&sent, 1, MPI_LONG, next, call, MPI_COMM_WORLD, &r[n++]);
      switch (call) {
        case 0: MPI_Waitall(n, r, MPI_STATUSES_IGNORE); break;
        case 1: for (int i = 0; i < n; ++i) MPI_Wait(&r[i], MPI_STATUS_IGNORE); break;
        case 2: for (int i = 0; i < n; ++i) MPI_Waitany(n, r, &index, MPI_STATUS_IGNORE); break;
        case 3: for (done = 0; done < n;) {
            int some;
            MPI_Waitsome(n, r, &some, indices, MPI_STATUSES_IGNORE);
            done += some;
          }
          break;
        case 4: while (!flag) MPI_Testall(n, r, &flag, MPI_STATUSES_IGNORE); break;
        case 5: for (int i = 0; i < n; ++i) {
            flag = 0;
            while (!flag) MPI_Test(&r[i], &flag, MPI_STATUS_IGNORE);
          }
          break;
        case 6: for (done = 0; done < n;) {
            MPI_Testany(n, r, &index, &flag, MPI_STATUS_IGNORE);
            done += flag;
          }
          break;
        default: for (done = 0; done < n;) {
            int some;
            MPI_Testsome(n, r, &some, indices, MPI_STATUSES_IGNORE);
            done += some;
          }
      }
      for (int i = 0; i < n; ++i) CHECK(r[i] == MPI_REQUEST_NULL);
      CHECK_EQUAL(received, previous);
      CHECK_EQUAL(in, 0);
      CHECK_EQUAL(fetched, 0);
    }
    MPI_Win_unlock_all(w.win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w.win);
    for (int call = 0; call < 8; ++call) {
      CHECK_EQUAL(((long*)w.memory)[call], 10 * previous + call);
      CHECK_EQUAL(((long*)w.memory)[50 + call], 1);
      CHECK_EQUAL(((long*)w.memory)[80 + call], 1);
    }
    MPI_Win_unlock(rank, w.win);
    drop_window(&w);
  }
  CASE("12.3.5 the request of an Rput completes locally: its buffer is free, remote completion needs a flush") {
    Window w = make_window(CREATE, 64, 8);
    int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
    MPI_Request r;
    long value = 30 + rank;
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w.win);
    MPI_Rput(&value, 1, MPI_LONG, next, 1, 1, MPI_LONG, w.win, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    value = -1;
    MPI_Win_unlock(next, w.win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(((volatile long*)w.memory)[1], 30 + previous);
    MPI_Barrier(MPI_COMM_WORLD);
    drop_window(&w);
  }
  CASE("12.3.5 a request may be completed after the unlock") {
    Window w = make_window(ALLOCATE, 64, 8);
    MPI_Request r[2];
    long got = -1, value = 4;
    int next = (rank + 1) % ranks;
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, w.win);
    MPI_Rput(&value, 1, MPI_LONG, next, 2, 1, MPI_LONG, w.win, &r[0]);
    MPI_Win_flush(next, w.win);
    MPI_Rget(&got, 1, MPI_LONG, next, 2, 1, MPI_LONG, w.win, &r[1]);
    MPI_Win_unlock(next, w.win);
    CHECK_EQUAL(got, 4);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    MPI_Rput(&value, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, w.win, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    drop_window(&w);
  }
}

static void progress(void) {
  CASE("12.7.3 passive targets that compute without calling MPI are served") {
    for (int flavor = 0; flavor < FLAVORS; ++flavor) {
      Window w = make_window(flavor, 64, 8);
      if (rank == 0 && ranks > 1) {
        /* Rank 0 makes no MPI call until another rank has told it through its memory. */
        double start = MPI_Wtime();
        while (((volatile long*)w.memory)[0] != ranks - 1 && MPI_Wtime() - start < 20) {
        }
        CHECK_EQUAL(((volatile long*)w.memory)[0], ranks - 1);
      } else if (ranks > 1) {
        long one = 1;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
        MPI_Accumulate(&one, 1, MPI_LONG, 0, at(&w, 0, 0, 8), 1, MPI_LONG, MPI_SUM, w.win);
        MPI_Win_unlock(0, w.win);
      }
      drop_window(&w);
    }
  }
  CASE("3.5 messages under way go on while a rank waits in a lock") {
    /* A large message from rank 1 to rank 0 needs rank 1's library; rank 1 waits for rank 0's lock. */
    Window w = make_window(ALLOCATE, 8, 8);
    const int n = 4 << 20;
    char* data = calloc(1, (size_t)n);
    long value = 1;
    if (rank == 0 && ranks > 1) {
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Recv(data, n, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Win_unlock(0, w.win);
    } else {
      MPI_Request r = MPI_REQUEST_NULL;
      if (ranks > 1) MPI_Barrier(MPI_COMM_WORLD);
      if (rank == 1) MPI_Isend(data, n, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &r);
      MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w.win);
      MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, w.win);
      MPI_Win_unlock(0, w.win);
      MPI_Wait(&r, MPI_STATUS_IGNORE);
    }
    free(data);
    drop_window(&w);
  }
  CASE("3.5 messages under way go on while a rank looks at a value again and again") {
    /* Rank 0 has posted the receive before rank 1 sends; after that it makes only the calls of the loop. */
    Window w = make_window(ALLOCATE, 8, 8);
    long one = 1, got = 0;
    int what = 7;
    MPI_Request r;
    MPI_Win_lock_all(0, w.win);
    if (ranks > 1 && rank < 2) {
      if (rank == 0) {
        MPI_Irecv(&what, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &r);
        MPI_Accumulate(&one, 1, MPI_LONG, 1, 0, 1, MPI_LONG, MPI_SUM, w.win);
        MPI_Win_flush(1, w.win);
      }
      for (int round = 0; round < 1 || got == 0; ++round) {
        MPI_Fetch_and_op(NULL, &got, MPI_LONG, rank, 0, MPI_NO_OP, w.win);
        MPI_Win_flush(rank, w.win);
      }
      if (rank == 1) {
        MPI_Ssend(&what, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, w.win);
        MPI_Win_flush(0, w.win);
      } else {
        MPI_Wait(&r, MPI_STATUS_IGNORE);
      }
    }
    MPI_Win_unlock_all(w.win);
    drop_window(&w);
  }
}

int main(int argc, char** argv) {
  begin(&argc, &argv);
  locks();
  flushes();
  requests();
  progress();
  return end();
}
