/* For wrappers of libfencepost.so with another subject: a library takes back a block that it gave the program from its
 * own store, on the thread that used it last. What was done with the block has nothing to do with what follows. */
#ifndef FENCEPOST_MEMORY_GIVEN_BACK_H
#define FENCEPOST_MEMORY_GIVEN_BACK_H

#include <stddef.h>

__attribute__((visibility("hidden"))) void fencepost_was_given_back(const void* block, size_t size, const void* caller);

#endif
