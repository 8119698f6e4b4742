/* All of OpenMP is one object: it is acquired and released. Nothing as long as nobody watches. */
#ifndef FENCEPOST_THREADS_OPENMP_H
#define FENCEPOST_THREADS_OPENMP_H

__attribute__((visibility("hidden"))) void fencepost_acquire_openmp(const void* caller);
__attribute__((visibility("hidden"))) void fencepost_release_openmp(const void* caller);

#endif
