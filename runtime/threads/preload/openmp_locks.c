/* OpenMP's locks, critical and ordered sections, and loops whose iterations wait for each other (doacross), by the
 * entry points of gcc's and LLVM's runtimes. (LLVM's tools interface reports them, too, but only after they are
 * released.) */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "openmp_model.h"
#include "openmp_runtime.h"
#include "record/sync_object.h"
#include "watching.h"

/* ---- critical sections: the name's address, or one for all without a name ---- */

static char unnamed, atomics;
enum { ORDERED = 1 }; /* number of a team's object; those of iterations have the highest bit set */

#define ENTER(name, object, parameters, ...) \
  void name parameters;                      \
  EXPORTED void name parameters {            \
    NEXT(name);                              \
    next(__VA_ARGS__);                       \
    openmp_acquire(object, CALLER);          \
  }
#define LEAVE(name, object, parameters, ...) \
  void name parameters;                      \
  EXPORTED void name parameters {            \
    NEXT(name);                              \
    openmp_release(object, CALLER);          \
    next(__VA_ARGS__);                       \
  }
ENTER(GOMP_critical_start, &unnamed, (void))
LEAVE(GOMP_critical_end, &unnamed, (void))
ENTER(GOMP_critical_name_start, name, (void** name), name)
LEAVE(GOMP_critical_name_end, name, (void** name), name)
ENTER(GOMP_atomic_start, &atomics, (void))
LEAVE(GOMP_atomic_end, &atomics, (void))
ENTER(__kmpc_critical, name, (void* place, int thread, void* name), place, thread, name)
ENTER(__kmpc_critical_with_hint, name, (void* place, int thread, void* name, uint32_t hint), place, thread, name, hint)
LEAVE(__kmpc_end_critical, name, (void* place, int thread, void* name), place, thread, name)

/* ---- flushes: gcc makes a fence of each, which instrumented code reports ---- */

enum { FENCE = FENCEPOST_ON_ATOMIC | FENCEPOST_FENCE };

void __kmpc_flush(void* place);
EXPORTED void __kmpc_flush(void* place) {
  NEXT(__kmpc_flush);
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to != NULL) to->releasing(NULL, FENCE, CALLER);
  next(place);
  if (to != NULL) to->acquired(NULL, FENCE, CALLER);
}

/* ---- ordered sections ---- */

#define ORDERED_SECTION(begin, end, parameters, ...)           \
  void begin parameters;                                       \
  EXPORTED void begin parameters {                             \
    NEXT(begin);                                               \
    next(__VA_ARGS__);                                         \
    openmp_acquire_of_team(openmp_current(), ORDERED, CALLER); \
  }                                                            \
  void end parameters;                                         \
  EXPORTED void end parameters {                               \
    NEXT(end);                                                 \
    openmp_release_of_team(openmp_current(), ORDERED, CALLER); \
    next(__VA_ARGS__);                                         \
  }
ORDERED_SECTION(GOMP_ordered_start, GOMP_ordered_end, (void))
ORDERED_SECTION(__kmpc_ordered, __kmpc_end_ordered, (void* place, int thread), place, thread)

/* ---- locks ---- */

#define LOCK(type, name, lock_or_unlock)                                                           \
  type name(void* lock);                                                                           \
  EXPORTED type name(void* lock) {                                                                 \
    NEXT_OF_VERSION(name, "OMP_3.0"); /* of these there are two versions with different layouts */ \
    lock_or_unlock;                                                                                \
  }
#define SET   \
  next(lock); \
  openmp_acquire(lock, CALLER)
#define UNSET                   \
  openmp_release(lock, CALLER); \
  next(lock)
#define TEST                                    \
  int taken = next(lock);                       \
  if (taken != 0) openmp_acquire(lock, CALLER); \
  return taken
#define LOCKS(suffix)                            \
  LOCK(void, omp_set_lock##suffix, SET)          \
  LOCK(void, omp_unset_lock##suffix, UNSET)      \
  LOCK(int, omp_test_lock##suffix, TEST)         \
  LOCK(void, omp_set_nest_lock##suffix, SET)     \
  LOCK(void, omp_unset_nest_lock##suffix, UNSET) \
  LOCK(int, omp_test_nest_lock##suffix, TEST)
LOCKS()
LOCKS(_) /* Fortran's */

/* With hints, other functions make them and the same ones use them. */

/* ---- doacross: an object for each iteration that others wait for ---- */

static __thread unsigned dimensions __attribute__((tls_model("initial-exec"))); /* of the loop that the thread is in */
enum { MOST_DIMENSIONS = 12 };

static uint64_t iteration(const long* at, unsigned count) {
  uint64_t mixed = 1;
  for (unsigned i = 0; i < count; ++i) mixed = (mixed ^ (uint64_t)at[i]) * 0x9e3779b97f4a7c15u + (mixed >> 29);
  return mixed | (uint64_t)1 << 63;
}
static unsigned dimensions_known(void) {
  return dimensions < MOST_DIMENSIONS ? dimensions : MOST_DIMENSIONS;
}

#define DOACROSS_START(name, number, parameters, ...) \
  bool name parameters;                               \
  EXPORTED bool name parameters {                     \
    NEXT(name);                                       \
    dimensions = count;                               \
    return next(__VA_ARGS__);                         \
  }
#define DOACROSS_STARTS(prefix, number)                                                                            \
  DOACROSS_START(prefix##_doacross_static_start, number,                                                           \
                 (unsigned count, number* counts, number chunk, number* start, number* end), count, counts, chunk, \
                 start, end)                                                                                       \
  DOACROSS_START(prefix##_doacross_dynamic_start, number,                                                          \
                 (unsigned count, number* counts, number chunk, number* start, number* end), count, counts, chunk, \
                 start, end)                                                                                       \
  DOACROSS_START(prefix##_doacross_guided_start, number,                                                           \
                 (unsigned count, number* counts, number chunk, number* start, number* end), count, counts, chunk, \
                 start, end)                                                                                       \
  DOACROSS_START(prefix##_doacross_runtime_start, number,                                                          \
                 (unsigned count, number* counts, number* start, number* end), count, counts, start, end)          \
  DOACROSS_START(prefix##_doacross_start, number,                                                                  \
                 (unsigned count, number* counts, long schedule, number chunk, number* start, number* end,         \
                  uintptr_t* reductions, void** memory),                                                           \
                 count, counts, schedule, chunk, start, end, reductions, memory)
DOACROSS_STARTS(GOMP_loop, long)
DOACROSS_STARTS(GOMP_loop_ull, unsigned long long)

/* We pass on what the program passes after the first argument, whether it is there or not: the runtime knows. */
#define DOACROSS(post, wait, number)                                                                      \
  void post(number* counts);                                                                              \
  EXPORTED void post(number* counts) {                                                                    \
    NEXT(post);                                                                                           \
    openmp_release_of_team(openmp_current(), iteration((const long*)counts, dimensions_known()), CALLER); \
    next(counts);                                                                                         \
  }                                                                                                       \
  void wait(number first, ...);                                                                           \
  EXPORTED void wait(number first, ...) {                                                                 \
    NEXT(wait);                                                                                           \
    number at[MOST_DIMENSIONS] = {first};                                                                 \
    va_list more;                                                                                         \
    va_start(more, first);                                                                                \
    for (unsigned i = 1; i < dimensions_known(); ++i) at[i] = va_arg(more, number);                       \
    va_end(more);                                                                                         \
    next(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], at[8], at[9], at[10], at[11]);           \
    openmp_acquire_of_team(openmp_current(), iteration((const long*)at, dimensions_known()), CALLER);     \
  }
DOACROSS(GOMP_doacross_post, GOMP_doacross_wait, long)
DOACROSS(GOMP_doacross_ull_post, GOMP_doacross_ull_wait, unsigned long long)

void __kmpc_doacross_init(void* place, int thread, int count, const void* bounds);
EXPORTED void __kmpc_doacross_init(void* place, int thread, int count, const void* bounds) {
  NEXT(__kmpc_doacross_init);
  dimensions = (unsigned)count;
  next(place, thread, count, bounds);
}
void __kmpc_doacross_post(void* place, int thread, const long* at);
EXPORTED void __kmpc_doacross_post(void* place, int thread, const long* at) {
  NEXT(__kmpc_doacross_post);
  openmp_release_of_team(openmp_current(), iteration(at, dimensions_known()), CALLER);
  next(place, thread, at);
}
void __kmpc_doacross_wait(void* place, int thread, const long* at);
EXPORTED void __kmpc_doacross_wait(void* place, int thread, const long* at) {
  NEXT(__kmpc_doacross_wait);
  next(place, thread, at);
  openmp_acquire_of_team(openmp_current(), iteration(at, dimensions_known()), CALLER);
}

/* ---- detached tasks ---- */

void omp_fulfill_event(uintptr_t event);
EXPORTED void omp_fulfill_event(uintptr_t event) {
  NEXT(omp_fulfill_event);
  openmp_fulfills(CALLER);
  next(event);
}
void omp_fulfill_event_(uintptr_t* event);
EXPORTED void omp_fulfill_event_(uintptr_t* event) {
  NEXT(omp_fulfill_event_);
  openmp_fulfills(CALLER);
  next(event);
}
