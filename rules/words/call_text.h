// The arguments of an operation's call as the program writes them, for advice: "MPI_Win_flush((rank + 1) % n, halo)".
#pragma once

#include <optional>
#include <string>

#include "model/fix.h"
#include "words/words.h"

namespace fencepost {

// Only arguments that can be written a second time, so no calls and no side effects. Nothing: an argument is of another
// kind, or the source is not available.
struct CallText {
  std::optional<std::string> target, window, request;
};
CallText call_text(const Operation& operation, Words& words);
CallText call_text(const Place& operation, OperationKind kind, Words& words);
// The same for one argument (counted from 0) of any call.
std::optional<std::string> argument_text(const Place& call, int index, Words& words);
// The window argument of a call that synchronizes, creates or frees a window; "win" if it is not known. `at`: where the
// window will be named, if not beside the call. A name is valid in one function only. In another function, the name in
// the call at `at` is used, if that call is of this kind, too.
std::optional<std::string> window_argument_text(const Place& call, Words& words);
std::string window_text(const Place& call, Words& words);
std::string window_text(const Place& call, const Place& at, Words& words);
// The name of a window in the function of a place, as the process has passed it to another call there. Nothing: no
// known call passes it there.
struct NamedWindow {
  std::string text;
  Place at;
};
std::optional<NamedWindow> window_named_beside(WindowKey window, const Place& place, Words& words);
// A call with arguments and a window after them. If the window has no name: the call whose window it is.
FixCall call_with_window(MpiCall function, std::vector<std::string> arguments, std::optional<std::string> window,
                         MpiCall whose);
// The request of an operation or of another nonblocking call.
std::optional<std::string> request_text(const Place& operation, OperationKind kind, Words& words);
std::optional<std::string> request_text(const Place& call, Words& words);

bool is_split_end(MpiCall call);
// "MPI_File_read_all_end(file, buffer, MPI_STATUS_IGNORE)": the end of a split collective that began at `begin`.
FixCall split_end_call(MpiCall call, const Place& begin, Words& words);

// A call of MPI_Win_flush, MPI_Win_flush_local or MPI_Win_unlock for an operation, or of MPI_Win_flush_all or
// MPI_Win_flush_local_all: "MPI_Win_flush(1, win)", or "MPI_Win_flush (target and window of MPI_Put)".
FixCall completion_call(MpiCall call, const Place& operation, OperationKind kind, Words& words);
std::string completion_text(MpiCall call, const Place& operation, OperationKind kind, Words& words);

// The call that releases the lock taken at `locked`, to be written at `at`: "MPI_Win_unlock(peer, halo)" if the lock's
// own arguments are valid there, otherwise "MPI_Win_unlock (target and window of MPI_Win_lock)".
FixCall unlock_call(const Place& locked, const Place& at, Words& words);
std::string unlock_text(const Place& locked, const Place& at, Words& words);

}  // namespace fencepost
