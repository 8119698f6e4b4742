#include "facts/calls.h"

#include <algorithm>
#include <string_view>
#include <type_traits>

namespace fencepost {

WindowCall window_call(const Job& job, int process, std::uint64_t window_id) {
  WindowCall call;
  const Window* window = job.window_by_id(process, window_id);
  if (!window) return call;
  const WindowState& state = job.state(process, window->key);
  if (state.freed) return call;
  return {window, &state, window->rank_of(process)};
}

std::optional<std::uint64_t> window_id_of(const AnyEvent& event) {
  return std::visit(
      [](const auto& e) -> std::optional<std::uint64_t> {
        using Event = std::decay_t<decltype(e)>;
        if constexpr (kFactsOf<Event>.on_window) {
          return e.window;
        } else {
          return std::nullopt;
        }
      },
      event);
}

void RefusedEpochs::follow(const Job& job, const Place& place, const AnyEvent& event) {
  const std::pair thread(place.process, place.thread);
  const auto opens = [&](std::uint64_t id, MpiCall call, std::int64_t target) {
    last_.erase(thread);
    if (const WindowCall window = window_call(job, place.process, id)) {
      last_[thread] = {{place.process, window.window->key}, call, target};
      refused_.erase(last_[thread]);
    }
  };
  if (const auto* start = as<event::StartBegin>(event)) {
    opens(start->window, MpiCall::kWin_start, kAllTargets);
  } else if (const auto* post = as<event::Post>(event)) {
    opens(post->window, MpiCall::kWin_post, kAllTargets);
  } else if (const auto* lock = as<event::LockBegin>(event)) {
    opens(lock->window, place.call, lock->target);
  } else if (const auto* fence = as<event::FenceBegin>(event)) {
    opens(fence->window, MpiCall::kWin_fence, kAllTargets);
  } else if (const auto* wrong = as<event::WrongArgument>(event)) {
    last_.erase(thread);
    const bool meant = wrong->swapped != 0 && wrong->window != 0;  // the call's own event names no window
    if (const WindowCall window = window_call(job, place.process, wrong->window); meant && window)
      refused_.insert({{place.process, window.window->key}, place.call, kAllTargets});
  } else if (as<event::CallFailed>(event)) {
    if (const auto last = last_.find(thread); last != last_.end()) refused_.insert(last->second);
    last_.erase(thread);
  } else {
    last_.erase(thread);
  }
}

bool RefusedEpochs::closes(const Side& side, MpiCall opening, std::int64_t target) {
  return refused_.erase({side, opening, target}) > 0;
}

bool RefusedEpochs::missing(const Side& side, MpiCall opening) const {
  return refused_.contains({side, opening, kAllTargets});
}

bool RefusedEpochs::access_missing(const Side& side, std::int64_t target) const {
  return std::ranges::any_of(refused_, [&](const Opening& opening) {
    if (opening.side != side || opening.call == MpiCall::kWin_post) return false;
    return opening.target == kAllTargets || target == kAllTargets || opening.target == target;
  });
}

bool is_send(MpiCall call) {
  switch (call) {
    case MpiCall::kSend:
    case MpiCall::kBsend:
    case MpiCall::kSsend:
    case MpiCall::kRsend:
    case MpiCall::kIsend:
    case MpiCall::kIbsend:
    case MpiCall::kIssend:
    case MpiCall::kIrsend:
      return true;
    default:
      return false;
  }
}

// By MPI's names, which say it: MPI_Send, MPI_Imrecv, MPI_Sendrecv_replace.
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
