// The children of fork. They record nothing: their parent's trace is not theirs, and they are not ranks. What
// they do to memory of windows that they share with their parent is not seen. But they tell their parent that
// they do it, and its trace says so if it ends in order. In the child nothing here locks or allocates.
#pragma once

namespace fencepost::record {

bool is_forked_child() noexcept;

// A child calls this for memory that it shares with its parent.
void uses_memory_of_windows() noexcept;

namespace detail {

// For the recorder: when recording starts; in the child; and when recording ends: whether a child has used such memory.
void prepare_for_forks() noexcept;
void become_forked_child() noexcept;
bool forked_children_used_windows() noexcept;

}  // namespace detail

}  // namespace fencepost::record
