// record/alive_folder.h, from the side of the process.
#pragma once

namespace fencepost::record::detail {

// When recording starts. `directory`: the trace directory of `fencepost run`. Without the folder in it nobody watches.
void open_alive_file(const char* directory) noexcept;
// When it ends; and in the child of a fork, which does not live for its parent.
void close_alive_file() noexcept;

}  // namespace fencepost::record::detail
