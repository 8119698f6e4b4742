// Words that a process outside of the job may store to: those in memory that the program has mapped as shared and that
// is not a window's.
#pragma once

#include <cstdint>

namespace fencepost::memory {

// Whether it lies in memory that is mapped for several processes. If that cannot be asked: true.
bool lies_in_shared_mapping(std::uintptr_t word);

// Remembered for the words that the calling thread asked about last.
bool is_shared_outside(std::uintptr_t word);

}  // namespace fencepost::memory
