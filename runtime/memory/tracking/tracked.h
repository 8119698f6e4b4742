// The map of memory whose loads and stores are recorded: window memory, segments that peers share, buffers of pending
// operations. Everything else costs the program one byte lookup per access.
//
// Called by the RMA runtime and the interposer, from any thread, at any time after the back end is loaded. Ranges may
// overlap each other in any way; a byte is tracked as long as one of the ranges that cover it is. Cost: a lock, and
// work linear in the number of pages; not for the hot path, except track_buffer, which is a lookup when nothing
// changes.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fencepost::memory {

// From now on loads and stores of [address, address + size) are recorded. Counted: each call needs its untrack with the
// same arguments. Size 0 and null are allowed and do nothing.
void track(const void* address, std::size_t size);
void untrack(const void* address, std::size_t size);

// Threads give back memory and get it without knowing of each other. So if some addresses are about to become those of
// other memory, what the trace says about them comes after `announce` (before anything by which other processes can use
// it). And if a window had mapped its own memory there, `cease` comes after what was said about that, before they are
// unmapped. One look at a flag in a process with one thread.
void announce(const void* address, std::size_t size);
void cease();
// Ends what `track` began in memory that the program has got itself and keeps when the window is freed. With several
// threads such memory continues as a buffer, so that giving it back is seen.
void release(const void* address, std::size_t size);

// A buffer that a communication call gets. Not counted: tracked until `forget`, `rest_buffers` (or until the stack
// frame that holds it is gone), because programs use the same buffers again and again and switching back and forth
// costs more than recording.
void track_buffer(const void* address, std::size_t size);

// No operation of the process is pending, and all events of the calls so far are written. Ends what track_buffer began,
// if the process has one thread: until a call gets such a buffer again, what the thread loads and stores there comes
// after all that used it before. Done only as often as it costs next to nothing compared with the time since, so that
// short rounds of calls keep their buffers. Cost otherwise: two loads and a compare, and a look at the clock.
void rest_buffers();
// From now on the process has several threads, which may use at any time what the first has ever given to a call.
void wake_buffers();

// The memory is given back (free, munmap, MPI_Free_mem): ends what track_buffer began in it. Counted ranges stay.
// True: some of it was tracked, by either.
bool forget(const void* address, std::size_t size);

// The thread has returned to the frame at `frame`: what track and track_buffer were given in the frames below is gone,
// and if that was so while recording, Freed events say it. (What track was given stays tracked until untrack.) One
// compare when there is nothing of the kind.
inline constinit thread_local std::uintptr_t deepest_buffer __attribute__((tls_model("initial-exec"))) = UINTPTR_MAX;
void leave_deeper_frames(const void* frame);
inline void leave_frames(const void* frame) {
  if (deepest_buffer < reinterpret_cast<std::uintptr_t>(frame)) leave_deeper_frames(frame);
}
// The thread ends: so do all its frames.
void leave_stack();

// Whether an access to any of these bytes would be recorded.
bool is_tracked(const void* address, std::size_t size);

}  // namespace fencepost::memory
