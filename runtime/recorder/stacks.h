// The call stacks of the process as Stack definitions.
#pragma once

namespace fencepost::record::detail {

// Begins a new run: no stack is defined yet. Callers are alone.
void forget_stacks() noexcept;

}  // namespace fencepost::record::detail
