// record/folder_files.h, from the side of the process.
#pragma once

namespace fencepost::record {

// One-sided communication begins that nothing will check.
void note_unchecked() noexcept;

namespace detail {

// When recording starts: an earlier run may have left that note.
void forget_unchecked() noexcept;

}  // namespace detail
}  // namespace fencepost::record
