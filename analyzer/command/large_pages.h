// Large pages for the memory of an analysis.
//
// With a thousand ranks, each event finds its rank's data gone from the caches. With pages of 4 KiB, the address of
// that data is gone from the processor's page table cache as well. The C library provides large pages, but only if an
// environment variable requests them before the process begins.
#pragma once

namespace fencepost::command {

// Restarts the process with the variable, which is removed from the environment afterwards. Does nothing if the user
// has set the variable, or if it is not possible.
void use_large_pages(char** words);

}  // namespace fencepost::command
