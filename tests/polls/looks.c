// One job for each way to look at what another rank may have changed, round by round, until it has (looks_test.py).
//
//   looks WAY SECONDS    rank 0 lets the others go on after that time; rank 1 polls in this way, further ranks wait
//
// Prints how many rounds rank 1 has made.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mpi.h>

enum { kWords = 8 };
static int rank, size, *word, *other_word, zero = 0, one = 1;
static MPI_Win window, other_window, dynamic_window;
static MPI_Datatype every_second;
static int* attached;
static MPI_Aint attached_at;

// ---- looks in an epoch of MPI_Win_lock_all ----

static int get_flush(void) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  return value;
}
static int get_flush_all(void) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_flush_all(window);
  return value;
}
static int get_flush_local(void) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_flush_local(0, window);
  return value;
}
static int get_flush_local_all(void) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_flush_local_all(window);
  return value;
}
static int get_all_words(void) {
  int values[kWords] = {0};
  MPI_Get(values, kWords, MPI_INT, 0, 0, kWords, MPI_INT, window);
  MPI_Win_flush(0, window);
  return values[0];
}
static int get_every_second(void) {
  int values[kWords / 2] = {0};
  MPI_Get(values, kWords / 2, MPI_INT, 0, 0, 1, every_second, window);
  MPI_Win_flush(0, window);
  return values[0];
}
static int get_two_words(void) {
  int first = 0, second = 0;
  MPI_Get(&first, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Get(&second, 1, MPI_INT, 0, 3, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  return first + second;
}
static int get_two_words_two_flushes(void) {
  int first = 0, second = 0;
  MPI_Get(&first, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  MPI_Get(&second, 1, MPI_INT, 0, 3, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  return first + second;
}
static int get_of_each_rank(void) {
  int sum = 0;
  for (int target = 0; target < size; ++target) {
    int value = 0;
    MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, window);
    MPI_Win_flush(target, window);
    sum += value;
  }
  return sum;
}
static int get_of_each_rank_flush_all(void) {
  int values[16] = {0}, sum = 0;
  for (int target = 0; target < size; ++target) MPI_Get(&values[target], 1, MPI_INT, target, 0, 1, MPI_INT, window);
  MPI_Win_flush_all(window);
  for (int target = 0; target < size; ++target) sum += values[target];
  return sum;
}
static int get_of_two_windows(void) {
  int first = 0, second = 0;
  MPI_Get(&first, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Get(&second, 1, MPI_INT, 0, 0, 1, MPI_INT, other_window);
  MPI_Win_flush(0, window);
  MPI_Win_flush(0, other_window);
  return first + second;
}
static int get_of_created(void) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, other_window);
  MPI_Win_flush(0, other_window);
  return value;
}
static int get_of_attached(void) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, 0, attached_at, 1, MPI_INT, dynamic_window);
  MPI_Win_flush(0, dynamic_window);
  return value;
}
static int fetch_of_created(void) {
  int value = 0;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, other_window);
  MPI_Win_flush(0, other_window);
  return value;
}
static int swap_of_created(void) {
  int value = 0;
  MPI_Compare_and_swap(&one, &one, &value, MPI_INT, 0, 0, other_window);
  MPI_Win_flush(0, other_window);
  return value;
}
static int get_own(void) {
  int value = 0;
  MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Win_flush(1, window);
  return value;
}
static int rget_wait(void) {
  int value = 0;
  MPI_Request request;
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return value;
}
static int rget_test(void) {
  int value = 0, flag = 0;
  MPI_Request request;
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request);
  while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  return value;
}
static int rget_waitall(void) {
  int values[2] = {0};
  MPI_Request requests[2];
  MPI_Rget(&values[0], 1, MPI_INT, 0, 0, 1, MPI_INT, window, &requests[0]);
  MPI_Rget(&values[1], 1, MPI_INT, 0, 3, 1, MPI_INT, window, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  return values[0] + values[1];
}
static int rget_flush(void) {
  int value = 0;
  MPI_Request request;
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request);
  MPI_Win_flush(0, window);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return value;
}
static int fetch_flush(void) {
  int value = 0;
  MPI_Fetch_and_op(&zero, &value, MPI_INT, 0, 0, MPI_NO_OP, window);
  MPI_Win_flush(0, window);
  return value;
}
static int fetch_flush_local(void) {
  int value = 0;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, window);
  MPI_Win_flush_local(0, window);
  return value;
}
static int fetch_flush_all(void) {
  int value = 0;
  MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, window);
  MPI_Win_flush_all(window);
  return value;
}
static int fetch_of_each_rank(void) {
  int sum = 0;
  for (int target = 0; target < size; ++target) {
    int value = 0;
    MPI_Fetch_and_op(NULL, &value, MPI_INT, target, 0, MPI_NO_OP, window);
    MPI_Win_flush(target, window);
    sum += value;
  }
  return sum;
}
static int get_accumulate_all_words(void) {
  int values[kWords] = {0};
  MPI_Get_accumulate(NULL, 0, MPI_INT, values, kWords, MPI_INT, 0, 0, kWords, MPI_INT, MPI_NO_OP, window);
  MPI_Win_flush(0, window);
  return values[0];
}
static int rget_accumulate(void) {
  int value = 0;
  MPI_Request request;
  MPI_Rget_accumulate(NULL, 0, MPI_INT, &value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return value;
}
static int swap_flush(void) {
  int value = 0;
  MPI_Compare_and_swap(&one, &one, &value, MPI_INT, 0, 0, window);
  MPI_Win_flush(0, window);
  return value;
}
static int swap_flush_local(void) {
  int value = 0;
  MPI_Compare_and_swap(&one, &one, &value, MPI_INT, 0, 0, window);
  MPI_Win_flush_local(0, window);
  return value;
}
static int sync_load(void) {
  MPI_Win_sync(window);
  return *(volatile int*)word;
}
static int sync_atomic(void) {
  MPI_Win_sync(window);
  return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}
static int sync_load_sync(void) {
  MPI_Win_sync(window);
  const int value = *(volatile int*)word;
  MPI_Win_sync(window);
  return value;
}

// ---- mixed with other looks ----

static int get_and_probe(void) {
  int flag = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return get_flush();
}
static int fetch_and_probe(void) {
  int flag = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return fetch_flush();
}
static int get_and_sync(void) {
  const int value = get_flush();
  MPI_Win_sync(window);
  return value;
}
static int sync_and_probe(void) {
  int flag = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  return sync_load();
}
static int get_and_yield(void) {
  sched_yield();
  return get_flush();
}
static int get_and_time(void) {
  return MPI_Wtime() < 0 ? 1 : get_flush();
}
static int fetch_and_pause(void) {
  usleep(20);
  return fetch_flush();
}
static int get_fetch_and_swap(void) {
  return get_flush() + fetch_flush() + swap_flush();
}

// ---- looks that open an epoch each time ----

static int lock_get(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_exclusive_get(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_get_flush(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_flush(0, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_get_two_words(void) {
  int values[2] = {0};
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get(&values[0], 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Get(&values[1], 1, MPI_INT, 0, 3, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  return values[0] + values[1];
}
static int lock_fetch(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_swap(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Compare_and_swap(&one, &one, &value, MPI_INT, 0, 0, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_get_accumulate(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Get_accumulate(NULL, 0, MPI_INT, &value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_all_get(void) {
  int value = 0;
  MPI_Win_lock_all(0, window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
  return value;
}
static int lock_all_fetch(void) {
  int value = 0;
  MPI_Win_lock_all(0, window);
  MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, 0, MPI_NO_OP, window);
  MPI_Win_unlock_all(window);
  return value;
}
static int lock_own_get(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
  MPI_Win_unlock(1, window);
  return value;
}
static int lock_own_load(void) {
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  const int value = *(volatile int*)word;
  MPI_Win_unlock(1, window);
  return value;
}
static int lock_own_exclusive_load(void) {
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
  const int value = *word;
  MPI_Win_unlock(1, window);
  return value;
}
static int lock_unchecked_get(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_all_unchecked_get(void) {
  int value = 0;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Win_unlock_all(window);
  return value;
}
static int lock_rget_wait(void) {
  int value = 0;
  MPI_Request request;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_get_of_created(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, other_window);
  MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, other_window);
  MPI_Win_unlock(0, other_window);
  return value;
}
static int lock_fetch_of_attached(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, dynamic_window);
  MPI_Fetch_and_op(NULL, &value, MPI_INT, 0, attached_at, MPI_NO_OP, dynamic_window);
  MPI_Win_unlock(0, dynamic_window);
  return value;
}
static int lock_each_rank(void) {
  int value[2] = {0, 0};
  for (int target = 0; target < 2; ++target) {
    MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
    MPI_Get(&value[target], 1, MPI_INT, target, 0, 1, MPI_INT, window);
    MPI_Win_unlock(target, window);
  }
  return value[0];
}
static int lock_both_ranks(void) {
  int value[2] = {0, 0};
  for (int target = 0; target < 2; ++target) MPI_Win_lock(MPI_LOCK_SHARED, target, 0, window);
  for (int target = 0; target < 2; ++target) MPI_Get(&value[target], 1, MPI_INT, target, 0, 1, MPI_INT, window);
  for (int target = 0; target < 2; ++target) MPI_Win_unlock(target, window);
  return value[0];
}
static int lock_two_windows(void) {
  int value[2] = {0, 0};
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, other_window);
  MPI_Get(&value[0], 1, MPI_INT, 0, 0, 1, MPI_INT, window);
  MPI_Get(&value[1], 1, MPI_INT, 0, 0, 1, MPI_INT, other_window);
  MPI_Win_unlock(0, other_window);
  MPI_Win_unlock(0, window);
  return value[0];
}
static int lock_under_a_lock(void) {
  static int holds;
  if (!holds) MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
  holds = 1;
  const int value = lock_get();
  if (value) MPI_Win_unlock(1, window);
  return value;
}
static int lock_and_probe(void) {
  int there;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
  return lock_get();
}
static int lock_and_test_mutex(void) {
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  const int value = lock_get();
  pthread_mutex_unlock(&mutex);
  return value;
}

// Updates that leave the value as it is while it has not come: a test that clears, a sum with 0.
static int fetched_by(const int* origin, MPI_Op op, int word_number, MPI_Win from) {
  int value = 0;
  MPI_Fetch_and_op(origin, &value, MPI_INT, 0, word_number, op, from);
  MPI_Win_flush(0, from);
  return value;
}
static int replace_flush(void) {
  return fetched_by(&zero, MPI_REPLACE, 0, window);
}
static int replace_three_words(void) {
  int sum = 0;
  for (int i = 0; i < 3 && sum == 0; ++i) sum = fetched_by(&zero, MPI_REPLACE, i, window);
  return sum;
}
static int sum_of_zero(void) {
  return fetched_by(&zero, MPI_SUM, 0, window);
}
static int or_of_zero(void) {
  return fetched_by(&zero, MPI_BOR, 0, window);
}
static int replace_of_created(void) {
  return fetched_by(&zero, MPI_REPLACE, 0, other_window);
}
static int sum_of_created(void) {
  return fetched_by(&zero, MPI_SUM, 0, other_window);
}
static int swap_of_zeros(void) {
  int value = 0;
  MPI_Compare_and_swap(&zero, &zero, &value, MPI_INT, 0, 0, window);
  MPI_Win_flush(0, window);
  return value;
}
static int get_accumulate_sum_of_zeros(void) {
  const int zeros[kWords] = {0};
  int values[kWords] = {0};
  MPI_Get_accumulate(zeros, kWords, MPI_INT, values, kWords, MPI_INT, 0, 0, kWords, MPI_INT, MPI_SUM, window);
  MPI_Win_flush(0, window);
  return values[0];
}
static int rget_accumulate_replace(void) {
  int value = 0;
  MPI_Request request;
  MPI_Rget_accumulate(&zero, 1, MPI_INT, &value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, window, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return value;
}
static int lock_replace(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
  MPI_Fetch_and_op(&zero, &value, MPI_INT, 0, 0, MPI_REPLACE, window);
  MPI_Win_unlock(0, window);
  return value;
}
static int lock_exclusive_sum(void) {
  int value = 0;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Fetch_and_op(&zero, &value, MPI_INT, 0, 0, MPI_SUM, window);
  MPI_Win_unlock(0, window);
  return value;
}

// ---- the table ----

struct way {
  const char* name;
  int (*look)(void);
  int in_epoch;  // within MPI_Win_lock_all of all windows
};
#define IN_EPOCH(look) {#look, look, 1}
#define ALONE(look) {#look, look, 0}
static const struct way ways[] = {
    IN_EPOCH(get_flush),
    IN_EPOCH(get_flush_all),
    IN_EPOCH(get_flush_local),
    IN_EPOCH(get_flush_local_all),
    IN_EPOCH(get_all_words),
    IN_EPOCH(get_every_second),
    IN_EPOCH(get_two_words),
    IN_EPOCH(get_two_words_two_flushes),
    IN_EPOCH(get_of_each_rank),
    IN_EPOCH(get_of_each_rank_flush_all),
    IN_EPOCH(get_of_two_windows),
    IN_EPOCH(get_of_created),
    IN_EPOCH(get_of_attached),
    IN_EPOCH(fetch_of_created),
    IN_EPOCH(swap_of_created),
    IN_EPOCH(get_own),
    IN_EPOCH(rget_wait),
    IN_EPOCH(rget_test),
    IN_EPOCH(rget_waitall),
    IN_EPOCH(rget_flush),
    IN_EPOCH(fetch_flush),
    IN_EPOCH(fetch_flush_local),
    IN_EPOCH(fetch_flush_all),
    IN_EPOCH(fetch_of_each_rank),
    IN_EPOCH(get_accumulate_all_words),
    IN_EPOCH(rget_accumulate),
    IN_EPOCH(swap_flush),
    IN_EPOCH(swap_flush_local),
    IN_EPOCH(sync_load),
    IN_EPOCH(sync_atomic),
    IN_EPOCH(sync_load_sync),
    IN_EPOCH(get_and_probe),
    IN_EPOCH(fetch_and_probe),
    IN_EPOCH(get_and_sync),
    IN_EPOCH(sync_and_probe),
    IN_EPOCH(get_and_yield),
    IN_EPOCH(get_and_time),
    IN_EPOCH(fetch_and_pause),
    IN_EPOCH(get_fetch_and_swap),
    ALONE(lock_get),
    ALONE(lock_exclusive_get),
    ALONE(lock_get_flush),
    ALONE(lock_get_two_words),
    ALONE(lock_fetch),
    ALONE(lock_swap),
    ALONE(lock_get_accumulate),
    ALONE(lock_all_get),
    ALONE(lock_all_fetch),
    ALONE(lock_own_get),
    ALONE(lock_own_load),
    ALONE(lock_own_exclusive_load),
    ALONE(lock_unchecked_get),
    ALONE(lock_all_unchecked_get),
    ALONE(lock_rget_wait),
    ALONE(lock_get_of_created),
    ALONE(lock_fetch_of_attached),
    ALONE(lock_each_rank),
    ALONE(lock_both_ranks),
    ALONE(lock_two_windows),
    ALONE(lock_under_a_lock),
    ALONE(lock_and_probe),
    ALONE(lock_and_test_mutex),
    IN_EPOCH(replace_flush),
    IN_EPOCH(replace_three_words),
    IN_EPOCH(sum_of_zero),
    IN_EPOCH(or_of_zero),
    IN_EPOCH(replace_of_created),
    IN_EPOCH(sum_of_created),
    IN_EPOCH(swap_of_zeros),
    IN_EPOCH(get_accumulate_sum_of_zeros),
    IN_EPOCH(rget_accumulate_replace),
    ALONE(lock_replace),
    ALONE(lock_exclusive_sum),
};

static void open_windows(void) {
  MPI_Win_allocate(kWords * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &word, &window);
  memset(word, 0, kWords * sizeof(int));
  other_word = calloc(kWords, sizeof(int));
  MPI_Win_create(other_word, kWords * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &other_window);
  attached = calloc(kWords, sizeof(int));
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic_window);
  MPI_Win_attach(dynamic_window, attached, kWords * sizeof(int));
  MPI_Get_address(attached, &attached_at);
  MPI_Bcast(&attached_at, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  MPI_Type_vector(kWords / 2, 1, 2, MPI_INT, &every_second);
  MPI_Type_commit(&every_second);
  MPI_Barrier(MPI_COMM_WORLD);
}

static void close_windows(void) {
  MPI_Type_free(&every_second);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_detach(dynamic_window, attached);
  MPI_Win_free(&dynamic_window);
  MPI_Win_free(&other_window);
  MPI_Win_free(&window);
  free(attached);
  free(other_word);
}

static void lock_all(int lock) {
  const MPI_Win all[] = {window, other_window, dynamic_window};
  for (int i = 0; i < 3; ++i) lock ? MPI_Win_lock_all(0, all[i]) : MPI_Win_unlock_all(all[i]);
}

// All words that a look may be at.
static void let_go_on(void) {
  lock_all(1);
  for (int target = 0; target < 2; ++target) MPI_Accumulate(&one, 1, MPI_INT, target, 0, 1, MPI_INT, MPI_SUM, window);
  MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, other_window);
  MPI_Accumulate(&one, 1, MPI_INT, 0, attached_at, 1, MPI_INT, MPI_SUM, dynamic_window);
  lock_all(0);
}

static void* sleeps(void* seconds) {
  sleep(*(unsigned*)seconds);
  return NULL;
}

// Meanwhile it looks at rank 2, on the window on which the process polls.
static void* calls(void* seconds) {
  for (unsigned i = 0; i < *(unsigned*)seconds * 50; ++i) {
    usleep(20000);
    int got;
    MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, window);
    MPI_Get(&got, 1, MPI_INT, 2, 0, 1, MPI_INT, window);
    MPI_Win_unlock(2, window);
  }
  return NULL;
}

int main(int argc, char** argv) {
  if (argc < 3) return 3;
  int provided;
  unsigned seconds = (unsigned)atoi(argv[2]);
  const int calling = argc > 3 && strcmp(argv[3], "calls") == 0;
  const int threads = calling || (argc > 3 && strcmp(argv[3], "threads") == 0);
  MPI_Init_thread(&argc, &argv, threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const struct way* way = NULL;
  for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i)
    if (strcmp(ways[i].name, argv[1]) == 0) way = &ways[i];
  if (way == NULL) {
    if (rank == 0)
      for (size_t i = 0; i < sizeof ways / sizeof *ways; ++i) printf("%s\n", ways[i].name);
    MPI_Finalize();
    return 0;
  }
  pthread_t thread;
  open_windows();
  if (threads) pthread_create(&thread, NULL, calling && rank == 1 ? calls : sleeps, &seconds);
  if (rank == 0) {
    sleep(seconds);
    let_go_on();
  } else if (rank == 1) {
    long rounds = 1;
    if (way->in_epoch) lock_all(1);
    while (way->look() == 0) ++rounds;
    if (way->in_epoch) lock_all(0);
    printf("rounds %ld\n", rounds);
  }
  if (threads) pthread_join(thread, NULL);
  close_windows();
  return MPI_Finalize();
}
