// Writes out what a thread has loaded and stored, before the thread may never continue.
#pragma once

namespace fencepost::record {

// A thread may be in a pause when the program ends, and never come back. Does not write
// each time if the thread looks at a word between short pauses: that is one record.
void write_out_before_pause() noexcept;

// The process ends by _exit(), which calls nothing at its end: so it is recorded now.
void write_out_at_end() noexcept;

}  // namespace fencepost::record
