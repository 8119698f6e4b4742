// What a thread has loaded and stored, written out before the thread may go on no more.
#pragma once

namespace fencepost::record {

// A thread may be in a pause when the program ends, and never come back. Not each time, for those who look at a word
// between short pauses: that is told as one.
void write_out_before_pause() noexcept;

// The process ends by _exit(), which calls nothing at its end: so it is recorded now.
void write_out_at_end() noexcept;

}  // namespace fencepost::record
