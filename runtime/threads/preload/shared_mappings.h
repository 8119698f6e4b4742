/* For wrappers.c: the memory that the program maps as shared itself. */
#ifndef FENCEPOST_THREADS_SHARED_MAPPINGS_H
#define FENCEPOST_THREADS_SHARED_MAPPINGS_H

#include "threads/observer.h"

/* What the program has mapped so far, once, to its first observer. */
__attribute__((visibility("hidden"))) void fencepost_tell_early_mappings(const struct fencepost_thread_observer* to);

#endif
