/* What a thread does between two looks for something to happen: it sleeps or yields, asks for the time, or asks for
 * something that comes from outside of the job. libfencepost.so wraps these functions. Each does what its name says;
 * the back end only counts, and only for threads that look.
 *
 * Forbidden here: calling anything that is wrapped here except through its row.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "channels.h"
#include "memory/outside.h"
#include "next_between.h"
#include "threads/observer.h"
#include "watching.h"

static void tell(enum fencepost_between what) {
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (__builtin_expect(to != NULL, 0)) to->between_calls(what);
}

void fencepost_looks_outside(void) {
  tell(FENCEPOST_LOOKS_OUTSIDE);
}

extern const struct next* const __start_fencepost_between_next[];
extern const struct next* const __stop_fencepost_between_next[];
static __attribute__((constructor)) void find_next_functions(void) {
  for (const struct next* const* one = __start_fencepost_between_next; one != __stop_fencepost_between_next; ++one)
    look_up((*one)->place, (*one)->name);
  (void)dlerror();
}

/* A row: the function is reported as `what`, and returns `missing` if the C library has none. */
#define ROW(what, type, name, parameters, arguments, missing) \
  EXPORTED type name parameters {                             \
    NEXT(name);                                               \
    if (next == NULL) return errno = ENOSYS, (type)(missing); \
    tell(FENCEPOST_##what);                                   \
    return ((type(*) parameters)next)arguments;               \
  }

/* The same for a function that sleeps or yields. */
#define PAUSE(type, name, parameters, arguments, missing)     \
  EXPORTED type name parameters {                             \
    NEXT(name);                                               \
    if (next == NULL) return errno = ENOSYS, (type)(missing); \
    tell(FENCEPOST_PAUSES);                                   \
    const type result = ((type(*) parameters)next)arguments;  \
    tell(FENCEPOST_RESUMES);                                  \
    return result;                                            \
  }

/* A row that waits until there is something to read. */
#define READY(name, parameters, arguments)                                   \
  EXPORTED int name parameters {                                             \
    NEXT(name);                                                              \
    if (next == NULL) return errno = ENOSYS, -1;                             \
    tell(FENCEPOST_LOOKS_OUTSIDE);                                           \
    const int count_of_ready = ((int(*) parameters)next)arguments;           \
    if (count_of_ready > 0) channels_are_ready(__builtin_return_address(0)); \
    return count_of_ready;                                                   \
  }

#define RECEIVE(type, name, parameters, arguments)                       \
  EXPORTED type name parameters {                                        \
    NEXT(name);                                                          \
    if (next == NULL) return errno = ENOSYS, -1;                         \
    tell(FENCEPOST_LOOKS_OUTSIDE);                                       \
    const type got = ((type(*) parameters)next)arguments;                \
    if (got >= 0) fencepost_has_read(file, __builtin_return_address(0)); \
    return got;                                                          \
  }

/* The end of the process, at once: nothing is called at exit. (What at_quick_exit was given is.) */
#define END(name)                                            \
  EXPORTED __attribute__((noreturn)) void name(int status) { \
    NEXT(name);                                              \
    tell(FENCEPOST_ENDS);                                    \
    if (next != NULL) ((void (*)(int))next)(status);         \
    for (;;) syscall(SYS_exit_group, status);                \
  }
END(_exit)
END(_Exit)
END(quick_exit)

/* clang-format off */
PAUSE(int, sched_yield, (void), (), -1)
PAUSE(int, usleep, (useconds_t time), (time), -1)
PAUSE(unsigned, sleep, (unsigned time), (time), time)
PAUSE(int, nanosleep, (const struct timespec* time, struct timespec* left), (time, left), -1)
PAUSE(int, clock_nanosleep, (clockid_t clock, int flags, const struct timespec* time, struct timespec* left), (clock, flags, time, left), ENOSYS)
PAUSE(int, thrd_sleep, (const struct timespec* time, struct timespec* left), (time, left), -2)

ROW(ASKS_THE_TIME, int, clock_gettime, (clockid_t clock, struct timespec* time), (clock, time), -1)
ROW(ASKS_THE_TIME, int, gettimeofday, (struct timeval* restrict time, void* restrict zone), (time, zone), -1)
ROW(ASKS_THE_TIME, time_t, time, (time_t* to), (to), -1)
ROW(ASKS_THE_TIME, clock_t, clock, (void), (), -1)
ROW(ASKS_THE_TIME, int, timespec_get, (struct timespec* time, int base), (time, base), 0)

ROW(LOOKS_OUTSIDE, int, access, (const char* path, int mode), (path, mode), -1)
ROW(LOOKS_OUTSIDE, int, faccessat, (int folder, const char* path, int mode, int flags), (folder, path, mode, flags), -1)
ROW(LOOKS_OUTSIDE, int, stat, (const char* restrict path, struct stat* restrict status), (path, status), -1)
ROW(LOOKS_OUTSIDE, int, stat64, (const char* restrict path, struct stat64* restrict status), (path, status), -1)
ROW(LOOKS_OUTSIDE, int, lstat, (const char* restrict path, struct stat* restrict status), (path, status), -1)
ROW(LOOKS_OUTSIDE, int, lstat64, (const char* restrict path, struct stat64* restrict status), (path, status), -1)
ROW(LOOKS_OUTSIDE, int, fstatat, (int folder, const char* restrict path, struct stat* restrict status, int flags), (folder, path, status, flags), -1)
ROW(LOOKS_OUTSIDE, int, fstatat64, (int folder, const char* restrict path, struct stat64* restrict status, int flags), (folder, path, status, flags), -1)
ROW(LOOKS_OUTSIDE, int, statx, (int folder, const char* restrict path, int flags, unsigned mask, struct statx* restrict status), (folder, path, flags, mask, status), -1)
ROW(LOOKS_OUTSIDE, FILE*, fopen, (const char* restrict path, const char* restrict mode), (path, mode), 0)
ROW(LOOKS_OUTSIDE, FILE*, fopen64, (const char* restrict path, const char* restrict mode), (path, mode), 0)
ROW(LOOKS_OUTSIDE, DIR*, opendir, (const char* path), (path), 0)
READY(ppoll, (struct pollfd* files, nfds_t count, const struct timespec* time, const sigset_t* signals), (files, count, time, signals))
READY(pselect, (int count, fd_set* restrict in, fd_set* restrict out, fd_set* restrict other, const struct timespec* restrict time, const sigset_t* restrict signals), (count, in, out, other, time, signals))
READY(epoll_wait, (int file, struct epoll_event* events, int most, int time), (file, events, most, time))
READY(epoll_pwait, (int file, struct epoll_event* events, int most, int time, const sigset_t* signals), (file, events, most, time, signals))
RECEIVE(ssize_t, recvfrom, (int file, void* restrict to, size_t size, int flags, struct sockaddr* restrict from, socklen_t* restrict length), (file, to, size, flags, from, length))
RECEIVE(ssize_t, recvmsg, (int file, struct msghdr* message, int flags), (file, message, flags))
ROW(LOOKS_OUTSIDE, int, accept, (int file, struct sockaddr* restrict address, socklen_t* restrict length), (file, address, length), -1)
ROW(LOOKS_OUTSIDE, int, connect, (int file, const struct sockaddr* address, socklen_t length), (file, address, length), -1)
ROW(LOOKS_OUTSIDE, pid_t, waitpid, (pid_t process, int* status, int options), (process, status, options), -1)
/* clang-format on */

EXPORTED void thrd_yield(void) {
  sched_yield();
}

/* With no file these two only sleep. */
EXPORTED int poll(struct pollfd* files, nfds_t count, int time) {
  NEXT(poll);
  if (next == NULL) return errno = ENOSYS, -1;
  tell(count == 0 ? FENCEPOST_PAUSES : FENCEPOST_LOOKS_OUTSIDE);
  const int result = ((int (*)(struct pollfd*, nfds_t, int))next)(files, count, time);
  if (count == 0) tell(FENCEPOST_RESUMES);
  if (result > 0) channels_are_ready(__builtin_return_address(0));
  return result;
}
EXPORTED int select(int count, fd_set* restrict in, fd_set* restrict out, fd_set* restrict other,
                    struct timeval* restrict time) {
  NEXT(select);
  if (next == NULL) return errno = ENOSYS, -1;
  tell(count == 0 ? FENCEPOST_PAUSES : FENCEPOST_LOOKS_OUTSIDE);
  const int result = ((int (*)(int, fd_set*, fd_set*, fd_set*, struct timeval*))next)(count, in, out, other, time);
  if (count == 0) tell(FENCEPOST_RESUMES);
  if (result > 0) channels_are_ready(__builtin_return_address(0));
  return result;
}

/* The mode is there only if a file may be made. */
#define OPENS(name)                                                       \
  EXPORTED int name(const char* path, int flags, ...) {                   \
    NEXT(name);                                                           \
    if (next == NULL) return errno = ENOSYS, -1;                          \
    tell(FENCEPOST_LOOKS_OUTSIDE);                                        \
    mode_t mode = 0;                                                      \
    if ((flags & O_CREAT) != 0 || (flags & __O_TMPFILE) == __O_TMPFILE) { \
      va_list rest;                                                       \
      va_start(rest, flags);                                              \
      mode = va_arg(rest, mode_t);                                        \
      va_end(rest);                                                       \
    }                                                                     \
    return ((int (*)(const char*, int, ...))next)(path, flags, mode);     \
  }
OPENS(open)
OPENS(open64)
