/* For the wrappers of libfencepost.so that have another subject: the calling thread asks for something that comes from
 * outside of the job (it reads). */
#ifndef FENCEPOST_MEMORY_OUTSIDE_H
#define FENCEPOST_MEMORY_OUTSIDE_H

__attribute__((visibility("hidden"))) void fencepost_looks_outside(void);
/* It has got something from this file, for the code at `caller`. If that is a pipe or a socket, another process may
 * have told it something. */
__attribute__((visibility("hidden"))) void fencepost_has_read(int file, const void* caller);

#endif
