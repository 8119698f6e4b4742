// What the program writes as arguments of an operation's call, for advice: "MPI_Win_flush((rank + 1) % size, halo)".
#pragma once

#include <optional>
#include <string>

#include "model/fix.h"
#include "words/words.h"

namespace fencepost {

// Only what may be written down a second time: no calls and effects. Nothing: something else stands there, or the
// source is not to be had.
struct CallText {
  std::optional<std::string> target, window, request;
};
CallText call_text(const Operation& operation, Words& words);
CallText call_text(const Place& operation, OperationKind kind, Words& words);
// The same for one argument (from 0) of any call.
std::optional<std::string> argument_text(const Place& call, int index, Words& words);
// The window that a call which synchronizes, makes or frees one was given; "win" if that is not to be had. `at`: where
// it is to stand, if that need not be beside the call: the name holds in one function, and in another one that of `at`
// does, if it is such a call, too.
std::optional<std::string> window_argument_text(const Place& call, Words& words);
std::string window_text(const Place& call, Words& words);
std::string window_text(const Place& call, const Place& at, Words& words);
// The name of a window in the function of a place, as the process has given it to another call there. Nothing: none of
// those that are known was made there.
struct NamedWindow {
  std::string text;
  Place at;
};
std::optional<NamedWindow> window_named_beside(WindowKey window, const Place& place, Words& words);
// A call with arguments and a window behind them; without its name: whose window it is.
FixCall call_with_window(MpiCall function, std::vector<std::string> arguments, std::optional<std::string> window,
                         MpiCall whose);
// The request that an operation leaves, or another nonblocking call.
std::optional<std::string> request_text(const Place& operation, OperationKind kind, Words& words);
std::optional<std::string> request_text(const Place& call, Words& words);

bool is_split_end(MpiCall call);
// "MPI_File_read_all_end(file, buffer, MPI_STATUS_IGNORE)": of a split collective that began at `begin`.
FixCall split_end_call(MpiCall call, const Place& begin, Words& words);

// A call of MPI_Win_flush, MPI_Win_flush_local or MPI_Win_unlock that concerns an operation, or of MPI_Win_flush_all or
// MPI_Win_flush_local_all: "MPI_Win_flush(1, win)", or "MPI_Win_flush (target and window of MPI_Put)".
FixCall completion_call(MpiCall call, const Place& operation, OperationKind kind, Words& words);
std::string completion_text(MpiCall call, const Place& operation, OperationKind kind, Words& words);

// The call that gives back the lock taken at `locked`, to be written at `at`: "MPI_Win_unlock(peer, halo)" if the
// lock's own arguments are at hand there, "MPI_Win_unlock (target and window of MPI_Win_lock)" else.
FixCall unlock_call(const Place& locked, const Place& at, Words& words);
std::string unlock_text(const Place& locked, const Place& at, Words& words);

}  // namespace fencepost
