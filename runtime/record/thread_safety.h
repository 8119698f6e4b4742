/* Which mutex guards what, for clang's -Wthread-safety: in C and in C++ (record/mutex.h has the locks for these). */
#pragma once

#ifdef __clang__
#define FENCEPOST_THREAD_SAFETY(attribute) __attribute__((attribute))
#else
#define FENCEPOST_THREAD_SAFETY(attribute)
#endif

#define FENCEPOST_GUARDED_BY(mutex) FENCEPOST_THREAD_SAFETY(guarded_by(mutex))
#define FENCEPOST_REQUIRES(mutex) FENCEPOST_THREAD_SAFETY(requires_capability(mutex))
/* Of a SharedMutex, to read only. */
#define FENCEPOST_REQUIRES_SHARED(mutex) FENCEPOST_THREAD_SAFETY(requires_shared_capability(mutex))
/* Of a lock of one's own. */
#define FENCEPOST_LOCK FENCEPOST_THREAD_SAFETY(capability("mutex"))
#define FENCEPOST_LOCKS FENCEPOST_THREAD_SAFETY(acquire_capability())
#define FENCEPOST_UNLOCKS FENCEPOST_THREAD_SAFETY(release_capability())
