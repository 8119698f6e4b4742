// record/folder_files.h, from the side of the process.
#pragma once

namespace fencepost::record {

// One-sided communication begins that nothing will check.
void note_unchecked() noexcept;

namespace detail {

// When recording starts, in process.folder: those of an earlier run are gone.
void open_folder_files() noexcept;
// When it ends; and in the child of a fork, which does not live for its parent.
void close_alive_file() noexcept;

}  // namespace detail
}  // namespace fencepost::record
