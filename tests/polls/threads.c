// One job for each way in which the threads of rank 1 wait for each other while rank 0 waits for rank 1
// (threads_test.py). In those called goes_on_all both ranks do the same.
//
// In jobs that hang, no thread is left that could let another one continue. In those that continue, one does so after
// longer than the time-out: a thread that sleeps, reads or computes, also in a function that MPI calls, a signal
// handler, another process.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include <mpi.h>

enum { LATER = 6 };  // seconds: longer than the time-out

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore, *between_processes;
static mtx_t c11_mutex;
static cnd_t c11_condition;
static int ready, pipe_ends[2];
static pthread_t thread;

static void start(void* (*routine)(void*)) {
  pthread_create(&thread, NULL, routine, NULL);
}
static void join(void) {
  pthread_join(thread, NULL);
}
static void nap(void) {
  usleep(200000);
}
static void be_ready(void) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
}

// ---- what the second thread does ----

static void* waits_for_condition(void* nothing) {
  pthread_mutex_lock(&mutex);
  while (!ready) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return nothing;
}
static void* waits_for_c11_condition(void* nothing) {
  mtx_lock(&c11_mutex);
  while (!ready) cnd_wait(&c11_condition, &c11_mutex);
  mtx_unlock(&c11_mutex);
  return nothing;
}
static void* waits_at_barrier(void* nothing) {
  pthread_barrier_wait(&barrier);
  return nothing;
}
static void* waits_for_semaphore(void* nothing) {
  sem_wait(&semaphore);
  return nothing;
}
static void* waits_for_mutex(void* nothing) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return nothing;
}
static void* waits_to_read(void* nothing) {
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return nothing;
}
static void* takes_both(void* nothing) {
  pthread_mutex_lock(&other);
  nap();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&other);
  return nothing;
}
static void* keeps_mutex(void* nothing) {
  pthread_mutex_lock(&mutex);
  return nothing;
}
static void* sleeps(void* nothing) {
  sleep(LATER);
  be_ready();
  return nothing;
}
static void* reads(void* nothing) {
  char one;
  if (read(pipe_ends[0], &one, 1) == 1) be_ready();
  return nothing;
}
static volatile double sum;
static void compute(void) {
  struct timespec now, begin;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    for (int i = 0; i < 1000000; ++i) sum += 1.0 / (i + 1);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec < begin.tv_sec + LATER);
}
static void* computes(void* nothing) {
  compute();
  be_ready();
  return nothing;
}
static void* sends_later(void* nothing) {
  sleep(LATER);
  MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
  return nothing;
}

// ---- jobs that hang ----

static void hang_join(void) {
  start(waits_for_condition);
  join();
}
static void hang_c11(void) {
  mtx_init(&c11_mutex, mtx_plain);
  cnd_init(&c11_condition);
  start(waits_for_c11_condition);
  join();
}
static void hang_barrier(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  start(waits_at_barrier);
  pthread_barrier_wait(&barrier);
}
static void hang_semaphore(void) {
  sem_init(&semaphore, 0, 0);
  start(waits_for_semaphore);
  join();
}
static void hang_rwlock(void) {
  pthread_rwlock_wrlock(&rwlock);
  start(waits_to_read);
  join();
}
static void hang_mutex(void) {
  pthread_mutex_lock(&mutex);
  start(waits_for_mutex);
  join();
}
static void hang_lock_order(void) {
  pthread_mutex_lock(&mutex);
  start(takes_both);
  nap();
  nap();
  pthread_mutex_lock(&other);
}
static void hang_ended(void) {
  start(keeps_mutex);
  join();
  start(waits_for_mutex);
  pthread_mutex_lock(&mutex);
}
static void hang_twice(void) {
  start(waits_for_condition);
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&other);
}
// The only thread there is.
static void hang_alone(void) {
  sem_init(&semaphore, 0, 0);
  sem_wait(&semaphore);
}
static void hang_again(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
// What an atomic's wait or a latch does.
static void hang_word(void) {
  static int word;
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}
// The same without the word of the kernel that the memory is private: what libstdc++ does.
static void hang_public_word(void) {
  static int word;
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
}
// Here the thread in MPI is what the others wait for.
static void hang_receive(void) {
  pthread_mutex_lock(&mutex);
  start(waits_for_mutex);
  MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

// What only this thread could send.
static void hang_own_request(void) {
  MPI_Request request;
  int flag = 0;
  MPI_Irecv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
  while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
}
static void hang_own_wait(void) {
  MPI_Request request;
  MPI_Irecv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

// ---- jobs that continue ----

static void wait_until_ready(void) {
  waits_for_condition(NULL);
  join();
}
static void goes_on_sleeps(void) {
  start(sleeps);
  wait_until_ready();
}
static void goes_on_computes(void) {
  start(computes);
  wait_until_ready();
}
static void goes_on_reads(void) {
  if (pipe(pipe_ends) != 0) exit(3);
  const pid_t child = fork();
  if (child == 0) {
    sleep(LATER);
    _exit(write(pipe_ends[1], "1", 1) != 1);
  }
  start(reads);
  wait_until_ready();
  waitpid(child, NULL, 0);
}
static void on_alarm(int number) {
  (void)number;
  sem_post(&semaphore);
}
static void goes_on_signal(void) {
  sem_init(&semaphore, 0, 0);
  signal(SIGALRM, on_alarm);
  alarm(LATER);
  start(waits_for_semaphore);
  join();
}
static volatile sig_atomic_t rung;
static void on_ring(int signal) {
  rung = signal;
}
static void goes_on_ring(void) {
  signal(SIGALRM, on_ring);
  alarm(LATER);
  while (!rung) sched_yield();
}
static void post(int signal) {
  (void)signal;
  sem_post(&semaphore);
}
static void goes_on_child(void) {
  sem_init(&semaphore, 0, 0);
  signal(SIGUSR1, post);
  const pid_t child = fork();
  if (child == 0) {
    sleep(LATER);
    kill(getppid(), SIGUSR1);
    _exit(0);
  }
  while (sem_wait(&semaphore) != 0) continue;
  waitpid(child, NULL, 0);
}
// In memory of a window that both ranks have.
struct common {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  sem_t semaphore;
};
static struct common* common;
static void make_common(void) {
  pthread_mutexattr_t of_mutex;
  pthread_mutexattr_init(&of_mutex);
  pthread_mutexattr_setpshared(&of_mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&common->mutex, &of_mutex);
  pthread_condattr_t of_condition;
  pthread_condattr_init(&of_condition);
  pthread_condattr_setpshared(&of_condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&common->condition, &of_condition);
  sem_init(&common->semaphore, 1, 0);
}
static void hang_common_condition(void) {
  pthread_mutex_lock(&common->mutex);
  while (!ready) pthread_cond_wait(&common->condition, &common->mutex);
  pthread_mutex_unlock(&common->mutex);
}
static void hang_common_mutex(void) {  // rank 0 holds it
  pthread_mutex_lock(&common->mutex);
  pthread_mutex_unlock(&common->mutex);
}
static void goes_on_common(void) {
  const pid_t child = fork();
  if (child == 0) {
    sleep(LATER);
    sem_post(&common->semaphore);
    _exit(0);
  }
  while (sem_wait(&common->semaphore) != 0) continue;
  waitpid(child, NULL, 0);
}

static void goes_on_shared(void) {
  between_processes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  sem_init(between_processes, 1, 0);
  const pid_t child = fork();
  if (child == 0) {
    sleep(LATER);
    sem_post(between_processes);
    _exit(0);
  }
  while (sem_wait(between_processes) != 0) continue;
  waitpid(child, NULL, 0);
}
static void goes_on_timed(void) {
  start(waits_for_condition);
  pthread_mutex_lock(&other);
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += LATER;
  pthread_cond_t never = PTHREAD_COND_INITIALIZER;
  while (pthread_cond_timedwait(&never, &other, &until) == 0) continue;
  pthread_mutex_unlock(&other);
  be_ready();
  join();
}
// A thread sleeps whose message the one in MPI waits for.
static void goes_on_message(void) {
  start(sends_later);
  MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  join();
}
// It waits with a time limit, and then sends.
static void* waits_and_sends(void* nothing) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += LATER;
  sem_init(&semaphore, 0, 0);
  if (nothing == NULL) {
    pthread_mutex_lock(&mutex);
    while (pthread_cond_timedwait(&condition, &mutex, &until) == 0) continue;
    pthread_mutex_unlock(&mutex);
  } else {
    while (sem_timedwait(&semaphore, &until) == 0) continue;
  }
  MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
  return nothing;
}
static void goes_on_timed_message(void) {
  start(waits_and_sends);
  MPI_Recv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  join();
}
static void goes_on_timed_request(void) {
  MPI_Request request;
  int flag = 0;
  pthread_create(&thread, NULL, waits_and_sends, &flag);
  MPI_Irecv(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);
  while (!flag) MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  join();
}
// In functions that MPI calls.
static int copies(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm, (void)key, (void)in;
  if (extra != NULL) compute();
  if (extra == NULL) sleep(LATER);
  *(void**)out = NULL;
  *flag = 1;
  return MPI_SUCCESS;
}
static void duplicate(void* extra) {
  int key;
  MPI_Comm first, second;
  MPI_Comm_create_keyval(copies, MPI_COMM_NULL_DELETE_FN, &key, extra);
  MPI_Comm_dup(MPI_COMM_SELF, &first);
  MPI_Comm_set_attr(first, key, NULL);
  MPI_Comm_dup(first, &second);
  MPI_Comm_free(&first);
  MPI_Comm_free(&second);
  MPI_Comm_free_keyval(&key);
}
static void goes_on_copy_computes(void) {
  duplicate(&thread);
}
static void goes_on_copy_sleeps(void) {
  duplicate(NULL);
}
static void adds(void* in, void* out, int* count, MPI_Datatype* type) {
  (void)type;
  compute();
  for (int i = 0; i < *count; ++i) ((int*)out)[i] += ((int*)in)[i];
}
static void goes_on_all_reduce(void) {
  MPI_Op op;
  int one = 1, all;
  MPI_Op_create(adds, 1, &op);
  MPI_Reduce(&one, &all, 1, MPI_INT, op, 0, MPI_COMM_WORLD);
  MPI_Op_free(&op);
}
static void handles(MPI_Comm* comm, int* code, ...) {
  (void)comm, (void)code;
  sleep(LATER);
}
static void goes_on_handler(void) {
  MPI_Errhandler handler;
  int nothing = 0;
  MPI_Comm_create_errhandler(handles, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Send(&nothing, -(*(volatile int*)&nothing + 1), MPI_INT, 0, 0, MPI_COMM_WORLD);
  MPI_Errhandler_free(&handler);
}
// An unknown thread: it was created before MPI_Init.
static pthread_t early;
static void* early_reads(void* nothing) {
  char one;
  while (read(pipe_ends[0], &one, 1) != 1) continue;
  return nothing;
}
static void start_early(void) {
  if (pipe(pipe_ends) == 0) pthread_create(&early, NULL, early_reads, NULL);
}
static void goes_on_early(void) {
  const pid_t child = fork();
  if (child == 0) {
    sleep(LATER);
    _exit(write(pipe_ends[1], "1", 1) != 1);
  }
  pthread_join(early, NULL);
  waitpid(child, NULL, 0);
}
// Locks that are held for long, but released.
static void goes_on_held(void) {
  pthread_mutex_lock(&mutex);
  start(waits_for_mutex);
  sleep(LATER);
  pthread_mutex_unlock(&mutex);
  join();
}

#define JOB(name) {#name, name}
static const struct job {
  const char* name;
  void (*run)(void);
} jobs[] = {JOB(hang_join),      JOB(hang_c11),         JOB(hang_barrier),   JOB(hang_semaphore), JOB(hang_rwlock),
            JOB(hang_mutex),     JOB(hang_lock_order),  JOB(hang_ended),     JOB(hang_twice),     JOB(hang_receive), JOB(hang_own_request), JOB(hang_own_wait),
            JOB(hang_alone), JOB(hang_again), JOB(hang_word), JOB(hang_public_word), JOB(goes_on_early),
            JOB(goes_on_sleeps), JOB(goes_on_computes), JOB(goes_on_reads),  JOB(goes_on_signal), JOB(goes_on_shared),
            JOB(goes_on_timed_message), JOB(goes_on_timed_request), JOB(goes_on_copy_computes), JOB(goes_on_copy_sleeps),
            JOB(goes_on_all_reduce), JOB(goes_on_handler),
            JOB(goes_on_timed),  JOB(goes_on_message),  JOB(goes_on_held),
            JOB(goes_on_common), JOB(goes_on_ring), JOB(goes_on_child), JOB(hang_common_mutex), JOB(hang_common_condition)};

int main(int argc, char** argv) {
  int level, rank, unit;
  MPI_Aint size;
  MPI_Win window;
  if (strcmp(argv[1], "goes_on_early") == 0) start_early();
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(rank == 0 ? sizeof *common : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &common, &window);
  MPI_Win_shared_query(window, 0, &size, &unit, &common);
  if (rank == 0) make_common();
  if (rank == 0 && strcmp(argv[1], "hang_common_mutex") == 0) pthread_mutex_lock(&common->mutex);
  MPI_Barrier(MPI_COMM_WORLD);
  const int takes_part = rank == 1 || strncmp(argv[1], "goes_on_all", 11) == 0;
  for (unsigned i = 0; takes_part && i < sizeof jobs / sizeof *jobs; ++i)
    if (strcmp(jobs[i].name, argv[1]) == 0) jobs[i].run();
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&window);
  MPI_Finalize();
  return 0;
}
