/* What the threads of a process tell each other through the kernel: pipes, sockets, events, signals, queues. */
#ifndef FENCEPOST_THREADS_CHANNELS_H
#define FENCEPOST_THREADS_CHANNELS_H

/* Some of the files that are waited for are ready. (fencepost_will_write, fencepost_has_read: memory/outside.h.) */
__attribute__((visibility("hidden"))) void channels_are_ready(const void* caller);

#endif
