// If a signal ends the program, its trace says so; the program dies of it as it would without us.
#pragma once

namespace fencepost::interposer {

// After recording has started. Signals that the program handles or ignores are left alone.
void watch_signals();

}  // namespace fencepost::interposer
