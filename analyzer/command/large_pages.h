// Large pages for the memory of an analysis.
//
// With a thousand ranks each event finds its rank's data gone from the caches, and with pages of 4 KiB the address of
// that data gone from the processor's table of pages as well. The C library gives out large pages, but only if a
// variable of the environment says so before the process begins.
#pragma once

namespace fencepost::command {

// Begins the process anew with the variable, which is gone from the environment when that has happened. Nothing if
// somebody else has set the variable, or if it is not possible.
void use_large_pages(char** words);

}  // namespace fencepost::command
