/* The parts of OpenMP's constructs, which any thread of the team may run: sections, chunks of loops that are handed
 * out, and what a single encloses; by the entry points of LLVM's runtime (gomp_parts.c: of gcc's). And calls that ask
 * for a number, of both.
 *
 * Loops with a static schedule have no parts: which thread runs what is fixed. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "loop_pieces.h"
#include "openmp_model.h"
#include "openmp_runtime.h"
#include "openmp_teller.h"

/* ---- LLVM: single and master are enclosed; loops are handed out in chunks ---- */

int __kmpc_single(void* place, int thread);
EXPORTED int __kmpc_single(void* place, int thread) {
  NEXT(__kmpc_single);
  const int mine = next(place, thread);
  if (mine != 0 && llvm_tells()) openmp_part_begins(openmp_current(), OPENMP_SINGLE, CALLER);
  return mine;
}
void __kmpc_end_single(void* place, int thread);
EXPORTED void __kmpc_end_single(void* place, int thread) {
  NEXT(__kmpc_end_single);
  if (llvm_tells()) openmp_part_ends(openmp_current(), CALLER);
  next(place, thread);
}

#define FIRST_THREAD(name, parameters, ...)                                          \
  int name parameters;                                                               \
  EXPORTED int name parameters {                                                     \
    NEXT(name);                                                                      \
    const int mine = next(__VA_ARGS__);                                              \
    if (mine != 0 && llvm_tells()) openmp_is_first_thread(openmp_current(), CALLER); \
    return mine;                                                                     \
  }
FIRST_THREAD(__kmpc_master, (void* place, int thread), place, thread)
FIRST_THREAD(__kmpc_masked, (void* place, int thread, int filter), place, thread, filter)

/* enum sched_type of its kmp.h, with and without merging of chunks. */
enum { MODIFIERS = 3 << 29 };
static bool is_fixed(int schedule) {
  switch (schedule & ~MODIFIERS) {
    case 33:
    case 34:
    case 40:
    case 41:
    case 45:
    case 65:
    case 66:
    case 161:
    case 162:
    case 193:
    case 194:
      return true;
    default:
      return false;
  }
}
static bool is_ordered(int schedule) {
  const int kind = schedule & ~MODIFIERS & ~128; /* 160 and 192: without merging */
  return kind >= 64 && kind < 96;
}

static void loop_begins(int schedule, int64_t chunk) {
  loop_pieces_begin((struct loop_pieces){.fixed = is_fixed(schedule), .whole = is_ordered(schedule)}, chunk);
}
static bool loop_is_known(void) {
  return llvm_tells() && loop_pieces_are_of(openmp_current());
}

/* The next piece: its first and last iteration. Returns whether it is the last one of the loop. */
static int take_piece(uint64_t* begin, uint64_t* end) {
  const uint64_t count = loop_pieces_take(begin);
  *end = *begin + (count - 1) * loop_pieces.step;
  return loop_pieces.left == 0 ? loop_pieces.last : 0;
}

#define DISPATCH(suffix, number, signed_number)                                                                    \
  void __kmpc_dispatch_init_##suffix(void* place, int thread, int schedule, number begin, number end,              \
                                     signed_number step, signed_number chunk);                                     \
  EXPORTED void __kmpc_dispatch_init_##suffix(void* place, int thread, int schedule, number begin, number end,     \
                                              signed_number step, signed_number chunk) {                           \
    NEXT(__kmpc_dispatch_init_##suffix);                                                                           \
    if (llvm_tells()) loop_begins(schedule, chunk);                                                                \
    next(place, thread, schedule, begin, end, step, chunk);                                                        \
  }                                                                                                                \
  int __kmpc_dispatch_next_##suffix(void* place, int thread, int* last, number* begin, number* end,                \
                                    signed_number* step);                                                          \
  EXPORTED int __kmpc_dispatch_next_##suffix(void* place, int thread, int* last, number* begin, number* end,       \
                                             signed_number* step) {                                                \
    NEXT(__kmpc_dispatch_next_##suffix);                                                                           \
    const bool known = loop_is_known();                                                                            \
    if (!known || loop_pieces.left == 0) {                                                                         \
      const int given = next(place, thread, last, begin, end, step);                                               \
      if (!known || loop_pieces.fixed) return given;                                                               \
      if (given == 0) {                                                                                            \
        openmp_part_ends(openmp_current(), CALLER);                                                                \
        return given;                                                                                              \
      }                                                                                                            \
      openmp_part_begins(openmp_current(), OPENMP_CHUNK, CALLER);                                                  \
      if (loop_pieces.whole || *step == 0) return given;                                                           \
      const uint64_t count = (*step > 0 ? (uint64_t)*end - (uint64_t)*begin : (uint64_t)*begin - (uint64_t)*end) / \
                                 (*step > 0 ? (uint64_t)*step : -(uint64_t)*step) +                                \
                             1;                                                                                    \
      loop_pieces_keep((uint64_t)*begin, 0, (uint64_t)(int64_t)*step, count);                                      \
      loop_pieces.last = last != NULL ? *last : 0;                                                                 \
    } else {                                                                                                       \
      openmp_part_begins(openmp_current(), OPENMP_CHUNK, CALLER);                                                  \
      *step = (signed_number)loop_pieces.step;                                                                     \
    }                                                                                                              \
    uint64_t first = 0, behind = 0;                                                                                \
    const int is_last = take_piece(&first, &behind);                                                               \
    *begin = (number)first;                                                                                        \
    *end = (number)behind;                                                                                         \
    if (last != NULL) *last = is_last;                                                                             \
    return 1;                                                                                                      \
  }
DISPATCH(4, int32_t, int32_t)
DISPATCH(4u, uint32_t, int32_t)
DISPATCH(8, int64_t, int64_t)
DISPATCH(8u, uint64_t, int64_t)

/* Sections are a static loop over their numbers, as its place in the program shows. */
struct place {
  int32_t unused, flags;
};
enum { OF_SECTIONS = 0x400 };

static bool begins_sections(const struct place* place) {
  return place != NULL && (place->flags & OF_SECTIONS) != 0 && llvm_tells();
}

/* How many sections the calling thread got at once, and how many of them its code has told. */
static __thread struct {
  uint64_t given, told;
} sections __attribute__((tls_model("initial-exec")));

static void sections_are_given(uint64_t count, const void* caller) {
  sections.given = count;
  sections.told = 0;
  if (count != 0) openmp_part_begins(openmp_current(), OPENMP_SECTION, caller);
}

#define STATIC_INIT(suffix, number)                                                                             \
  void __kmpc_for_static_init_##suffix(struct place* place, int thread, int schedule, int* last, number* begin, \
                                       number* end, int* step, int by, int chunk);                              \
  EXPORTED void __kmpc_for_static_init_##suffix(struct place* place, int thread, int schedule, int* last,       \
                                                number* begin, number* end, int* step, int by, int chunk) {     \
    NEXT(__kmpc_for_static_init_##suffix);                                                                      \
    next(place, thread, schedule, last, begin, end, step, by, chunk);                                           \
    if (begins_sections(place))                                                                                 \
      sections_are_given(*begin <= *end ? (uint64_t)*end - (uint64_t)*begin + 1 : 0, CALLER);                   \
  }
STATIC_INIT(4, int32_t)
STATIC_INIT(4u, uint32_t)

/* Code of our compiler pass tells each (runtime/compiler/pass/sections.h). */
EXPORTED void fencepost_section_begins(const void* caller);
EXPORTED void fencepost_section_begins(const void* caller) {
  if (!llvm_tells()) return;
  ++sections.told;
  openmp_part_begins(openmp_current(), OPENMP_SECTION, caller);
}

void __kmpc_for_static_fini(struct place* place, int thread);
EXPORTED void __kmpc_for_static_fini(struct place* place, int thread) {
  NEXT(__kmpc_for_static_fini);
  if (begins_sections(place)) {
    if (sections.given > 1 && sections.told == 0)
      fencepost_watching_threads()->not_followed(FENCEPOST_UNTOLD_SECTIONS, CALLER);
    sections.given = 0;
    openmp_part_ends(openmp_current(), CALLER);
  }
  next(place, thread);
}

/* ---- LLVM: what the program says about teams and tasks, and its tools interface does not ---- */

static __thread int threads_wanted __attribute__((tls_model("initial-exec")));
static __thread bool creator_waits __attribute__((tls_model("initial-exec")));
/* Of the loop of tasks that the thread divides: the runtime makes its tasks by itself. */
static __thread const void* code_of_loop __attribute__((tls_model("initial-exec")));
struct runtimes_task {
  void* shared;
  const void* code;
};

bool openmp_one_thread_is_wanted(void) {
  const bool one = threads_wanted == 1;
  threads_wanted = 0;
  return one;
}
bool openmp_creator_waits(void) {
  return creator_waits;
}

void __kmpc_push_num_threads(void* place, int thread, int threads);
EXPORTED void __kmpc_push_num_threads(void* place, int thread, int threads) {
  NEXT(__kmpc_push_num_threads);
  threads_wanted = threads;
  next(place, thread, threads);
}
void __kmpc_serialized_parallel(void* place, int thread);
EXPORTED void __kmpc_serialized_parallel(void* place, int thread) {
  NEXT(__kmpc_serialized_parallel);
  threads_wanted = 1; /* if(0) */
  next(place, thread);
  threads_wanted = 0;
}

void __kmpc_omp_task_begin_if0(void* place, int thread, void* task);
EXPORTED void __kmpc_omp_task_begin_if0(void* place, int thread, void* task) {
  NEXT(__kmpc_omp_task_begin_if0);
  creator_waits = true;
  next(place, thread, task);
  creator_waits = false;
}
#define TASK_LOOP(name, more, ...)                                                                                    \
  void name(void* place, int thread, void* task, int deferred, uint64_t* begin, uint64_t* end, int64_t step,          \
            int no_group, int schedule, uint64_t grain, UNPACK more void* copy);                                      \
  EXPORTED void name(void* place, int thread, void* task, int deferred, uint64_t* begin, uint64_t* end, int64_t step, \
                     int no_group, int schedule, uint64_t grain, UNPACK more void* copy) {                            \
    NEXT(name);                                                                                                       \
    creator_waits = deferred == 0;                                                                                    \
    const void* around = code_of_loop;                                                                                \
    code_of_loop = ((const struct runtimes_task*)task)->code;                                                         \
    next(place, thread, task, deferred, begin, end, step, no_group, schedule, grain, __VA_ARGS__ copy);               \
    code_of_loop = around;                                                                                            \
    creator_waits = false;                                                                                            \
  }
#define UNPACK(...) __VA_ARGS__
TASK_LOOP(__kmpc_taskloop, (), )
TASK_LOOP(__kmpc_taskloop_5, (int modifier, ), modifier, )

/* ---- LLVM: tasks and their data are in memory that it uses again and again ---- */

static __thread struct openmp_block allocated __attribute__((tls_model("initial-exec")));

const void* openmp_code_of_tasks(const void* code) {
  const void* before = code_of_loop;
  code_of_loop = code;
  return before;
}

struct openmp_block openmp_allocated_task(void) {
  struct openmp_block block = allocated;
  allocated = (struct openmp_block){NULL, 0, NULL};
  if (block.code == NULL) block.code = code_of_loop;
  return block;
}

void* __kmpc_omp_task_alloc(void* place, int thread, int flags, size_t size, size_t shared, void* entry);
EXPORTED void* __kmpc_omp_task_alloc(void* place, int thread, int flags, size_t size, size_t shared, void* entry) {
  NEXT(__kmpc_omp_task_alloc);
  void* task = next(place, thread, flags, size, shared, entry);
  allocated = (struct openmp_block){task, size + shared, entry};
  return task;
}

/* ---- which thread it is ---- */

/* Whether the code at a return address compares the result with 0 and jumps: gcc makes that of a master, and people
 * write it for one. */
static bool is_compared_with_0(const unsigned char* code) {
#ifdef __x86_64__
  return code[0] == 0x85 && code[1] == 0xc0 && /* test eax, eax */
         ((code[2] & 0xfe) == 0x74 || (code[2] == 0x0f && (code[3] & 0xfe) == 0x84));
#else
  (void)code;
  return false;
#endif
}

static void asked_otherwise(const void* caller) {
  if (fencepost_watching_threads() != NULL) openmp_number_asked(openmp_current(), caller);
}

static void asked(int number, const void* caller) {
  if (fencepost_watching_threads() == NULL) return;
  openmp_gives_number(openmp_current(), number, is_compared_with_0(caller), caller);
}

#define ASKS(name)             \
  int name(void);              \
  EXPORTED int name(void) {    \
    NEXT(name);                \
    const int number = next(); \
    asked(number, CALLER);     \
    return number;             \
  }
ASKS(omp_get_thread_num)
ASKS(omp_get_thread_num_)

/* Other questions with the same purpose. What their answer is used for is not known. */
#define ASKS_OTHERWISE(name, parameter, argument) \
  int name(parameter);                            \
  EXPORTED int name(parameter) {                  \
    NEXT(name);                                   \
    const int result = next(argument);            \
    asked_otherwise(CALLER);                      \
    return result;                                \
  }
ASKS_OTHERWISE(omp_get_ancestor_thread_num, int level, level)
ASKS_OTHERWISE(omp_get_ancestor_thread_num_, const int* level, level)
ASKS_OTHERWISE(omp_get_ancestor_thread_num_8_, const int64_t* level, level)
ASKS_OTHERWISE(MPI_Is_thread_main, int* flag, flag)

#define ASKS_IN_FORTRAN(name)                 \
  void name(int* flag, int* error);           \
  EXPORTED void name(int* flag, int* error) { \
    NEXT(name);                               \
    next(flag, error);                        \
    asked_otherwise(CALLER);                  \
  }
ASKS_IN_FORTRAN(mpi_is_thread_main_)
ASKS_IN_FORTRAN(mpi_is_thread_main_f08_)
