/* Parallel regions and barriers, by the entry points of gcc's OpenMP runtime, which libfencepost.so wraps. In
 * regions, a function of ours runs around the program's, so that the threads that run it have a task and we know when
 * they end.
 *
 * In processes without MPI, and if LLVM's runtime is behind these and reports itself, all of this is one more
 * call. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "loop_pieces.h"
#include "openmp_model.h"
#include "openmp_runtime.h"
#include "openmp_teller.h"

/* ---- parallel regions ---- */

/* A loop that is a region's only content; no step: there is none. */
struct only_loop {
  long step, chunk;
};
#define NO_LOOP ((struct only_loop){0, 0})

struct region {
  void* first_word; /* of the program's data: the runtime looks at it if there are reductions */
  void (*function)(void*);
  void* data;
  struct openmp_team* team;
  struct openmp_task* parent;
  const void* caller;
  struct only_loop loop;
};

static void run_region(void* given) {
  const struct region region = *(struct region*)given;
  struct openmp_task* outer = openmp_current();
  struct openmp_task* task = openmp_implicit_task_begins(region.team, region.parent, region.caller);
  openmp_set_current(task);
  if (region.loop.step != 0)
    loop_pieces_begin((struct loop_pieces){.step = (uint64_t)region.loop.step}, region.loop.chunk);
  region.function(region.data);
  loop_pieces_end(task);
  openmp_implicit_task_ends(task, region.caller);
  openmp_set_current(outer);
}

/* `fn` and `data` of the caller are replaced by ours. */
#define REGION(type, name, parameters, word, loop, ...)                \
  type name parameters;                                                \
  EXPORTED type name parameters {                                      \
    NEXT(name);                                                        \
    struct region region = {word, fn, data, NULL, NULL, CALLER, loop}; \
    if (gcc_tells()) {                                                 \
      region.team = openmp_team_begins(CALLER);                        \
      region.parent = openmp_current();                                \
      if (threads == 1) openmp_team_is_of_one(region.team);            \
      fn = run_region;                                                 \
      data = &region;                                                  \
    }                                                                  \
    RESULT_##type next(__VA_ARGS__);                                   \
    openmp_team_ends(region.team, CALLER);                             \
    RETURN_##type;                                                     \
  }

typedef void function_t(void*);
#define LOOP(name)                                                                                                     \
  REGION(void, name,                                                                                                   \
         (function_t * fn, void* data, unsigned threads, long start, long end, long step, long chunk, unsigned flags), \
         NULL, ((struct only_loop){step, chunk}), fn, data, threads, start, end, step, chunk, flags)
#define LOOP_WITHOUT_CHUNK(name)                                                                                       \
  REGION(void, name, (function_t * fn, void* data, unsigned threads, long start, long end, long step, unsigned flags), \
         NULL, ((struct only_loop){step, 0}), fn, data, threads, start, end, step, flags)

REGION(void, GOMP_parallel, (function_t * fn, void* data, unsigned threads, unsigned flags), NULL, NO_LOOP, fn, data,
       threads, flags)
REGION(unsigned, GOMP_parallel_reductions, (function_t * fn, void* data, unsigned threads, unsigned flags),
       *(void**)data, NO_LOOP, fn, data, threads, flags)
REGION(void, GOMP_parallel_sections, (function_t * fn, void* data, unsigned threads, unsigned count, unsigned flags),
       NULL, NO_LOOP, fn, data, threads, count, flags)
REGION(void, GOMP_teams_reg, (function_t * fn, void* data, unsigned teams, unsigned threads, unsigned flags), NULL,
       NO_LOOP, fn, data, teams, threads, flags)
LOOP(GOMP_parallel_loop_static)
LOOP(GOMP_parallel_loop_dynamic)
LOOP(GOMP_parallel_loop_guided)
LOOP(GOMP_parallel_loop_nonmonotonic_dynamic)
LOOP(GOMP_parallel_loop_nonmonotonic_guided)
LOOP_WITHOUT_CHUNK(GOMP_parallel_loop_runtime)
LOOP_WITHOUT_CHUNK(GOMP_parallel_loop_nonmonotonic_runtime)
LOOP_WITHOUT_CHUNK(GOMP_parallel_loop_maybe_nonmonotonic_runtime)

/* The old way: the caller runs the program's function itself, between two calls. */
struct open_region {
  struct region region;
  struct openmp_task* outer;
  struct open_region* around;
};
static __thread struct open_region* open_region __attribute__((tls_model("initial-exec")));

static struct open_region* begin_region(function_t* fn, void* data, const void* caller) {
  struct open_region* open = gcc_tells() ? malloc(sizeof *open) : NULL;
  if (open == NULL) return NULL;
  open->region = (struct region){NULL, fn, data, openmp_team_begins(caller), openmp_current(), caller, NO_LOOP};
  open->outer = openmp_current();
  open->around = open_region;
  return open;
}
/* The threads are there: now the caller is one of them. */
static void enter_region(struct open_region* open, const void* caller) {
  if (open == NULL) return;
  open_region = open;
  openmp_set_current(openmp_implicit_task_begins(open->region.team, open->outer, caller));
}

#define REGION_START(name, parameters, ...)                    \
  void name parameters;                                        \
  EXPORTED void name parameters {                              \
    NEXT(name);                                                \
    struct open_region* open = begin_region(fn, data, CALLER); \
    if (open != NULL) {                                        \
      fn = run_region;                                         \
      data = &open->region;                                    \
    }                                                          \
    next(__VA_ARGS__);                                         \
    enter_region(open, CALLER);                                \
  }
REGION_START(GOMP_parallel_start, (function_t * fn, void* data, unsigned threads), fn, data, threads)
REGION_START(GOMP_parallel_sections_start, (function_t * fn, void* data, unsigned threads, unsigned count), fn, data,
             threads, count)
REGION_START(GOMP_parallel_loop_static_start,
             (function_t * fn, void* data, unsigned threads, long start, long end, long step, long chunk), fn, data,
             threads, start, end, step, chunk)
REGION_START(GOMP_parallel_loop_dynamic_start,
             (function_t * fn, void* data, unsigned threads, long start, long end, long step, long chunk), fn, data,
             threads, start, end, step, chunk)
REGION_START(GOMP_parallel_loop_guided_start,
             (function_t * fn, void* data, unsigned threads, long start, long end, long step, long chunk), fn, data,
             threads, start, end, step, chunk)
REGION_START(GOMP_parallel_loop_runtime_start,
             (function_t * fn, void* data, unsigned threads, long start, long end, long step), fn, data, threads, start,
             end, step)

void GOMP_parallel_end(void);
EXPORTED void GOMP_parallel_end(void) {
  NEXT(GOMP_parallel_end);
  struct open_region* open = open_region;
  if (open == NULL) {
    next();
    return;
  }
  openmp_implicit_task_ends(openmp_current(), CALLER);
  openmp_set_current(open->outer);
  open_region = open->around;
  next();
  openmp_team_ends(open->region.team, CALLER);
  free(open);
}

/* ---- barriers ---- */

static void arrive(const void* caller) {
  if (!gcc_tells()) return;
  loop_pieces_end(openmp_current());
  openmp_barrier_begins(openmp_current(), caller);
}
static void leave(const void* caller) {
  if (gcc_tells()) openmp_barrier_ends(openmp_current(), caller);
}

#define BARRIER(type, name, parameters, ...) \
  type name parameters;                      \
  EXPORTED type name parameters {            \
    NEXT(name);                              \
    arrive(CALLER);                          \
    RESULT_##type next(__VA_ARGS__);         \
    leave(CALLER);                           \
    RETURN_##type;                           \
  }
BARRIER(void, GOMP_barrier, (void))
BARRIER(bool, GOMP_barrier_cancel, (void))
BARRIER(void, GOMP_loop_end, (void))
BARRIER(bool, GOMP_loop_end_cancel, (void))
BARRIER(void, GOMP_sections_end, (void))
BARRIER(bool, GOMP_sections_end_cancel, (void))
BARRIER(void, GOMP_workshare_task_reduction_unregister, (bool cancelled), cancelled)
BARRIER(void, GOMP_single_copy_end, (void* data), data)

/* Null for the thread that is to make the data; the others wait at the barrier to which it comes with them. */
void* GOMP_single_copy_start(void);
EXPORTED void* GOMP_single_copy_start(void) {
  NEXT(GOMP_single_copy_start);
  const bool one_of_them = gcc_tells();
  struct openmp_task* task = one_of_them ? openmp_current() : NULL;
  /* It is known too late whether to arrive; a thread that did not has released a little more than it had to. */
  if (one_of_them) openmp_barrier_begins(task, CALLER);
  void* data = next();
  if (!one_of_them) return data;
  if (data == NULL) {
    openmp_barrier_does_not_begin(task);
    openmp_part_begins(task, OPENMP_SINGLE, CALLER);
  } else {
    openmp_barrier_ends(task, CALLER);
  }
  return data;
}

/* ---- what runs elsewhere ---- */

#define OFFLOADS(name, parameters, ...)                                        \
  void name parameters;                                                        \
  EXPORTED void name parameters {                                              \
    NEXT(name);                                                                \
    const struct fencepost_thread_observer* to = fencepost_watching_threads(); \
    if (to != NULL) to->not_followed(FENCEPOST_DEVICE, CALLER);                \
    next(__VA_ARGS__);                                                         \
  }
OFFLOADS(GOMP_target,
         (int device, function_t* fn, const void* unused, size_t count, void** addresses, size_t* sizes,
          unsigned char* kinds),
         device, fn, unused, count, addresses, sizes, kinds)
OFFLOADS(GOMP_target_ext,
         (int device, function_t* fn, size_t count, void** addresses, size_t* sizes, unsigned short* kinds,
          unsigned flags, void** depend, void** arguments),
         device, fn, count, addresses, sizes, kinds, flags, depend, arguments)
OFFLOADS(GOMP_target_data_ext, (int device, size_t count, void** addresses, size_t* sizes, unsigned short* kinds),
         device, count, addresses, sizes, kinds)
OFFLOADS(GOMP_target_update_ext,
         (int device, size_t count, void** addresses, size_t* sizes, unsigned short* kinds, unsigned flags,
          void** depend),
         device, count, addresses, sizes, kinds, flags, depend)
OFFLOADS(GOMP_target_enter_exit_data,
         (int device, size_t count, void** addresses, size_t* sizes, unsigned short* kinds, unsigned flags,
          void** depend),
         device, count, addresses, sizes, kinds, flags, depend)

int __tgt_target_kernel(void* place, int64_t device, int32_t teams, int32_t threads, void* host, void* arguments);
EXPORTED int __tgt_target_kernel(void* place, int64_t device, int32_t teams, int32_t threads, void* host,
                                 void* arguments) {
  NEXT(__tgt_target_kernel);
  const struct fencepost_thread_observer* to = fencepost_watching_threads();
  if (to != NULL) to->not_followed(FENCEPOST_DEVICE, CALLER);
  return next(place, device, teams, threads, host, arguments);
}
