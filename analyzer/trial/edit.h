// A fix as a change of a recorded run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "advice/source_gap.h"
#include "model/fix.h"
#include "model/source_lines.h"
#include "record/vocabulary.h"

namespace fencepost::trial {

enum class EditKind : std::uint8_t {
  kAdd,          // `call` before or after `place`, each time; and `closing` after it
  kRemove,       // the call at `place`, and those of `also`
  kReplace,      // that call is replaced by `call`
  kAtomic,       // the put or get there becomes atomic: MPI_Accumulate with MPI_REPLACE, a fetch with MPI_NO_OP
  kMove,         // the accesses at `moved` move to after the call at `place`
  kMeet,         // only the meetings at `gaps`
  kLeaveOut,     // `assertion` in the call at `place`, and in those of `also`
  kAddInBlocks,  // only `added`; and the call at `place` is removed, if it is `moved_there`
  kDropInfo,     // the key `info` of the window's info
  kLockType,     // MPI_LOCK_EXCLUSIVE in the lock at `place`, and in those of `also` (with `shared`, MPI_LOCK_SHARED)
  kWaitForReceive,  // the send at `place` returns only after its receive
  kMoveUp,          // the accesses at `moved` move to before the atomic operation at `place`
  kThreadLevel,     // every process has MPI_THREAD_MULTIPLE
  kOtherWindow,     // the call at `place` names `window`, or the one that the latest call at `names_window` named
  kOtherTarget,     // the lock at `place` names the target of the next operation at `operation`
  kLetGo,           // before the call at `place`, the `call` for which others wait (let_go.h)
};

// A call that every process makes when it comes through a place of the source.
struct CallMade {
  SourceGap gap;
  MpiCall call = MpiCall::kNone;
  std::optional<Rank> target;  // if the source has a number
};

struct Edit {
  EditKind kind = EditKind::kAdd;
  MpiCall call = MpiCall::kNone;
  MpiCall closing = MpiCall::kNone;
  bool after = true;  // kAdd
  FixPlace place;
  std::vector<FixPlace> also;
  std::vector<CallMade> added;
  // It concerns epochs, or whether the window has any: calls that were refused for lack of an epoch are accepted.
  bool accepts = false;
  // For threads that never reach `place`: before this, if it is known.
  FixPlace otherwise_before;
  FixPlace moved;
  // The operation that a flush completes: where it is issued, and its target if the source has a number.
  FixPlace operation;
  std::optional<Rank> target;
  WindowKey window;
  // A call on the intended window: the source has the same words there, but for each object of the program the window
  // is a different one.
  FixPlace names_window;
  // Instead: the window of the call before which it is added.
  bool on_upcoming_window = false;
  // In addition, all ranks call this at the place: MPI_Barrier of MPI_COMM_WORLD, or MPI_Win_fence.
  MpiCall meeting = MpiCall::kNone;
  std::vector<SourceGap> gaps;
  bool waits = false;         // kMeet: for the request of the call at `place`, if there is one, before all meet
  bool synchronizes = false;  // with MPI_Win_sync before and after it
  std::uint64_t assertion = 0;
  std::string info;
  bool shared = false;
  bool moved_there = false;
  bool comes_earlier = false;  // kLetGo: in the program it would come before the call after which it is tried
};

// The possible meanings of a fix, the simplest first. None: a recorded run cannot show its effect.
std::vector<Edit> edits_of(const Fix& fix, SourceLines& sources);

}  // namespace fencepost::trial
