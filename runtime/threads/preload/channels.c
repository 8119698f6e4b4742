/* What the threads of a process tell each other through the kernel. libfencepost.so wraps these functions: a thread
 * that has read from a pipe, a socket or an event comes after the threads that have written to it. The same holds for
 * signals that a thread waits for, for System V's semaphores and queues, and for POSIX queues.
 *
 * We do not know which writer a reader has learned from: all earlier ones count. So there is one object for each kind
 * of channel, and for pipes a few, by the number of their inode. Ordering too much can only hide a race between threads
 * that use such channels.
 *
 * Forbidden here: calling anything that is wrapped here except through its row.
 */
#define _GNU_SOURCE
#include "channels.h"

#include <errno.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "memory/outside.h"
#include "next_between.h"
#include "record/sync_object.h"
#include "threads/observer.h"
#include "watching.h"

#define CALLER __builtin_return_address(0)

enum { kPipes = 64 };
static char pipes[kPipes], sockets, events, any_file, signals, system_v, queues;

/* Null: nobody reads what is written to this file, or only much later. */
static const char* channel_of(int file, bool* told_by_others) {
  struct stat status;
  if (file <= STDERR_FILENO || fstat(file, &status) != 0) return NULL;
  *told_by_others = S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
  if (S_ISFIFO(status.st_mode)) return &pipes[status.st_ino % kPipes];
  if (S_ISSOCK(status.st_mode)) return &sockets;
  return (status.st_mode & S_IFMT) == 0 ? &events : NULL; /* eventfd, signalfd, timerfd */
}

static void releases(const char* object, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 0)) to->releasing(object, FENCEPOST_ON_CHANNEL, caller);
}
static void acquires(const char* object, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 0)) to->acquired(object, FENCEPOST_ON_CHANNEL, caller);
}

void fencepost_will_write(int file, const void* caller) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to == NULL, 1) || !to->orders_threads(caller)) return;
  const int before = errno;
  bool told = false;
  const char* const channel = channel_of(file, &told);
  if (channel != NULL) {
    releases(channel, caller);
    releases(&any_file, caller);
  }
  errno = before;
}

void fencepost_has_read(int file, const void* caller) {
  static int told;
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to == NULL, 1)) return;
  const bool tells = !__atomic_load_n(&told, __ATOMIC_RELAXED) && to->is_of_program(caller);
  const bool orders = to->orders_threads(caller);
  if (!tells && !orders) return;
  const int before = errno;
  bool told_by_others = false;
  const char* const channel = channel_of(file, &told_by_others);
  if (tells && told_by_others) {
    __atomic_store_n(&told, 1, __ATOMIC_RELAXED);
    to->not_followed(FENCEPOST_CHANNEL, caller);
  }
  if (orders && channel != NULL) {
    acquires(channel, caller);
    if (channel == &events) acquires(&signals, caller); /* signalfd */
  }
  errno = before;
}

void channels_are_ready(const void* caller) {
  const int before = errno;
  acquires(&any_file, caller);
  errno = before;
}

/* A row: what is reported before the function, and after it. */
#define ROW(type, name, parameters, arguments, before, after) \
  EXPORTED type name parameters {                             \
    NEXT(name);                                               \
    if (next == NULL) return errno = ENOSYS, (type) - 1;      \
    before;                                                   \
    const type result = ((type(*) parameters)next)arguments;  \
    after;                                                    \
    return result;                                            \
  }
/* The function writes to a file, or reads from it. */
#define WRITES(type, name, parameters, arguments) \
  ROW(type, name, parameters, arguments, fencepost_will_write(file, CALLER), (void)0)
#define READS(type, name, parameters, arguments) \
  ROW(type, name, parameters, arguments, (void)0, if (result >= 0) fencepost_has_read(file, CALLER))
/* The same for what has no file. `good`: the result says that it was done. */
#define RELEASES(type, name, object, parameters, arguments) \
  ROW(type, name, parameters, arguments, releases(&object, CALLER), (void)0)
#define ACQUIRES(type, name, object, good, parameters, arguments) \
  ROW(type, name, parameters, arguments, fencepost_looks_outside(), if (result good) acquires(&object, CALLER))
#define BOTH(type, name, object, parameters, arguments) \
  ROW(type, name, parameters, arguments, releases(&object, CALLER), if (result == 0) acquires(&object, CALLER))

/* clang-format off */
WRITES(ssize_t, sendto, (int file, const void* from, size_t size, int flags, const struct sockaddr* to, socklen_t length), (file, from, size, flags, to, length))
WRITES(ssize_t, sendmsg, (int file, const struct msghdr* message, int flags), (file, message, flags))
WRITES(int, eventfd_write, (int file, eventfd_t value), (file, value))
WRITES(int, shutdown, (int file, int how), (file, how))
WRITES(int, close, (int file), (file))
READS(int, eventfd_read, (int file, eventfd_t* value), (file, value))

RELEASES(int, pthread_kill, signals, (pthread_t thread, int number), (thread, number))
RELEASES(int, pthread_sigqueue, signals, (pthread_t thread, int number, const union sigval value), (thread, number, value))
RELEASES(int, kill, signals, (pid_t process, int number), (process, number))
RELEASES(int, sigqueue, signals, (pid_t process, int number, const union sigval value), (process, number, value))
ACQUIRES(int, sigwait, signals, == 0, (const sigset_t* restrict set, int* restrict number), (set, number))
ACQUIRES(int, sigwaitinfo, signals, > 0, (const sigset_t* restrict set, siginfo_t* restrict about), (set, about))
ACQUIRES(int, sigtimedwait, signals, > 0, (const sigset_t* restrict set, siginfo_t* restrict about, const struct timespec* restrict time), (set, about, time))

BOTH(int, semop, system_v, (int set, struct sembuf* steps, size_t count), (set, steps, count))
BOTH(int, semtimedop, system_v, (int set, struct sembuf* steps, size_t count, const struct timespec* time), (set, steps, count, time))
RELEASES(int, msgsnd, system_v, (int queue, const void* message, size_t size, int flags), (queue, message, size, flags))
ACQUIRES(ssize_t, msgrcv, system_v, >= 0, (int queue, void* message, size_t size, long type, int flags), (queue, message, size, type, flags))

RELEASES(int, mq_send, queues, (mqd_t queue, const char* message, size_t size, unsigned priority), (queue, message, size, priority))
RELEASES(int, mq_timedsend, queues, (mqd_t queue, const char* message, size_t size, unsigned priority, const struct timespec* time), (queue, message, size, priority, time))
ACQUIRES(ssize_t, mq_receive, queues, >= 0, (mqd_t queue, char* message, size_t size, unsigned* priority), (queue, message, size, priority))
ACQUIRES(ssize_t, mq_timedreceive, queues, >= 0, (mqd_t queue, char* restrict message, size_t size, unsigned* restrict priority, const struct timespec* restrict time), (queue, message, size, priority, time))
/* clang-format on */

EXPORTED int fflush(FILE* file) {
  NEXT(fflush);
  if (next == NULL) return errno = ENOSYS, EOF;
  if (file != NULL) fencepost_will_write(fileno(file), CALLER);
  return ((int (*)(FILE*))next)(file);
}
