/* The parts of OpenMP's constructs, which any thread of the team may run: sections, chunks of loops that are handed
 * out, and what a single encloses; by the entry points of gcc's runtime (openmp_parts.c: of LLVM's).
 *
 * Loops with a static schedule have no parts: which thread runs what is fixed. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loop_pieces.h"
#include "openmp_model.h"
#include "openmp_runtime.h"
#include "openmp_teller.h"

/* ---- gcc: each start and next gives a part, or says that there is none ---- */

/* LLVM's runtime has gcc's entry points, and reports nothing of these constructs. */
static void is_not_followed(const void* caller) {
  static bool said;
  if (llvm_tells() && !__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
    fencepost_watching_threads()->not_followed(FENCEPOST_MIXED_OPENMP, caller);
}

static void part_is_given(bool given, enum openmp_part kind, const void* caller) {
  if (!gcc_tells()) return is_not_followed(caller);
  if (given) {
    openmp_part_begins(openmp_current(), kind, caller);
  } else {
    openmp_part_ends(openmp_current(), caller);
  }
}

#define GIVES(type, name, kind, parameters, ...)       \
  type name parameters;                                \
  EXPORTED type name parameters {                      \
    NEXT(name);                                        \
    RESULT_##type next(__VA_ARGS__);                   \
    part_is_given(result != 0, OPENMP_##kind, CALLER); \
    RETURN_##type;                                     \
  }
#define ENDS(name)                                               \
  void name(void);                                               \
  EXPORTED void name(void) {                                     \
    NEXT(name);                                                  \
    if (gcc_tells()) openmp_part_ends(openmp_current(), CALLER); \
    next();                                                      \
  }

GIVES(unsigned, GOMP_sections_start, SECTION, (unsigned count), count)
GIVES(unsigned, GOMP_sections2_start, SECTION, (unsigned count, uintptr_t* reductions, void** memory), count,
      reductions, memory)
GIVES(unsigned, GOMP_sections_next, SECTION, (void), )
ENDS(GOMP_sections_end_nowait)
GIVES(bool, GOMP_single_start, SINGLE, (void), )

/* ---- loops: each start and next gives a chunk, from *first to before *last ---- */

/* The first or next piece of what was given. */
static void give_piece(uint64_t* first, uint64_t* last) {
  const uint64_t count = loop_pieces_take(first);
  *last = loop_pieces.left == 0 ? loop_pieces.behind : *first + count * loop_pieces.step;
}

/* The iterations from *first to before *last were given at once: the first piece of them is passed on. */
static void pass_on(uint64_t* first, uint64_t* last, const void* caller) {
  if (!gcc_tells()) return is_not_followed(caller);
  openmp_part_begins(openmp_current(), OPENMP_CHUNK, caller);
  if (!loop_pieces_are_of(openmp_current()) || loop_pieces.whole) return;
  const int64_t step = (int64_t)loop_pieces.step;
  const uint64_t distance = step > 0 ? *last - *first : *first - *last, by = (uint64_t)(step > 0 ? step : -step);
  if (by == 0 || distance == 0) return;
  loop_pieces_keep(*first, *last, loop_pieces.step, (distance + by - 1) / by);
  give_piece(first, last);
}

static void nothing_is_left(const void* caller) {
  if (!gcc_tells()) return;
  openmp_part_ends(openmp_current(), caller);
  loop_pieces_end(openmp_current());
}

/* False: nothing is left of what was given. */
static bool take_piece(uint64_t* first, uint64_t* last, const void* caller) {
  if (!gcc_tells() || !loop_pieces_are_of(openmp_current()) || loop_pieces.left == 0) return false;
  openmp_part_begins(openmp_current(), OPENMP_CHUNK, caller);
  give_piece(first, last);
  return true;
}

static void loop_begins(uint64_t step, uint64_t chunk, bool whole) {
  if (gcc_tells()) loop_pieces_begin((struct loop_pieces){.step = step, .whole = whole}, (int64_t)chunk);
}

/* What `given` says, with *first and *last as they are passed on. */
#define PASS_ON(given, number)                              \
  const bool there = (given);                               \
  if (there) {                                              \
    uint64_t from = (uint64_t)*first, to = (uint64_t)*last; \
    pass_on(&from, &to, CALLER);                            \
    *first = (number)from;                                  \
    *last = (number)to;                                     \
  } else {                                                  \
    nothing_is_left(CALLER);                                \
  }                                                         \
  return there
#define GIVES_CHUNK(name, number, whole, step, chunk, parameters, ...) \
  bool name parameters;                                                \
  EXPORTED bool name parameters {                                      \
    NEXT(name);                                                        \
    loop_begins((uint64_t)(step), (uint64_t)(chunk), whole);           \
    PASS_ON(next(__VA_ARGS__), number);                                \
  }
#define LOOP_START(name, whole)                                                                                       \
  GIVES_CHUNK(GOMP_loop_##name##_start, long, whole, step, chunk,                                                     \
              (long start, long end, long step, long chunk, long* first, long* last), start, end, step, chunk, first, \
              last)                                                                                                   \
  GIVES_CHUNK(GOMP_loop_ull_##name##_start, unsigned long long, whole, step, chunk,                                   \
              (bool up, unsigned long long start, unsigned long long end, unsigned long long step,                    \
               unsigned long long chunk, unsigned long long* first, unsigned long long* last),                        \
              up, start, end, step, chunk, first, last)
#define LOOP_START_WITHOUT_CHUNK(name, whole)                                                            \
  GIVES_CHUNK(GOMP_loop_##name##_start, long, whole, step, 0,                                            \
              (long start, long end, long step, long* first, long* last), start, end, step, first, last) \
  GIVES_CHUNK(GOMP_loop_ull_##name##_start, unsigned long long, whole, step, 0,                          \
              (bool up, unsigned long long start, unsigned long long end, unsigned long long step,       \
               unsigned long long* first, unsigned long long* last),                                     \
              up, start, end, step, first, last)
#define CHUNK_NEXT(name, number)                    \
  bool name(number* first, number* last);           \
  EXPORTED bool name(number* first, number* last) { \
    NEXT(name);                                     \
    uint64_t begin = 0, end = 0;                    \
    if (take_piece(&begin, &end, CALLER)) {         \
      *first = (number)begin;                       \
      *last = (number)end;                          \
      return true;                                  \
    }                                               \
    PASS_ON(next(first, last), number);             \
  }
#define LOOP_NEXT(name)                     \
  CHUNK_NEXT(GOMP_loop_##name##_next, long) \
  CHUNK_NEXT(GOMP_loop_ull_##name##_next, unsigned long long)

/* (Iterations of ordered loops wait for each other.) */
LOOP_START(dynamic, false)
LOOP_START(guided, false)
LOOP_START(nonmonotonic_dynamic, false)
LOOP_START(nonmonotonic_guided, false)
LOOP_START(ordered_dynamic, true)
LOOP_START(ordered_guided, true)
LOOP_START_WITHOUT_CHUNK(runtime, false)
LOOP_START_WITHOUT_CHUNK(nonmonotonic_runtime, false)
LOOP_START_WITHOUT_CHUNK(maybe_nonmonotonic_runtime, false)
LOOP_START_WITHOUT_CHUNK(ordered_runtime, true)
LOOP_NEXT(dynamic)
LOOP_NEXT(guided)
LOOP_NEXT(runtime)
LOOP_NEXT(nonmonotonic_dynamic)
LOOP_NEXT(nonmonotonic_guided)
LOOP_NEXT(nonmonotonic_runtime)
LOOP_NEXT(maybe_nonmonotonic_runtime)
LOOP_NEXT(ordered_dynamic)
LOOP_NEXT(ordered_guided)
LOOP_NEXT(ordered_runtime)

/* Loops with reductions of tasks, or a conditional lastprivate. (`first` is null if only the memory is wanted.) */
enum { SCHEDULE_STATIC = 1 };
static bool has_parts(long schedule, const void* first) {
  return first != NULL && (schedule & 0xff) != SCHEDULE_STATIC;
}
#define LOOP_WITH_MEMORY(name, number, whole, parameters, ...) \
  bool name parameters;                                        \
  EXPORTED bool name parameters {                              \
    NEXT(name);                                                \
    loop_begins((uint64_t)step, (uint64_t)chunk, whole);       \
    if (!has_parts(schedule, first)) return next(__VA_ARGS__); \
    PASS_ON(next(__VA_ARGS__), number);                        \
  }
#define LOOPS_WITH_MEMORY(name, whole)                                                                                 \
  LOOP_WITH_MEMORY(GOMP_loop_##name, long, whole,                                                                      \
                   (long start, long end, long step, long schedule, long chunk, long* first, long* last,               \
                    uintptr_t* reductions, void** memory),                                                             \
                   start, end, step, schedule, chunk, first, last, reductions, memory)                                 \
  LOOP_WITH_MEMORY(GOMP_loop_ull_##name, unsigned long long, whole,                                                    \
                   (bool up, unsigned long long start, unsigned long long end, unsigned long long step, long schedule, \
                    unsigned long long chunk, unsigned long long* first, unsigned long long* last,                     \
                    uintptr_t* reductions, void** memory),                                                             \
                   up, start, end, step, schedule, chunk, first, last, reductions, memory)
LOOPS_WITH_MEMORY(start, false)
LOOPS_WITH_MEMORY(ordered_start, true)

void GOMP_loop_end_nowait(void);
EXPORTED void GOMP_loop_end_nowait(void) {
  NEXT(GOMP_loop_end_nowait);
  if (gcc_tells()) nothing_is_left(CALLER);
  next();
}
