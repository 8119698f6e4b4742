#include "check/completing_call.h"

#include <string>
#include <string_view>

namespace fencepost::check {

namespace {

// Whether a call returns before it is done, leaving a request: MPI_Isend, MPI_Ibcast, MPI_Start, MPI_File_iread.
bool leaves_request(MpiCall call) {
  const std::string_view name = name_of(call);
  return name.starts_with("MPI_I") || name.starts_with("MPI_Start") || name.starts_with("MPI_File_i");
}

// Of a split collective on a file: MPI_File_read_all_end for MPI_File_read_all_begin. kNone for any other call.
MpiCall end_of_split(MpiCall begun) {
  constexpr std::string_view kBegin = "_begin";
  const std::string_view name = name_of(begun);
  const std::size_t at = name.rfind(kBegin);
  if (!name.starts_with("MPI_File_") || at == std::string_view::npos) return MpiCall::kNone;
  const std::string end = std::string(name.substr(0, at)) + "_end";
  for (auto i = static_cast<std::uint64_t>(begun); i < static_cast<std::uint64_t>(MpiCall::kCount); ++i) {
    if (name_of(static_cast<MpiCall>(i)) == end) return static_cast<MpiCall>(i);
  }
  return MpiCall::kNone;
}

}  // namespace

MpiCall completing_call(const index::Activity& activity) {
  if (activity.role == AccessRole::kCall)
    return leaves_request(activity.call) ? MpiCall::kWait : end_of_split(activity.call);
  if (!activity.operation) return MpiCall::kNone;
  const Operation& operation = *activity.operation;
  if (!operation.epoch) return MpiCall::kWin_flush;
  switch (operation.epoch->kind) {
    case EpochKind::kFence:
      return MpiCall::kWin_fence;
    case EpochKind::kStart:
      return activity.role == AccessRole::kTarget ? MpiCall::kWin_wait : MpiCall::kWin_complete;
    case EpochKind::kLock:
    case EpochKind::kLockAll:
      if (activity.role == AccessRole::kOrigin) {
        return operation.request != 0 ? MpiCall::kWait : MpiCall::kWin_flush_local;
      }
      return MpiCall::kWin_flush;
  }
  return MpiCall::kWin_flush;
}

}  // namespace fencepost::check
