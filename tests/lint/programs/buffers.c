// Buffers that are used, or destroyed, before the operation is complete; and others that are not.
#include <stdlib.h>
#include <string.h>

#include <mpi.h>

static int kept;

void changed(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  x = 2;  // LINT(FP-RACE-004)
  MPI_Win_unlock(peer, win);
  x = 3;
}

void read_too_early(MPI_Win win, int peer, int* out) {
  int values[10];
  MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
  MPI_Get(values, 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  out[0] = values[3];  // LINT(FP-RACE-005)
  MPI_Win_flush(peer, win);
  out[1] = values[3];
  MPI_Win_unlock(peer, win);
}

void summed_too_early(MPI_Win win, int peer, int* sum) {
  int values[10];
  MPI_Win_fence(0, win);
  MPI_Get(values, 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  for (int i = 0; i < 10; i++) *sum += values[i];  // LINT(FP-RACE-005)
  MPI_Win_fence(0, win);
}

void behind_what_was_got(MPI_Win win, int peer, int* out) {
  int values[10] = {0};
  MPI_Win_fence(0, win);
  MPI_Get(values, 5, MPI_INT, peer, 0, 5, MPI_INT, win);
  out[0] = values[5];
  MPI_Win_fence(0, win);
}

void halves(MPI_Win win, int peer, int rounds) {
  int values[2][100];
  MPI_Win_lock_all(0, win);
  for (int r = 0; r < rounds; r++) {
    values[r % 2][0] = r;
    MPI_Put(values[r % 2], 100, MPI_INT, peer, 100 * (r % 2), 100, MPI_INT, win);
    if (r % 2 == 1) MPI_Win_flush_local_all(win);
  }
  MPI_Win_unlock_all(win);
}

void changed_in_the_next_round(MPI_Win win, int peer) {
  int x;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 10; i++) {
    x = i;  // LINT(FP-RACE-004)
    MPI_Put(&x, 1, MPI_INT, peer, i, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
}

void completed_in_each_round(MPI_Win win, int peer) {
  int x;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 10; i++) {
    x = i;
    MPI_Put(&x, 1, MPI_INT, peer, i, 1, MPI_INT, win);
    MPI_Win_flush_local(peer, win);
  }
  MPI_Win_unlock_all(win);
}

void each_element_once(MPI_Win win, int peer) {
  int x[10];
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 10; i++) {
    x[i] = i;
    MPI_Put(&x[i], 1, MPI_INT, peer, i, 1, MPI_INT, win);
  }
  MPI_Win_unlock_all(win);
}

void other_way(MPI_Win win, int rank) {
  int x = 1;
  if (rank == 0) MPI_Put(&x, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  if (rank != 0) x = 2;
  if (rank == 0) MPI_Win_flush_all(win);
  x = 3;
}

void wait_for_request(MPI_Win win, int peer) {
  int x = 1, y = 1;
  MPI_Request one, other;
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &one);
  MPI_Rput(&y, 1, MPI_INT, peer, 1, 1, MPI_INT, win, &other);
  MPI_Wait(&one, MPI_STATUS_IGNORE);
  x = 2;
  MPI_Wait(&other, MPI_STATUS_IGNORE);
  y = 2;
  MPI_Win_unlock_all(win);
}

void not_waited_for(MPI_Win win, int peer) {
  int x = 1;
  MPI_Request request;
  MPI_Win_lock_all(0, win);
  MPI_Rput(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &request);
  x = 2;  // LINT(FP-RACE-004)
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock_all(win);
}

void wait_for_all(MPI_Win win, int peer) {
  int x[2] = {1, 2};
  MPI_Request requests[2];
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < 2; i++) MPI_Rput(&x[i], 1, MPI_INT, peer, i, 1, MPI_INT, win, &requests[i]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  x[0] = 2;
  MPI_Win_unlock_all(win);
}

void gone(MPI_Win win, int peer) {
  int x = 1;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // LINT(FP-WINDOW-011)
}

void not_gone(MPI_Win win, int peer, int* theirs) {
  static int x = 1;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Put(&kept, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
  MPI_Put(theirs, 1, MPI_INT, peer, 2, 1, MPI_INT, win);
}

void freed(MPI_Win win, int peer) {
  int* x = malloc(40);
  x[0] = 1;
  MPI_Put(x, 10, MPI_INT, peer, 0, 10, MPI_INT, win);  // LINT(FP-WINDOW-011)
  free(x);
  MPI_Win_flush(peer, win);
}

void another_buffer(MPI_Win win, int peer) {
  int *x = malloc(40), *first = x;
  MPI_Put(x, 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  x = malloc(40);
  x[0] = 1;
  MPI_Win_flush(peer, win);
  free(x);
  free(first);
}

void cleared(MPI_Win win, int peer) {
  int x[10];
  MPI_Win_lock_all(0, win);
  MPI_Put(x, 10, MPI_INT, peer, 0, 10, MPI_INT, win);
  memset(x, 0, sizeof x);  // LINT(FP-RACE-004)
  MPI_Win_unlock_all(win);
}

void received(MPI_Win win, int peer) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Recv(&x, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  // LINT(FP-RACE-011)
  MPI_Win_unlock_all(win);
}

void complete_it(MPI_Win win) {
  MPI_Win_flush_all(win);
}
void seen_elsewhere(MPI_Win win);
static int square(int x) {
  return x * x;
}

void completed_by_others(MPI_Win win, int peer) {
  int x = 1, y = 1, z = 1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  complete_it(win);
  x = 2;
  MPI_Put(&y, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
  seen_elsewhere(win);
  y = 2;
  MPI_Put(&z, 1, MPI_INT, peer, 2, 1, MPI_INT, win);
  x = square(x);
  z = 2;  // LINT(FP-RACE-004)
  MPI_Win_unlock_all(win);
}

void same_place_twice(MPI_Win win, int peer) {
  int x = 1, y = 2;
  MPI_Win_lock_all(0, win);
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Put(&y, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // LINT(FP-RACE-003)
  MPI_Win_flush(peer, win);
  MPI_Get(&y, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_flush_local(peer, win);
  MPI_Put(&y, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Win_unlock_all(win);
}

void places_of_a_loop(MPI_Win win, int peer, int n) {
  int x = 1;
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < n; i++) MPI_Put(&x, 1, MPI_INT, peer, i, 1, MPI_INT, win);
  for (int i = 0; i < n; i++) MPI_Put(&x, 1, MPI_INT, i, 0, 1, MPI_INT, win);
  MPI_Win_flush_all(win);
  for (int i = 0; i < n; i++) MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);  // LINT(FP-RACE-003)
  MPI_Win_unlock_all(win);
}

void atomically(MPI_Win win, int peer) {
  int x = 1, old;
  MPI_Win_lock_all(0, win);
  MPI_Accumulate(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, MPI_SUM, win);
  MPI_Fetch_and_op(&x, &old, MPI_INT, peer, 0, MPI_SUM, win);
  MPI_Win_flush(peer, win);
  x = old;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Accumulate(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, MPI_SUM, win);  // LINT(FP-RACE-003)
  MPI_Win_unlock_all(win);
}

struct context {
  MPI_Win win, other;
  int* buffer;
};

void another_buffer_of_the_context(struct context* context, int peer) {
  MPI_Win_lock_all(0, context->win);
  MPI_Put(context->buffer, 10, MPI_INT, peer, 0, 10, MPI_INT, context->win);
  context->buffer = malloc(40);
  context->buffer[0] = 1;
  MPI_Win_unlock_all(context->win);
}

void buffer_of_the_context(struct context* context, int peer) {
  MPI_Win_lock_all(0, context->win);
  MPI_Put(context->buffer, 10, MPI_INT, peer, 0, 10, MPI_INT, context->win);
  context->buffer[0] = 1;  // LINT(FP-RACE-004)
  MPI_Win_unlock_all(context->win);
}

void another_window_of_the_context(struct context* context, int peer) {
  int x = 1;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, context->win);
  context->win = context->other;
  MPI_Put(&x, 1, MPI_INT, peer, 0, 1, MPI_INT, context->win);
  MPI_Win_flush_all(context->win);
}

void resized(MPI_Win win, int peer) {
  int* block = malloc(64);
  MPI_Put(block, 16, MPI_INT, peer, 0, 16, MPI_INT, win);  // LINT(FP-WINDOW-011)
  block = realloc(block, 1000);
  MPI_Win_flush(peer, win);
  free(block);
}

void given_back_to_mpi(MPI_Win win, int peer) {
  int* block;
  MPI_Alloc_mem(64, MPI_INFO_NULL, &block);
  MPI_Put(block, 16, MPI_INT, peer, 0, 16, MPI_INT, win);  // LINT(FP-WINDOW-011)
  MPI_Free_mem(block);
  MPI_Win_flush(peer, win);
}

size_t length_of_result(MPI_Win win, int peer) {
  char text[32];
  size_t length;
  MPI_Get(text, 16, MPI_CHAR, peer, 16, 16, MPI_CHAR, win);
  length = strlen(text);  // LINT(FP-RACE-005)
  MPI_Win_flush(peer, win);
  return length;
}

void text_over_the_origin(MPI_Win win, int peer, const char* other) {
  char text[32] = "here";
  MPI_Put(text, 16, MPI_CHAR, peer, 16, 16, MPI_CHAR, win);
  strcpy(text, other);  // LINT(FP-RACE-004)
  MPI_Win_flush(peer, win);
}

int sum_of_what_is_fetched(MPI_Win win, int peer) {
  int mine, all;
  MPI_Get(&mine, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // LINT(FP-RACE-011)
  MPI_Win_flush(peer, win);
  return all;
}

int sum_into_the_origin(MPI_Win win, int peer, int one) {
  int all = one;
  MPI_Put(&all, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);  // LINT(FP-RACE-011)
  MPI_Win_flush(peer, win);
  return all;
}

void spread_what_is_fetched(MPI_Win win, int peer) {
  int cell;
  MPI_Get(&cell, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Bcast(&cell, 1, MPI_INT, 0, MPI_COMM_WORLD);  // LINT(FP-RACE-011)
  MPI_Win_flush(peer, win);
}

int read_while_it_is_put(MPI_Win win, int peer, const int* more) {
  char text[8] = "here";
  int cell = 1, all = 0, one = 1;
  MPI_Put(&cell, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Put(text, 8, MPI_CHAR, peer, 8, 8, MPI_CHAR, win);
  MPI_Reduce(&cell, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Allgather(&one, 1, MPI_INT, &all, 1, MPI_INT, MPI_COMM_SELF);
  all += (int)strlen(text) + memcmp(&cell, more, sizeof cell);
  MPI_Win_flush(peer, win);
  MPI_Bcast(&cell, 1, MPI_INT, 0, MPI_COMM_WORLD);
  strcpy(text, "there");
  return all + cell;
}

int in_place(MPI_Win win, int peer) {
  int cells[4] = {0};
  MPI_Put(cells, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
  MPI_Allreduce(MPI_IN_PLACE, cells + 1, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, cells, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Win_flush(peer, win);
  return cells[1];
}

int* left_by_a_volatile_pointer(MPI_Win win, int peer) {
  int block[4] = {1, 2, 3, 4};
  MPI_Put(block, 4, MPI_INT, peer, 0, 4, MPI_INT, win);  // LINT(FP-WINDOW-011)
  int* volatile pointer = block;
  return pointer;
}
