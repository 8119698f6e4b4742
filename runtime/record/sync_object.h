/* What the `kind` of an Acquire or Release event says beside its SyncObject (vocabulary.h). Plain C: the wrappers of
 * thread functions use it. */
#ifndef FENCEPOST_RECORD_SYNC_OBJECT_H
#define FENCEPOST_RECORD_SYNC_OBJECT_H

enum {
  /* With kAtomic: a fence of the language. It acquires what all atomics released, and is one of them. */
  FENCEPOST_FENCE = 0x20,
  /* Of a Release: the objects at this address and the 63 behind it are new. What was released there before has nothing
   * to do with them. */
  FENCEPOST_NEW_OBJECTS = 0x40,
  /* The object lies in a shared segment: `order` is its place among all such events of the segment, in all processes
   * that share it, and not among those of the process. */
  FENCEPOST_SHARED_OBJECT = 0x80,
  FENCEPOST_SYNC_OBJECT = 0x1f, /* the SyncObject alone */

  FENCEPOST_NEW_OBJECTS_COUNT = 64
};

#endif
