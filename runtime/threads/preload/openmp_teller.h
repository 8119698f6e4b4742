/* Whose entry points tell what OpenMP does: gcc's runtime is wrapped; LLVM's reports itself, and what its reports leave
 * out is wrapped. In processes without MPI nobody does. */
#ifndef FENCEPOST_THREADS_OPENMP_TELLER_H
#define FENCEPOST_THREADS_OPENMP_TELLER_H

#include <stdbool.h>
#include <stddef.h>

#include "openmp_model.h"
#include "watching.h"

static inline bool gcc_tells(void) {
  return fencepost_watching_threads() != NULL && !openmp_is_told();
}
static inline bool llvm_tells(void) {
  return fencepost_watching_threads() != NULL && openmp_is_told();
}

#endif
