/* For the wrappers of libfencepost.so that have another subject: a library takes back a block that the program had out
 * of a store of its own, on the thread that used it last. What was done with it has nothing to do with what comes. */
#ifndef FENCEPOST_MEMORY_GIVEN_BACK_H
#define FENCEPOST_MEMORY_GIVEN_BACK_H

#include <stddef.h>

__attribute__((visibility("hidden"))) void fencepost_was_given_back(const void* block, size_t size, const void* caller);

#endif
