/* Chapter 11 with chapter 12: several threads of a process use one window, and several windows, at once. */
#include <pthread.h>

#include "conformance.h"

enum { THREADS = 3 };

typedef struct {
  int number;
  Window* window;
  int bad;
} Thread;

static void in_threads(void* (*run)(void*), Window* windows, int windows_per_thread) {
  pthread_t handles[THREADS];
  Thread threads[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    threads[i] = (Thread){i, windows + i * windows_per_thread, 0};
    pthread_create(&handles[i], NULL, run, &threads[i]);
  }
  for (int i = 0; i < THREADS; ++i) {
    pthread_join(handles[i], NULL);
    CHECK_EQUAL(threads[i].bad, 0);
  }
}

static void* add_up(void* argument) {
  Thread* t = argument;
  const long one = 1;
  for (int i = 0; i < 100; ++i) {
    long old;
    int target = (rank + i) % ranks;
    MPI_Fetch_and_op(&one, &old, MPI_LONG, target, at(t->window, target, 0, 8), MPI_SUM, t->window->win);
    if (i % 10 == 0) MPI_Win_flush(target, t->window->win);
  }
  MPI_Win_flush_all(t->window->win);
  return NULL;
}

static void* put_and_get_back(void* argument) {
  Thread* t = argument;
  int target = (rank + 1) % ranks;
  MPI_Aint place = 1 + t->number;
  for (long i = 0; i < 100; ++i) {
    long value = 1000 * t->number + i, back = -1;
    MPI_Request request;
    MPI_Put(&value, 1, MPI_LONG, target, at(t->window, target, place, 8), 1, MPI_LONG, t->window->win);
    MPI_Win_flush(target, t->window->win);
    if (i % 2) {
      MPI_Rget(&back, 1, MPI_LONG, target, at(t->window, target, place, 8), 1, MPI_LONG, t->window->win, &request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
      MPI_Get(&back, 1, MPI_LONG, target, at(t->window, target, place, 8), 1, MPI_LONG, t->window->win);
      MPI_Win_flush_local(target, t->window->win);
    }
    t->bad += back != value;
  }
  return NULL;
}

static void* locks_of_its_own(void* argument) {
  Thread* t = argument;
  for (int i = 0; i < 50; ++i) {
    long value = -1;
    int target = (rank + i) % ranks;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, t->window->win);
    MPI_Get(&value, 1, MPI_LONG, target, at(t->window, target, 0, 8), 1, MPI_LONG, t->window->win);
    MPI_Win_flush(target, t->window->win);
    ++value;
    MPI_Put(&value, 1, MPI_LONG, target, at(t->window, target, 0, 8), 1, MPI_LONG, t->window->win);
    MPI_Win_unlock(target, t->window->win);
  }
  return NULL;
}

static void* fences_of_its_own(void* argument) {
  Thread* t = argument;
  int next = (rank + 1) % ranks, previous = (rank + ranks - 1) % ranks;
  MPI_Win_fence(0, t->window->win);
  for (long i = 0; i < 30; ++i) {
    long value = 100 * i + 10 * t->number + rank;
    MPI_Put(&value, 1, MPI_LONG, next, at(t->window, next, i % 2, 8), 1, MPI_LONG, t->window->win);
    MPI_Win_fence(0, t->window->win);
    t->bad += ((long*)t->window->memory)[i % 2] != 100 * i + 10 * t->number + previous;
    MPI_Win_fence(0, t->window->win);
  }
  return NULL;
}

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (provided < MPI_THREAD_MULTIPLE) {
    if (rank == 0) puts("MPI_THREAD_MULTIPLE is not provided: nothing to test");
    MPI_Finalize();
    return 0;
  }
  for (int flavor = 0; flavor < FLAVORS; ++flavor) {
    Window same = make_window(flavor, 64, 8);
    Window one[THREADS] = {same, same, same};
    CASE("11.6 threads of all ranks add to one location of one window") {
      MPI_Win_lock_all(0, same.win);
      in_threads(add_up, one, 1);
      MPI_Win_unlock_all(same.win);
      MPI_Barrier(MPI_COMM_WORLD);
      long sum = 0, all = 0;
      MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, same.win);
      sum = *(volatile long*)same.memory;
      MPI_Win_unlock(rank, same.win);
      MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
      CHECK_EQUAL(all, 100L * THREADS * ranks);
    }
    CASE("11.6 threads put, flush and get on one window") {
      MPI_Win_lock_all(0, same.win);
      in_threads(put_and_get_back, one, 1);
      MPI_Win_unlock_all(same.win);
    }
    drop_window(&same);
    Window each[THREADS];
    for (int i = 0; i < THREADS; ++i) each[i] = make_window(flavor, 64, 8);
    CASE("11.6 each thread locks targets of a window of its own") {
      in_threads(locks_of_its_own, each, 1);
      MPI_Barrier(MPI_COMM_WORLD);
      for (int i = 0; i < THREADS; ++i) {
        long sum, all = 0;
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, each[i].win);
        sum = *(volatile long*)each[i].memory;
        MPI_Win_unlock(rank, each[i].win);
        MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        CHECK_EQUAL(all, 50L * ranks);
      }
    }
    CASE("11.6 each thread fences a window of its own") {
      in_threads(fences_of_its_own, each, 1);
    }
    for (int i = 0; i < THREADS; ++i) drop_window(&each[i]);
  }
  return end();
}
