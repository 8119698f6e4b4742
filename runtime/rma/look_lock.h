// Locks of a thread that polls: lock, get, unlock, again and again, and each get tells it what it was told before. The
// lock is taken and held as any other, but nothing is recorded of it while nothing else happens under it, and it has no
// number among the grants and releases then, as if it had not been taken. As soon as the thread records something, it
// records the lock in front of that: no other grant or release that excludes this one can have come in between.
//
// In a process with one thread, on windows whose locks and memory are mapped here.
#pragma once

#include "record/event.h"
#include "rma/window.h"

namespace fencepost::rma {

// Without waiting. False: nothing was done, and the lock is to be taken as usual. `begin`: what would be recorded.
bool lock_to_look(Window& window, Lock type, int rank, const event::LockBegin& begin);
// The same of MPI_Win_lock_all, for windows of a few ranks.
bool lock_all_to_look(Window& window, const event::LockBegin& begin);

// Gives back the lock that it has taken, if nothing was recorded or loaded and stored since. False: nothing was done;
// the lock is recorded now if it was such a one.
bool unlock_after_look(Window& window, int rank);
bool unlock_all_after_look(Window& window);

}  // namespace fencepost::rma
