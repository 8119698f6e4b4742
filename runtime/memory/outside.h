/* For the wrappers of libfencepost.so that have another subject: the calling thread asks for something that comes from
 * outside of the job (it reads), or tells somebody something. */
#ifndef FENCEPOST_MEMORY_OUTSIDE_H
#define FENCEPOST_MEMORY_OUTSIDE_H

__attribute__((visibility("hidden"))) void fencepost_looks_outside(void);
/* It writes to this file, or ends it, for the code at `caller`. */
__attribute__((visibility("hidden"))) void fencepost_will_write(int file, const void* caller);
/* It has got something from this file, or its end, for the code at `caller`. If that is a pipe or a socket, another
 * thread or process may have told it something. */
__attribute__((visibility("hidden"))) void fencepost_has_read(int file, const void* caller);

#endif
