// The call stacks of the process as Stack definitions.
#pragma once

#include <cstdint>

namespace fencepost::record {

// The Stack definition of the calling thread's current call stack, beginning at the innermost frame outside Fencepost's
// own libraries and the MPI library. Returns the same id for the same stack; defines it on first sight; 0 when
// unwinding is off or fails. Cheap on repetition (a cache validated against the return addresses on the stack).
std::uint64_t current_stack() noexcept;

// The same, beginning above the function whose __builtin_frame_address(0) is `frame`: the fewer frames of our own lie
// between it and the program, the less there is to compare. That function must not have returned.
std::uint64_t stack_above(const void* frame) noexcept;

namespace detail {

struct StackCache;

// From now on no stack counts as defined. Callers hold the lock or are alone.
void forget_stacks() noexcept;

// Before another thread takes over the cache of one that has ended: its stack is another one. Null: nothing to do.
void forget_cached_stacks(StackCache* cache) noexcept;

}  // namespace detail
}  // namespace fencepost::record
