// Locks of a thread that polls: lock, get, unlock, again and again, and each get has the same answer as before. The
// lock is taken and held like any other, but it is not recorded while nothing else happens under it. Then it has no
// number among the grants and releases, as if it had not been taken. As soon as the thread records something, it
// records the lock before that (rma/unrecorded_locks.h): no other grant or release that excludes this one can have come
// in between.
//
// On windows whose locks and memory are mapped here.
#pragma once

#include "record/event.h"
#include "rma/window.h"

namespace fencepost::rma {

// Without waiting. False: nothing was done; take the lock as usual. `begin`: what would be recorded.
bool lock_to_look(Window& window, Lock type, int rank, const event::LockBegin& begin);
// The same for MPI_Win_lock_all, for windows of a few ranks.
bool lock_all_to_look(Window& window, const event::LockBegin& begin);

// Gives back the lock that it has taken, if nothing was recorded or loaded and stored since. False: nothing was done;
// if it was such a lock, it is recorded now.
bool unlock_after_look(Window& window, int rank);
bool unlock_all_after_look(Window& window);

}  // namespace fencepost::rma
