/* What a runtime gives a thread of a loop at once. If that is more than the program has asked for (guided loops, and
 * with LLVM everything to a thread that is alone), it is passed on in smaller pieces, each of which is a part of its
 * own: the program must not rely on the size of the chunks. */
#ifndef FENCEPOST_THREADS_LOOP_PIECES_H
#define FENCEPOST_THREADS_LOOP_PIECES_H

#include <stdbool.h>
#include <stdint.h>

struct openmp_task;

/* A loop that the thread is in, and what it was given and has not passed on yet. */
struct loop_pieces {
  const struct openmp_task* task; /* null: there is none */
  bool fixed;                     /* which thread runs what is fixed: there are no parts */
  bool whole;                     /* it is passed on as it is given */
  uint64_t chunk;                 /* iterations that the program keeps together */
  uint64_t piece, left;           /* iterations */
  uint64_t at, step, behind;      /* behind: where what was given ends, as the runtime says it */
  int last;                       /* whether it is the end of the loop, as LLVM's runtime says it */
};
extern __thread struct loop_pieces loop_pieces __attribute__((tls_model("initial-exec"), visibility("hidden")));

/* The thread comes to a loop. A loop of an inner region, while there is something left of the outer one, is left as it
 * is. `chunk`: 0 if the program gives none. */
__attribute__((visibility("hidden"))) void loop_pieces_begin(struct loop_pieces loop, int64_t chunk);
/* Whether the loop that the task is in is the one that is known. */
static inline bool loop_pieces_are_of(const struct openmp_task* task) {
  return task != 0 && loop_pieces.task == task;
}
/* The task leaves the loop. */
__attribute__((visibility("hidden"))) void loop_pieces_end(const struct openmp_task* task);
/* `count` iterations from `begin` were given. */
__attribute__((visibility("hidden"))) void loop_pieces_keep(uint64_t begin, uint64_t behind, uint64_t step,
                                                            uint64_t count);
/* The number of iterations of the next piece, which begins at `begin`. Nothing is left if it was the last one. */
__attribute__((visibility("hidden"))) uint64_t loop_pieces_take(uint64_t* begin);

#endif
