/* One more thing that Acquire events say of strands (sync_object.h). Plain C. */
#ifndef FENCEPOST_RECORD_CODE_OF_STRANDS_H
#define FENCEPOST_RECORD_CODE_OF_STRANDS_H

#include "record/sync_object.h"

/* Both bits: the object is an address in the code of the strands of this thread that begin later. */
enum { FENCEPOST_CODE_OF_STRANDS = FENCEPOST_STACK_BEGINS | FENCEPOST_STACK_ENDS };

#endif
