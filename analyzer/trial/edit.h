// A fix as it changes a recorded run.
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
  kReplace,      // it by `call`
  kAtomic,       // the put or get there by an atomic operation: MPI_Accumulate with MPI_REPLACE, a fetch with MPI_NO_OP
  kMove,         // the accesses at `moved` to after the call at `place`
  kMeet,         // nothing but what `gaps` say
  kLeaveOut,     // `assertion` in the call at `place`, and in those of `also`
  kAddInBlocks,  // nothing but `added`; and without the call at `place`, if it is `moved_there`
  kDropInfo,     // the key `info` of what the window was given
  kLockType,     // MPI_LOCK_EXCLUSIVE in the lock at `place`, and in those of `also` (or, `shared`, the other one)
  kWaitForReceive,  // the send at `place` returns only after that
  kMoveUp,          // the accesses at `moved` to before the atomic operation at `place`
  kLetGo,           // before the call at `place`, `call` as others wait for it (let_go.h)
};

// A call that who comes through a place of the source makes.
struct CallMade {
  SourceGap gap;
  MpiCall call = MpiCall::kNone;
  std::optional<std::int64_t> target;  // if the source has a number
};

struct Edit {
  EditKind kind = EditKind::kAdd;
  MpiCall call = MpiCall::kNone;
  MpiCall closing = MpiCall::kNone;
  bool after = true;  // kAdd
  FixPlace place;
  std::vector<FixPlace> also;
  std::vector<CallMade> added;
  // It is about epochs, or whether the window has any: what was refused for lack of one is not refused.
  bool accepts = false;
  // Where a thread never comes to `place`: before this, if it is known.
  FixPlace otherwise_before;
  FixPlace moved;
  // Of the operation that a flush completes: where it is issued, and, if the source has a number, its target.
  FixPlace operation;
  std::optional<std::int64_t> target;
  WindowKey window;
  // A call whose window is the one that is meant: the source has the same words there, for each object of the program
  // another window.
  FixPlace names_window;
  // Besides, where all ranks call this: MPI_Barrier of MPI_COMM_WORLD, or MPI_Win_fence.
  MpiCall meeting = MpiCall::kNone;
  std::vector<SourceGap> gaps;
  bool synchronizes = false;  // with MPI_Win_sync before and after it
  std::uint64_t assertion = 0;
  std::string info;
  bool shared = false;
  bool moved_there = false;
  bool comes_earlier = false;  // kLetGo: in the program it would come before what it is tried behind
};

// The ways in which a fix may be meant, the plainest first. None: it is nothing that a recorded run could show.
std::vector<Edit> edits_of(const Fix& fix, SourceLines& sources);

}  // namespace fencepost::trial
