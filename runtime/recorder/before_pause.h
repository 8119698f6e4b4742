// What a thread has loaded and stored, written out before it pauses.
#pragma once

namespace fencepost::record {

// A thread may be in a pause when the program ends, and never come back. Not each time, for those who look at a word
// between short pauses: that is told as one.
void write_out_before_pause() noexcept;

}  // namespace fencepost::record
