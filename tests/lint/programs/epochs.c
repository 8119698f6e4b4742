// Epochs that are wrong on every path, each with a similar one that is right on one path.
#include <stddef.h>

#include <mpi.h>

void outside(void) {
  int *base, x = 1;
  MPI_Win win;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // LINT(FP-EPOCH-001)
  MPI_Win_free(&win);
}

void outside_on_one_way(MPI_Win win, int rank) {
  int x = 1;
  if (rank == 0) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank == 0) MPI_Win_unlock(1, win);
}

void behind_unlock(MPI_Win win) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // LINT(FP-EPOCH-001)
}

void flush_in_fence(MPI_Win win) {
  int x = 1;
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);  // LINT(FP-EPOCH-010)
  MPI_Win_fence(0, win);
}

void no_flush_for_a_proc_null(MPI_Win win) {
  MPI_Win_fence(0, win);
  MPI_Win_flush(MPI_PROC_NULL, win);
}

void wrong_target(void) {
  int *base, x = 1;
  MPI_Win win;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // LINT(FP-EPOCH-002)
  MPI_Win_unlock(1, win);                          // LINT(FP-EPOCH-009)
}

void maybe_another_lock_of_the_caller(MPI_Win win) {
  int x = 1;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_unlock(1, win);
  MPI_Win_unlock(0, win);
}

void started_twice(MPI_Win win, MPI_Group group) {
  MPI_Win_start(group, 0, win);
  MPI_Win_start(group, 0, win);  // LINT(FP-EPOCH-004)
  MPI_Win_complete(win);
}

void posted_twice(MPI_Win win, MPI_Group group) {
  MPI_Win_post(group, 0, win);
  MPI_Win_post(group, 0, win);  // LINT(FP-EPOCH-006)
  MPI_Win_wait(win);
}

void waited_twice(MPI_Win win, MPI_Group group) {
  MPI_Win_post(group, 0, win);
  MPI_Win_wait(win);
  MPI_Win_wait(win);  // LINT(FP-EPOCH-007)
}

void tested_until_done(MPI_Win win, MPI_Group group) {
  int done = 0;
  MPI_Win_post(group, 0, win);
  while (!done) MPI_Win_test(win, &done);
  MPI_Win_post(group, 0, win);
  MPI_Win_wait(win);
}

void locked_twice(MPI_Win win, int peer) {
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);  // LINT(FP-EPOCH-008)
  MPI_Win_unlock(peer, win);
}

void locked_one_by_one(MPI_Win win, int ranks) {
  for (int i = 0; i < ranks; i++) MPI_Win_lock(MPI_LOCK_SHARED, i, 0, win);
  for (int i = 0; i < ranks; i++) MPI_Win_flush(i, win);
  for (int i = 0; i < ranks; i++) MPI_Win_unlock(i, win);
}

void locked_next(MPI_Win win, int peer) {
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  peer++;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Win_unlock(peer, win);
  MPI_Win_unlock(peer - 1, win);
}

void freed_in_epoch(void) {
  int* base;
  MPI_Win win;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_free(&win);  // LINT(FP-EPOCH-013)
}

void used_after_free(void) {
  int* base;
  MPI_Win win;
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_free(&win);
  MPI_Win_fence(0, win);  // LINT(FP-WINDOW-008)
}

void made_again(void) {
  int* base;
  MPI_Win win;
  for (int i = 0; i < 3; i++) {
    MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
}

void request_in_fence(MPI_Win win) {
  int x = 1;
  MPI_Request request;
  MPI_Win_fence(0, win);
  MPI_Rput(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);  // LINT(FP-EPOCH-015)
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_fence(0, win);
}

void lock_in_fence(MPI_Win win) {
  int x = 1;
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);  // LINT(FP-EPOCH-003)
  MPI_Win_unlock(0, win);
}

void lock_behind_the_last_fence(MPI_Win win) {
  int x = 1;
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  MPI_Win_unlock(0, win);
}

void assertions(MPI_Win win) {
  int x = 1;
  MPI_Win_fence(MPI_MODE_NOCHECK, win);  // LINT(FP-ASSERT-009)
  MPI_Win_fence(0, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);  // LINT(FP-ASSERT-006)
  MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
  MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);  // LINT(FP-ASSERT-007)
}

int main(void) {
  int *base, *other;
  MPI_Win left, open;
  MPI_Init(NULL, NULL);
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &left);  // LINT(FP-WINDOW-009)
  MPI_Win_allocate(40, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other, &open);
  MPI_Win_lock_all(0, open);  // LINT(FP-EPOCH-014)
  return MPI_Finalize();
}
