/* The thread functions that libfencepost.so wraps: each does what its name says, and reports to the back end if there
 * is one. In processes without MPI there never is, and all of this is one more call.
 *
 * Forbidden here: calling anything that is wrapped here except by next(); allocating, except for a watched thread.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#include "barrier_rounds.h"
#include "openmp_model.h"
#include "record/sync_object.h"
#include "shared_mappings.h"
#include "threads/observer.h"
#include "watching.h"

#define EXPORTED __attribute__((visibility("default")))
#define CALLER __builtin_return_address(0)

static const struct fencepost_thread_observer* observer;
/* Code that has made threads before there is an observer, which knows whose code that is: libraries of MPI have threads
 * of their own, which some make when they are loaded. */
enum { kMostMakers = 64 };
static const void* makers[kMostMakers];
static unsigned threads_made;

static void made_before(const void* caller) {
  const unsigned number = __atomic_fetch_add(&threads_made, 1, __ATOMIC_ACQ_REL);
  if (number < kMostMakers) __atomic_store_n(&makers[number], caller, __ATOMIC_RELEASE);
}

void fencepost_observe_threads(const struct fencepost_thread_observer* to) {
  const unsigned made = __atomic_load_n(&threads_made, __ATOMIC_ACQUIRE);
  /* One that is just being noted, or has no room, belongs to nobody we know. */
  for (unsigned i = 0; to != NULL && i < made; ++i)
    to->others_exist(i < kMostMakers ? __atomic_load_n(&makers[i], __ATOMIC_ACQUIRE) : NULL);
  __atomic_store_n(&observer, to, __ATOMIC_RELEASE);
  if (to != NULL) fencepost_tell_early_mappings(to);
}

static const struct fencepost_thread_observer* watching(void) {
  return __atomic_load_n(&observer, __ATOMIC_ACQUIRE);
}

const struct fencepost_thread_observer* fencepost_watching_threads(void) {
  return watching();
}

static void acquired(const volatile void* object, unsigned kind, const void* caller) {
  const struct fencepost_thread_observer* to = watching();
  if (__builtin_expect(to != NULL, 0) && !openmp_has_reported(caller)) to->acquired(object, kind, caller);
}
static void releasing(const volatile void* object, unsigned kind, const void* caller) {
  const struct fencepost_thread_observer* to = watching();
  if (__builtin_expect(to != NULL, 0) && !openmp_has_reported(caller)) to->releasing(object, kind, caller);
}

static int waits(struct fencepost_thread_wait wait, const void* caller) {
  const struct fencepost_thread_observer* to = watching();
  return to != NULL && to->waits(&wait, caller);
}
/* Something that processes share is used: perhaps there is no wait. */
static void is_used(struct fencepost_thread_wait wait, const void* caller) {
  wait.only_used = 1;
  waits(wait, caller);
}
static void goes_on(int waited) {
  const struct fencepost_thread_observer* to = watching();
  if (waited && to != NULL) to->goes_on();
}

/* The C library's own function. If a function exists in two versions (condition variables), dlsym may return the old
 * one, which has another layout: we ask for the newer one by name. */
static void* next_function(void** place, const char* name, const char* version) {
  void* function = __atomic_load_n(place, __ATOMIC_ACQUIRE);
  if (__builtin_expect(function != NULL, 1)) return function;
  if (version != NULL) function = dlvsym(RTLD_NEXT, name, version);
  if (function == NULL) function = dlsym(RTLD_NEXT, name);
  __atomic_store_n(place, function, __ATOMIC_RELEASE);
  return function;
}

/* NEXT(name): the function behind ours. They are looked up when the library is loaded: a look-up in the program's first
 * call would destroy what dlerror() has just given it. */
struct next {
  void** place;
  const char *name, *version;
};
#define NEXT_OF_VERSION(name, version)                                                                     \
  static void* place_of_##name;                                                                            \
  static const struct next next_of_##name = {&place_of_##name, #name, version};                            \
  static const struct next* const listed_##name __attribute__((used, section("fencepost_threads_next"))) = \
      &next_of_##name;                                                                                     \
  __typeof__(&name) next = (__typeof__(&name))next_function(&place_of_##name, #name, version)
#define NEXT(name) NEXT_OF_VERSION(name, NULL)

/* A function of a library that not the whole program sees: a module that was loaded with RTLD_LOCAL brought it along,
 * and finds our function before that one. A library of its own stays for good from then on; what is linked into the
 * module goes with that, and is looked up each time. */
static void* function_of_caller(void** place, const char* name, const void* caller) {
  Dl_info module, library;
  if (dladdr(caller, &module) == 0) return NULL;
  void* handle = dlopen(module.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == NULL) return NULL;
  void* function = dlsym(handle, name);
  if (function != NULL && dladdr(function, &library) != 0 && library.dli_fbase != module.dli_fbase &&
      dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != NULL)
    __atomic_store_n(place, function, __ATOMIC_RELEASE);
  dlclose(handle);
  return function;
}
#define NEXT_OF_CALLER(name) \
  NEXT(name);                \
  if (__builtin_expect(next == NULL, 0)) next = (__typeof__(next))function_of_caller(&place_of_##name, #name, CALLER)

extern __attribute__((visibility("hidden"))) const struct next *const __start_fencepost_threads_next[],
    *const __stop_fencepost_threads_next[];
static __attribute__((constructor)) void find_next_functions(void) {
  for (const struct next* const* one = __start_fencepost_threads_next; one != __stop_fencepost_threads_next; ++one)
    next_function((*one)->place, (*one)->name, (*one)->version);
  (void)dlerror();
}

/* ---- threads ---- */

struct beginning {
  void* (*routine)(void*);
  void* argument;
  uint64_t thread;
};

static void* begin(void* data) {
  struct beginning what = *(struct beginning*)data;
  const struct fencepost_thread_observer* to = watching();
  if (to != NULL) to->begins(what.thread);
  free(data); /* now that an allocator which takes locks is reported like any thread */
  return what.routine(what.argument);
}

EXPORTED int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*routine)(void*),
                            void* argument) {
  NEXT(pthread_create);
  const struct fencepost_thread_observer* to = watching();
  uint64_t thread = 0;
  struct beginning* what = NULL;
  if (to == NULL) {
    made_before(CALLER);
  } else {
    if (openmp_is_silent(CALLER)) to->not_followed(FENCEPOST_OPENMP, CALLER);
    thread = to->creating(CALLER);
    if (thread != 0) what = malloc(sizeof *what);
  }
  if (what == NULL) return next(handle, attributes, routine, argument);
  *what = (struct beginning){routine, argument, thread};
  int status = next(handle, attributes, begin, what);
  if (status == 0) {
    to->created(*handle, thread);
  } else {
    free(what);
  }
  return status;
}

static void joined(pthread_t handle) {
  const struct fencepost_thread_observer* to = watching();
  if (to != NULL) to->joined(handle);
}

EXPORTED int pthread_join(pthread_t handle, void** result) {
  NEXT(pthread_join);
  const int waited = waits((struct fencepost_thread_wait){.kind = FENCEPOST_ON_THREAD, .joined = handle}, CALLER);
  int status = next(handle, result);
  goes_on(waited);
  if (status == 0) joined(handle);
  return status;
}
EXPORTED int pthread_tryjoin_np(pthread_t handle, void** result) {
  NEXT(pthread_tryjoin_np);
  int status = next(handle, result);
  if (status == 0) joined(handle);
  return status;
}
EXPORTED int pthread_timedjoin_np(pthread_t handle, void** result, const struct timespec* until) {
  NEXT(pthread_timedjoin_np);
  int status = next(handle, result, until);
  if (status == 0) joined(handle);
  return status;
}
EXPORTED int pthread_clockjoin_np(pthread_t handle, void** result, clockid_t clock, const struct timespec* until) {
  NEXT(pthread_clockjoin_np);
  int status = next(handle, result, clock, until);
  if (status == 0) joined(handle);
  return status;
}

/* ---- locks: one line each ---- */

#define LOCK(name, kind, object_of, parameters, ...)                            \
  EXPORTED int name parameters {                                                \
    NEXT(name);                                                                 \
    int status = next(__VA_ARGS__);                                             \
    if (status == 0 || status == EOWNERDEAD) acquired(object_of, kind, CALLER); \
    return status;                                                              \
  }
#define UNLOCK(name, kind, object_of, parameters, ...) \
  EXPORTED int name parameters {                       \
    NEXT(name);                                        \
    releasing(object_of, kind, CALLER);                \
    return next(__VA_ARGS__);                          \
  }

typedef const struct timespec* until_t;

/* A lock that is not available for a while: only then we report that the thread waits. A holder nearly always keeps the
 * others waiting for microseconds, and nothing should be written for that. If other processes share the lock, we only
 * report that it is used: they may give it back. The C library keeps both in the objects. */
static struct timespec a_while_from_now(void) {
  enum { kMilliseconds = 100, kNanosecondsPerSecond = 1000000000 };
  NEXT(clock_gettime);
  struct timespec time;
  next(CLOCK_MONOTONIC, &time);
  time.tv_nsec += kMilliseconds * 1000000;
  if (time.tv_nsec >= kNanosecondsPerSecond) {
    time.tv_nsec -= kNanosecondsPerSecond;
    ++time.tv_sec;
  }
  return time;
}

enum {
  kSharedMutex = 128,     /* bit of its __kind */
  kSharedCondition = 1,   /* bit of its __wrefs */
  kSemaphoreIsShared = 2, /* the int in which it is, of those that it consists of */
  kBarrierIsShared = 3
};

/* `until`: pthread_mutex_clocklock and the like, which return ETIMEDOUT; any other status is only theirs, because they
 * check more than the plain function does. */
#define WAITING_LOCK(name, kind_of_it, type, is_shared, holder_of_it, try, until)       \
  static int name##_lock_by(type* m, int (*next)(type*), const void* caller) {          \
    if (watching() == NULL) return next(m);                                             \
    struct fencepost_thread_wait wait = {.object = m, .kind = kind_of_it};              \
    wait.shared = is_shared;                                                            \
    if (wait.shared) is_used(wait, caller);                                             \
    int status = try(m);                                                                \
    if (status != EBUSY) return status == 0 || status == EOWNERDEAD ? status : next(m); \
    const struct timespec time = a_while_from_now();                                    \
    status = until(m, CLOCK_MONOTONIC, &time);                                          \
    if (status == 0 || status == EOWNERDEAD) return status;                             \
    wait.holder = (uint64_t)(holder_of_it);                                             \
    const int waited = status == ETIMEDOUT && waits(wait, caller);                      \
    status = next(m);                                                                   \
    goes_on(waited);                                                                    \
    return status;                                                                      \
  }

#define UNTIL(of_what, name, type)                                                     \
  static int of_what##_until(type* m, clockid_t clock, const struct timespec* until) { \
    NEXT(name);                                                                        \
    return next != NULL ? next(m, clock, until) : ENOSYS;                              \
  }
#define TRY(of_what, name, type)      \
  static int try_##of_what(type* m) { \
    NEXT(name);                       \
    return next(m);                   \
  }
TRY(semaphore, sem_trywait, sem_t)
static int semaphore_until(sem_t* s, clockid_t clock, const struct timespec* until) {
  NEXT(sem_clockwait);
  if (next != NULL) return next(s, clock, until);
  errno = ENOSYS;
  return -1;
}
TRY(mutex, pthread_mutex_trylock, pthread_mutex_t)
UNTIL(mutex, pthread_mutex_clocklock, pthread_mutex_t)
WAITING_LOCK(mutex, FENCEPOST_ON_MUTEX, pthread_mutex_t, (m->__data.__kind & kSharedMutex) != 0, m->__data.__owner,
             try_mutex, mutex_until)

EXPORTED int pthread_mutex_lock(pthread_mutex_t* m) {
  NEXT(pthread_mutex_lock);
  const int status = mutex_lock_by(m, next, CALLER);
  if (status == 0 || status == EOWNERDEAD) acquired(m, FENCEPOST_ON_MUTEX, CALLER);
  return status;
}
LOCK(pthread_mutex_trylock, FENCEPOST_ON_MUTEX, m, (pthread_mutex_t * m), m)
LOCK(pthread_mutex_timedlock, FENCEPOST_ON_MUTEX, m, (pthread_mutex_t * m, until_t until), m, until)
LOCK(pthread_mutex_clocklock, FENCEPOST_ON_MUTEX, m, (pthread_mutex_t * m, clockid_t clock, until_t until), m, clock,
     until)
UNLOCK(pthread_mutex_unlock, FENCEPOST_ON_MUTEX, m, (pthread_mutex_t * m), m)

LOCK(pthread_spin_lock, FENCEPOST_ON_MUTEX, m, (pthread_spinlock_t * m), m)
LOCK(pthread_spin_trylock, FENCEPOST_ON_MUTEX, m, (pthread_spinlock_t * m), m)
UNLOCK(pthread_spin_unlock, FENCEPOST_ON_MUTEX, m, (pthread_spinlock_t * m), m)

/* The same for semaphores, whose functions return -1 and set errno. */
static int wait_for_semaphore(sem_t* s, int (*wait)(sem_t*), const void* caller) {
  if (watching() == NULL) return wait(s);
  struct fencepost_thread_wait until_posted = {.object = s, .kind = FENCEPOST_ON_SEMAPHORE};
  until_posted.shared = ((const unsigned*)s)[kSemaphoreIsShared] != 0;
  if (until_posted.shared) is_used(until_posted, caller);
  const int before = errno;
  if (try_semaphore(s) == 0) return 0;
  const struct timespec time = a_while_from_now();
  int status = semaphore_until(s, CLOCK_MONOTONIC, &time);
  if (status == 0 || errno == EINTR) return status;
  const int waited = errno == ETIMEDOUT && waits(until_posted, caller);
  errno = before;
  status = wait(s);
  const int error = errno;
  goes_on(waited);
  errno = error;
  return status;
}
EXPORTED int sem_wait(sem_t* s) {
  NEXT(sem_wait);
  const int status = wait_for_semaphore(s, next, CALLER);
  if (status == 0) acquired(s, FENCEPOST_ON_SEMAPHORE, CALLER);
  return status;
}
LOCK(sem_trywait, FENCEPOST_ON_SEMAPHORE, s, (sem_t * s), s)
LOCK(sem_timedwait, FENCEPOST_ON_SEMAPHORE, s, (sem_t * s, until_t until), s, until)
LOCK(sem_clockwait, FENCEPOST_ON_SEMAPHORE, s, (sem_t * s, clockid_t clock, until_t until), s, clock, until)
UNLOCK(sem_post, FENCEPOST_ON_SEMAPHORE, s, (sem_t * s), s)

/* C11's, which are the same objects with other names. thrd_success is 0. */
EXPORTED int mtx_lock(mtx_t* m) {
  NEXT(pthread_mutex_lock);
  const int status = mutex_lock_by((pthread_mutex_t*)m, next, CALLER);
  if (status != 0 && status != EOWNERDEAD) return thrd_error;
  acquired(m, FENCEPOST_ON_MUTEX, CALLER);
  return thrd_success;
}
LOCK(mtx_trylock, FENCEPOST_ON_MUTEX, m, (mtx_t * m), m)
LOCK(mtx_timedlock, FENCEPOST_ON_MUTEX, m, (mtx_t* restrict m, const struct timespec* restrict until), m, until)
UNLOCK(mtx_unlock, FENCEPOST_ON_MUTEX, m, (mtx_t * m), m)

/* ---- read-write locks ----
 * A reader is ordered after writers and not after other readers. Two objects: the lock's address for what writers
 * release, and the byte after it for what readers release; writers acquire both. */

static void* of_readers(pthread_rwlock_t* lock) {
  return (char*)lock + 1;
}

static void read_locked(pthread_rwlock_t* lock, const void* caller) {
  acquired(lock, FENCEPOST_ON_READ_WRITE_LOCK, caller);
}
static void write_locked(pthread_rwlock_t* lock, const void* caller) {
  acquired(lock, FENCEPOST_ON_READ_WRITE_LOCK, caller);
  acquired(of_readers(lock), FENCEPOST_ON_READ_WRITE_LOCK, caller);
}

#define READ_WRITE_LOCK_CALL(name, then, parameters, ...) \
  EXPORTED int name parameters {                          \
    NEXT(name);                                           \
    int status = next(__VA_ARGS__);                       \
    if (status == 0) then(lock, CALLER);                  \
    return status;                                        \
  }
TRY(to_read, pthread_rwlock_tryrdlock, pthread_rwlock_t)
UNTIL(to_read, pthread_rwlock_clockrdlock, pthread_rwlock_t)
TRY(to_write, pthread_rwlock_trywrlock, pthread_rwlock_t)
UNTIL(to_write, pthread_rwlock_clockwrlock, pthread_rwlock_t)
WAITING_LOCK(read, FENCEPOST_ON_READ_WRITE_LOCK, pthread_rwlock_t, m->__data.__shared != 0, m->__data.__cur_writer,
             try_to_read, to_read_until)
WAITING_LOCK(write, FENCEPOST_ON_READ_WRITE_LOCK, pthread_rwlock_t, m->__data.__shared != 0, m->__data.__cur_writer,
             try_to_write, to_write_until)
EXPORTED int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  NEXT(pthread_rwlock_rdlock);
  const int status = read_lock_by(lock, next, CALLER);
  if (status == 0) read_locked(lock, CALLER);
  return status;
}
EXPORTED int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  NEXT(pthread_rwlock_wrlock);
  const int status = write_lock_by(lock, next, CALLER);
  if (status == 0) write_locked(lock, CALLER);
  return status;
}
READ_WRITE_LOCK_CALL(pthread_rwlock_tryrdlock, read_locked, (pthread_rwlock_t * lock), lock)
READ_WRITE_LOCK_CALL(pthread_rwlock_timedrdlock, read_locked,
                     (pthread_rwlock_t* restrict lock, const struct timespec* restrict until), lock, until)
READ_WRITE_LOCK_CALL(pthread_rwlock_clockrdlock, read_locked,
                     (pthread_rwlock_t* restrict lock, clockid_t clock, const struct timespec* restrict until), lock,
                     clock, until)
READ_WRITE_LOCK_CALL(pthread_rwlock_trywrlock, write_locked, (pthread_rwlock_t * lock), lock)
READ_WRITE_LOCK_CALL(pthread_rwlock_timedwrlock, write_locked,
                     (pthread_rwlock_t* restrict lock, const struct timespec* restrict until), lock, until)
READ_WRITE_LOCK_CALL(pthread_rwlock_clockwrlock, write_locked,
                     (pthread_rwlock_t* restrict lock, clockid_t clock, const struct timespec* restrict until), lock,
                     clock, until)

EXPORTED int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  NEXT(pthread_rwlock_unlock);
  /* While a writer holds it (then it is the caller), the C library keeps the writer's id in it. */
  releasing(lock->__data.__cur_writer != 0 ? (void*)lock : of_readers(lock), FENCEPOST_ON_READ_WRITE_LOCK, CALLER);
  return next(lock);
}

/* ---- condition variables: what they order, they order by their mutex ---- */

#define WAIT(name, version, for_ever, shared_by, parameters, ...)                  \
  EXPORTED int name parameters {                                                   \
    NEXT_OF_VERSION(name, version);                                                \
    releasing(mutex, FENCEPOST_ON_MUTEX, CALLER);                                  \
    const struct fencepost_thread_wait wait = {                                    \
        .object = condition, .kind = FENCEPOST_ON_CONDITION, .shared = shared_by}; \
    const int waited = (for_ever) && waits(wait, CALLER);                          \
    int status = next(__VA_ARGS__);                                                \
    goes_on(waited);                                                               \
    acquired(mutex, FENCEPOST_ON_MUTEX, CALLER);                                   \
    return status;                                                                 \
  }
static int is_shared(const pthread_cond_t* condition) {
  return (condition->__data.__wrefs & kSharedCondition) != 0;
}
WAIT(pthread_cond_wait, "GLIBC_2.3.2", true, is_shared(condition),
     (pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex), condition, mutex)
WAIT(pthread_cond_timedwait, "GLIBC_2.3.2", false, 0,
     (pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex, const struct timespec* restrict until),
     condition, mutex, until)
WAIT(pthread_cond_clockwait, NULL, false, 0,
     (pthread_cond_t* restrict condition, pthread_mutex_t* restrict mutex, clockid_t clock,
      const struct timespec* restrict until),
     condition, mutex, clock, until)
WAIT(cnd_wait, NULL, true, 0, (cnd_t * condition, mtx_t* mutex), condition, mutex)
WAIT(cnd_timedwait, NULL, false, 0,
     (cnd_t* restrict condition, mtx_t* restrict mutex, const struct timespec* restrict until), condition, mutex, until)

/* ---- barriers ---- */

EXPORTED int pthread_barrier_init(pthread_barrier_t* restrict barrier, const pthread_barrierattr_t* restrict attributes,
                                  unsigned count) {
  NEXT(pthread_barrier_init);
  int status = next(barrier, attributes, count);
  int shared = PTHREAD_PROCESS_PRIVATE;
  if (attributes != NULL) pthread_barrierattr_getpshared(attributes, &shared);
  if (status == 0) barrier_made(barrier, shared == PTHREAD_PROCESS_PRIVATE ? count : 0);
  return status;
}

EXPORTED int pthread_barrier_destroy(pthread_barrier_t* barrier) {
  NEXT(pthread_barrier_destroy);
  barrier_gone(barrier);
  return next(barrier);
}

EXPORTED int pthread_barrier_wait(pthread_barrier_t* barrier) {
  NEXT(pthread_barrier_wait);
  const struct barrier_visit visit = barrier_begins(barrier);
  const volatile void* other = barrier_other_object(&visit);
  releasing(barrier_object(&visit), FENCEPOST_ON_BARRIER, CALLER);
  if (other != NULL) releasing(other, FENCEPOST_ON_BARRIER, CALLER);
  const int shared = ((const unsigned*)barrier)[kBarrierIsShared] != 0;
  const struct fencepost_thread_wait wait = {.object = barrier, .kind = FENCEPOST_ON_BARRIER, .shared = shared};
  const int waited = waits(wait, CALLER);
  int status = next(barrier);
  goes_on(waited);
  acquired(barrier_object(&visit), FENCEPOST_ON_BARRIER, CALLER);
  other = barrier_other_object(&visit);
  if (other != NULL) acquired(other, FENCEPOST_ON_BARRIER, CALLER);
  barrier_ends(&visit);
  return status;
}

/* ---- once ---- */

static __thread struct once {
  pthread_once_t* control;
  void (*routine)(void);
  const void* caller;
} once __attribute__((tls_model("initial-exec")));

static void run_once(void) {
  struct once what = once;
  what.routine();
  releasing(what.control, FENCEPOST_ON_ONCE, what.caller);
}

static int once_for(pthread_once_t* control, void (*routine)(void), const void* caller) {
  NEXT(pthread_once);
  if (watching() == NULL) return next(control, routine);
  struct once outer = once; /* the routine may itself call this */
  once = (struct once){control, routine, caller};
  int status = next(control, run_once);
  once = outer;
  acquired(control, FENCEPOST_ON_ONCE, caller);
  return status;
}
EXPORTED int pthread_once(pthread_once_t* control, void (*routine)(void)) {
  return once_for(control, routine, CALLER);
}

/* Local statics of C++: the program's own quick check loads the guard's first byte. */
int __cxa_guard_acquire(int64_t* guard);
void __cxa_guard_release(int64_t* guard);
EXPORTED int __cxa_guard_acquire(int64_t* guard) {
  NEXT_OF_CALLER(__cxa_guard_acquire);
  int mine_to_do = next(guard);
  acquired(guard, FENCEPOST_ON_ONCE, CALLER);
  return mine_to_do;
}
EXPORTED void __cxa_guard_release(int64_t* guard) {
  NEXT_OF_CALLER(__cxa_guard_release);
  releasing(guard, FENCEPOST_ON_ONCE, CALLER);
  next(guard);
}

/* ---- futures that are made ready when their thread has ended ----
 * libstdc++ stores that they are ready in code of its own; a waiting thread loads it in the program's, as an atomic. */

struct to_make_ready { /* std::__future_base::_State_baseV2::_Make_ready, as GCC 5 has fixed it */
  struct to_make_ready* next;
  void (*at_thread_exit)(void*);
  char* state; /* of the future */
  void* owners;
};
enum { STATUS_IN_STATE = 16 };

static void (*make_ready)(void*); /* the library's one */

static void make_ready_at_exit(void* what) {
  char* const status = ((struct to_make_ready*)what)->state + STATUS_IN_STATE;
  void (*const next)(void*) = __atomic_load_n(&make_ready, __ATOMIC_ACQUIRE);
  releasing(status, FENCEPOST_ON_ATOMIC, (const void*)(uintptr_t)next);
  next(what);
}

void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(struct to_make_ready* what);
EXPORTED void _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv(struct to_make_ready* what) {
  NEXT_OF_CALLER(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv);
  next(what);
  __atomic_store_n(&make_ready, what->at_thread_exit, __ATOMIC_RELEASE);
  what->at_thread_exit = make_ready_at_exit;
}

/* ---- C11 threads and once: the C library's make threads without pthread_create ---- */

struct c11_beginning {
  thrd_start_t routine;
  void* argument;
  uint64_t thread;
};

static int begin_c11(void* data) {
  struct c11_beginning what = *(struct c11_beginning*)data;
  free(data);
  const struct fencepost_thread_observer* to = watching();
  if (to != NULL) to->begins(what.thread);
  return what.routine(what.argument);
}

EXPORTED int thrd_create(thrd_t* handle, thrd_start_t routine, void* argument) {
  NEXT(thrd_create);
  const struct fencepost_thread_observer* to = watching();
  uint64_t thread = 0;
  struct c11_beginning* what = NULL;
  if (to == NULL) {
    made_before(CALLER);
  } else {
    thread = to->creating(CALLER);
    if (thread != 0) what = malloc(sizeof *what);
  }
  if (what == NULL) return next(handle, routine, argument);
  *what = (struct c11_beginning){routine, argument, thread};
  int status = next(handle, begin_c11, what);
  if (status == thrd_success) {
    to->created(*handle, thread);
  } else {
    free(what);
  }
  return status;
}

EXPORTED int thrd_join(thrd_t handle, int* result) {
  NEXT(thrd_join);
  const int waited = waits((struct fencepost_thread_wait){.kind = FENCEPOST_ON_THREAD, .joined = handle}, CALLER);
  int status = next(handle, result);
  goes_on(waited);
  if (status == thrd_success) joined(handle);
  return status;
}

EXPORTED void call_once(once_flag* flag, void (*routine)(void)) {
  once_for((pthread_once_t*)flag, routine, CALLER);
}
