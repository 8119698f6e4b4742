#include "facts/calls.h"

#include <algorithm>
#include <string_view>

namespace fencepost {

WindowCall window_call(const Job& job, ProcessId process, std::uint64_t window_id) {
  WindowCall call;
  const Window* window = job.window_by_id(process, window_id);
  if (!window) return call;
  const WindowState& state = job.state(process, window->key);
  if (state.freed) return call;
  return {window, &state, window->rank_of(process)};
}

void RefusedEpochs::opens(std::uint64_t id, MpiCall call, Rank target, const Here& here) {
  const ThreadName thread = here.place.by();
  not_refused(thread);
  const WindowCall on = window_call(here, id);
  if (!on) return;
  const Opening opening{{here.place.process, on.window->key}, call, target};
  last_.grown(thread.process).push_back({thread.thread, opening});
  if (!refused_.empty()) refused_.erase(opening);
}

void RefusedEpochs::forget_last(ThreadName thread) {
  std::erase_if(last_[thread.process], [&](const Last& last) { return last.thread == thread.thread; });
}

void RefusedEpochs::on(const event::StartBegin& start, const Here& here) {
  opens(start.window, MpiCall::kWin_start, Rank::kAllTargets, here);
}
void RefusedEpochs::on(const event::Post& post, const Here& here) {
  opens(post.window, MpiCall::kWin_post, Rank::kAllTargets, here);
}
void RefusedEpochs::on(const event::LockBegin& lock, const Here& here) {
  opens(lock.window, here.place.call, Rank(lock.target), here);
}
void RefusedEpochs::on(const event::FenceBegin& fence, const Here& here) {
  opens(fence.window, MpiCall::kWin_fence, Rank::kAllTargets, here);
}

void RefusedEpochs::on(const event::WrongArgument& wrong, const Here& here) {
  not_refused(here.place.by());
  const bool meant = wrong.swapped != 0 && wrong.window != 0;  // the call's own event names no window
  if (const WindowCall call = window_call(here, wrong.window); meant && call)
    refused_.insert({{here.place.process, call.window->key}, here.place.call, Rank::kAllTargets});
}

void RefusedEpochs::on(const event::CallFailed&, const Here& here) {
  const ThreadName thread = here.place.by();
  if (!last_.has(thread.process)) return;
  for (const Last& last : last_[thread.process])
    if (last.thread == thread.thread) refused_.insert(last.opening);
  not_refused(thread);
}

bool RefusedEpochs::closes(const Side& side, MpiCall opening, Rank target) {
  return refused_.erase({side, opening, target}) > 0;
}

bool RefusedEpochs::missing(const Side& side, MpiCall opening) const {
  return refused_.contains({side, opening, Rank::kAllTargets});
}

bool RefusedEpochs::access_missing(const Side& side, Rank target) const {
  return std::ranges::any_of(refused_, [&](const Opening& opening) {
    if (opening.side != side || opening.call == MpiCall::kWin_post) return false;
    return opening.target == Rank::kAllTargets || target == Rank::kAllTargets || opening.target == target;
  });
}

// MPI's names tell: MPI_Send, MPI_Imrecv, MPI_Sendrecv_replace.
bool moves_message(MpiCall call) {
  const std::string_view name = name_of(call);
  return name.find("ecv") != std::string_view::npos || name.find("end") != std::string_view::npos;
}

bool is_blocking_collective(MpiCall call) {
  const std::string_view name = name_of(call);
  return call != MpiCall::kNone && !moves_message(call) && !name.starts_with("MPI_I") && !name.starts_with("MPI_File_");
}

bool is_request_based(MpiCall call) {
  switch (call) {
    case MpiCall::kRput:
    case MpiCall::kRput_c:
    case MpiCall::kRget:
    case MpiCall::kRget_c:
    case MpiCall::kRaccumulate:
    case MpiCall::kRaccumulate_c:
    case MpiCall::kRget_accumulate:
    case MpiCall::kRget_accumulate_c:
      return true;
    default:
      return false;
  }
}

}  // namespace fencepost
