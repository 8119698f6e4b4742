// The synchronization calls of the chapter, and what they mean for the epochs of a window.
//
// Each returns MPI_SUCCESS or the class of the error that the standard sees in the call. If the program gets the error,
// it finds the window as it was, as with the MPI libraries. If the error would have ended the program, it continues as
// if nothing had been wrong: then everything that is safe has been done, such as the barrier of a fence inside a lock
// epoch, so that no rank hangs because of it. The interposer writes Begin and End events around them; these functions
// write grants and releases of locks.
#pragma once

#include <cstdint>
#include <span>

#include "rma/window.h"

namespace fencepost::rma {

// Whether a call with an error must change nothing, because the window's error handler tells the program about it.
// (Asks the MPI library.)
bool refuses(const Window& window);
// The same, but without the mutex meanwhile.
bool refuses_unlocked(Window& window) FENCEPOST_REQUIRES(window.mutex);

// What the calls are allowed to say (AssertBits).
int check_asserts(std::uint32_t given, std::uint32_t allowed);

int fence(Window& window, std::uint32_t asserts);

int post(Window& window, std::span<const int> group, std::uint32_t asserts);
int start(Window& window, std::span<const int> group, std::uint32_t asserts);
int complete(Window& window);
int wait(Window& window);
int test(Window& window, bool& flag);

int lock(Window& window, Lock type, int target, std::uint32_t asserts);
int unlock(Window& window, int target);
int lock_all(Window& window, std::uint32_t asserts);
int unlock_all(Window& window);
int flush(Window& window, int target, bool locally);
int flush_all(Window& window, bool locally);
int sync(Window& window);

// Whether the standard would have the program do something before it frees the window.
bool has_open_epoch(Window& window);

// Before a window is freed: operations run, locks are given back.
void close_epochs(Window& window);

// Whether an operation on `target` is in an access epoch.
bool in_epoch(const Window& window, const Target& target) FENCEPOST_REQUIRES(window.mutex);

// The post that matches this process's start has come.
bool is_posted(const Window& window, const Target& target);

// The lock that was asked for is granted: blocks, without the mutex meanwhile.
void take_lock(Window& window, Target& target) FENCEPOST_REQUIRES(window.mutex);
void note_granted(Window& window, Target& target, std::uint32_t sequence) FENCEPOST_REQUIRES(window.mutex);

// What a thread calls before it asks for a lock of this window: it takes those of another window that it has put off.
void take_locks_put_off(const Window& next);

// The first of the locks that the thread which locked `target` had called for earlier, and that were put off as well;
// null: none has to be taken before it.
Target* earlier_lock(Window& window, const Target& target) FENCEPOST_REQUIRES(window.mutex);

// All ranks of the window have come here, to a fence or to free it.
void barrier(Window& window, Barrier WindowControl::* which);

}  // namespace fencepost::rma
