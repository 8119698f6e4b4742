// A program that dies of a signal leaves word of it in its trace, and dies of it as it would have without us.
#pragma once

namespace fencepost::interposer {

// After recording has started. Signals that the program handles or ignores are left alone.
void watch_signals();

}  // namespace fencepost::interposer
