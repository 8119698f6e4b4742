// Memory of the program's own that a window is about to be made of.
#pragma once

#include <cstddef>

namespace fencepost::interposer {

// What follows watches it. If the program has mapped it to share it with other processes, what they do there by their
// own addresses is not compared: a blind spot.
void announce_memory(const void* base, std::size_t size);

}  // namespace fencepost::interposer
