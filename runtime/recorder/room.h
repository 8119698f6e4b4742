// Waiting for room on the disk.
//
// `fencepost run` reads the trace while the program runs and deletes what it has read (record/reading_along.h). A
// thread that would go beyond the limit (limit.h), or finds the disk full, waits here until there is room, but not
// forever: the program must continue whatever becomes of the reader. Without a reader nobody waits.
#pragma once

namespace fencepost::record::detail {

// Before a run: we know nothing yet about what its traces occupy.
void begin_room() noexcept;

// Before each block of a thread: waits until the traces of this process are below the limit. False: they are not, and
// waiting does not help.
bool wait_for_limit() noexcept;

}  // namespace fencepost::record::detail
