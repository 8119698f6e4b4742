// A stack for signal handlers. A thread whose own stack has overflowed can tell what it died of only on another one.
#pragma once

namespace fencepost::threads {

// For the calling thread, if it has none. The stack of a thread that has ended goes to one that begins later.
void give_signal_stack();

}  // namespace fencepost::threads
