// The call stacks of the process as Stack definitions.
#pragma once

namespace fencepost::record::detail {

struct StackCache;

// From now on no stack counts as defined. Callers hold the lock or are alone.
void forget_stacks() noexcept;

// Before another thread takes over the cache of one that has ended: its stack is another one. Null: nothing to do.
void forget_cached_stacks(StackCache* cache) noexcept;

}  // namespace fencepost::record::detail
