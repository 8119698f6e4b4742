/* For the wrappers of this folder. */
#ifndef FENCEPOST_THREADS_WATCHING_H
#define FENCEPOST_THREADS_WATCHING_H

#include "threads/observer.h"

/* Whom to report to; null as long as there is nobody. */
__attribute__((visibility("hidden"))) const struct fencepost_thread_observer* fencepost_watching_threads(void);

#endif
