/* One more thing that Release events say of their object (sync_object.h). Plain C. */
#ifndef FENCEPOST_RECORD_VOLATILE_WORD_H
#define FENCEPOST_RECORD_VOLATILE_WORD_H

/* With kAtomic: a volatile variable, and no atomic. The languages promise no order for it; programs rely on it. (A
 * Release event says nothing of strands, which have this bit in Acquire events.) */
enum { FENCEPOST_VOLATILE_WORD = 0x200 };

#endif
