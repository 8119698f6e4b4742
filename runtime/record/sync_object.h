/* What the `kind` of an Acquire or Release event says: what a thread synchronizes on, and bits beside it. Plain C: the
 * wrappers of thread functions use it; SyncObject of vocabulary.h comes from the same list. */
#ifndef FENCEPOST_RECORD_SYNC_OBJECT_H
#define FENCEPOST_RECORD_SYNC_OBJECT_H

/* Numbers are part of the trace format: append, never reorder. */
#define FENCEPOST_SYNC_OBJECTS(ROW)                                                      \
  ROW(MUTEX, kMutex)                                                                     \
  ROW(READ_WRITE_LOCK, kReadWriteLock)                                                   \
  ROW(CONDITION, kCondition)                                                             \
  ROW(BARRIER, kBarrier)                                                                 \
  ROW(ONCE, kOnce)                                                                       \
  ROW(SEMAPHORE, kSemaphore)                                                             \
  ROW(ATOMIC, kAtomic)                                                                   \
  ROW(THREAD, kThread)                                                                   \
  ROW(OPENMP, kOpenMp)                                                                   \
  ROW(ANNOTATION, kAnnotation)                                                           \
  ROW(REQUEST, kRequest)                                                                 \
  ROW(CALLS, kCalls)     /* of threads whose order is not seen: segments/call_order.h */ \
  ROW(CHANNEL, kChannel) /* a pipe, a socket, a signal …: what the kernel passes on */

enum {
#define FENCEPOST_ROW(c_name, name) FENCEPOST_ON_##c_name,
  FENCEPOST_SYNC_OBJECTS(FENCEPOST_ROW)
#undef FENCEPOST_ROW
};

enum {
  /* With kAtomic: a fence of the language. It acquires what all atomics released, and is one of them. */
  FENCEPOST_FENCE = 0x20,
  /* Of a Release: the objects at this address and the 63 after it are new. What was released there before has nothing
   * to do with them. */
  FENCEPOST_NEW_OBJECTS = 0x40,
  /* The object lies in a shared segment: `order` is its place among all such events of the segment, in all processes
   * that share it, and not among those of the process. */
  FENCEPOST_SHARED_OBJECT = 0x80,
  FENCEPOST_SYNC_OBJECT = 0x1f, /* the SyncObject alone */
  /* Of a Release: a strand (below) that knows this will begin from the object. */
  FENCEPOST_STRAND_TO_COME = 0x100,
  /* Of an Acquire: it gives order only if what parts do depends on the number for which their thread has asked before
   * (FENCEPOST_NUMBER_ASKED below). */
  FENCEPOST_BY_NUMBER = 0x100,
  /* Of a Release with kAtomic: the object is a volatile variable, and no atomic. The languages promise no order for it;
   * programs rely on it. (Acquire events use this bit for strands.) */
  FENCEPOST_VOLATILE_WORD = 0x200,

  FENCEPOST_NEW_OBJECTS_COUNT = 64
};

/* Strands. What OpenMP may give to any thread (a task, a section, a chunk of a loop, a single) is a strand: that one
 * thread runs two of them one after the other is the luck of the run, and does not order them. A thread numbers its
 * strands; 0 is its own. Acquire events with these bits report them.
 *
 * FENCEPOST_STRAND: from here on the thread runs the strand with the number in FENCEPOST_STRAND_NUMBER. A strand that
 * began before continues, if it has not ended. A new one knows what was released on the event's object, as any acquire
 * does, or, if that is 0, what the strand in FENCEPOST_STRAND_FROM knew when it was left. */
enum {
  FENCEPOST_STRAND = 0x200,
  FENCEPOST_STRAND_HAS_ENDED = 0x400,   /* the one that is left */
  FENCEPOST_STRAND_ONE_OF_MANY = 0x800, /* more will begin from the same object */

  /* The strand continues. Another thread may begin a part of a construct without doing what this one does from here on:
   * strands that begin from this one later do not know of that. (There was a test for thread 0.) The object, if there
   * is one, is the return address of the call that tested: its code shows what only this thread comes to. */
  FENCEPOST_STRAND_IS_SPECIAL = 0x1000,
  FENCEPOST_STRAND_IS_COMMON = 0x2000, /* no longer: there was a barrier */

  /* The strands of this thread that begin later have memory of their own: the object is where it begins or ends. One
   * piece is a part of the stack, which each uses while it is alive; the other one is used by the thread alone. */
  FENCEPOST_STACK_BEGINS = 0x4000,
  FENCEPOST_STACK_ENDS = 0x8000,
  FENCEPOST_OWN_BEGINS = 0x10000,
  FENCEPOST_OWN_ENDS = 0x20000,

  /* Beside one of the last two bits: memory that an allocator may have given. It is the thread's own if the code with
   * the construct allocates memory before it. */
  FENCEPOST_OWN_IF_ALLOCATED = FENCEPOST_STRAND_ONE_OF_MANY,

  /* Both bits: the object is an address in the code of the strands of this thread that begin later. */
  FENCEPOST_CODE_OF_STRANDS = FENCEPOST_STACK_BEGINS | FENCEPOST_STACK_ENDS,

  /* Both bits: the strand continues. Its thread has asked for its number, and the object is the return address of that
   * call. What parts of constructs do that begin from this strand may depend on the number, as the code shows. Beside
   * it: FENCEPOST_STRAND_IS_SPECIAL if the number is 0, FENCEPOST_STRAND_IS_COMMON if earlier questions no longer
   * matter, FENCEPOST_STRAND_HAS_ENDED if the code compares the number with 0 at once. */
  FENCEPOST_NUMBER_ASKED = FENCEPOST_OWN_BEGINS | FENCEPOST_OWN_ENDS,

  FENCEPOST_OF_STRANDS = 0x3fe00, /* all of these */
  FENCEPOST_STRAND_BITS = 23,     /* of a number */
  FENCEPOST_STRAND_NUMBER = 18,   /* where they stand */
  FENCEPOST_STRAND_FROM = 41
};

#endif
