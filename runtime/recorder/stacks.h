// The call stacks of the process as Stack definitions.
#pragma once

namespace fencepost::record::detail {

// From now on no stack counts as defined. Callers hold the lock or are alone.
void forget_stacks() noexcept;

}  // namespace fencepost::record::detail
