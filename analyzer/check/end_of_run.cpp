#include "check/end_of_run.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "check/blocked_call.h"
#include "check/pollers.h"
#include "ids/format.h"

namespace fencepost::check {

namespace {

void describe_blocked_calls(EndOfRun& end, Services& services, Chapters& chapters) {
  services.scheduler.threads().each([&](const schedule::Stream& stream) {
    const auto& thread = static_cast<const Thread&>(stream);
    if (thread.call.active && !thread.call.refused && thread.call.kind != EventKind::kFinalizeBegin)
      end.blocked.push_back(describe_blocked(services, chapters, thread));
  });
  describe_pollers(end, services, chapters);
  std::stable_sort(end.blocked.begin(), end.blocked.end(), [](const BlockedCall& a, const BlockedCall& b) {
    return std::pair(a.place.process, a.place.thread) < std::pair(b.place.process, b.place.thread);
  });
}

void describe_unmatched_epochs(EndOfRun& end, const ExposureChapter& exposure) {
  // (A wrong loop leaves one in each round.)
  std::unordered_map<const void*, std::size_t> places;  // in the list
  const auto add = [&](auto& list, const auto& epoch, Rank rank) {
    if (!epoch) return;
    const auto [known, added] = places.try_emplace(epoch.get(), list.size());
    if (added) list.push_back({epoch, {}});
    list[known->second].ranks.push_back(rank);
  };
  for (const auto& pair : exposure.unmatched()) {
    if (!pair->exposure) add(end.unmatched_starts, pair->access, pair->target);
    if (!pair->access) add(end.unmatched_posts, pair->exposure, pair->origin);
  }
}

void describe_open_epochs(EndOfRun& end, const WindowState& state) {
  const auto access = [&](const std::shared_ptr<AccessEpoch>& epoch) {
    if (epoch && epoch->active()) end.open_access.push_back(epoch);
  };
  access(state.fence);
  access(state.start);
  access(state.lock_all);
  for (const auto& [target, epoch] : state.locks) access(epoch);
  if (state.exposure) end.open_exposure.push_back(state.exposure);
}

void describe_locks(EndOfRun& end, const LockChapter& locks, ProcessId process, WindowKey window,
                    const WindowState& state) {
  const auto holds = [&](Rank target, const std::shared_ptr<AccessEpoch>& epoch) {
    end.locks.push_back(
        {window, target, process, epoch->lock, locks.is_granted(process, window, target), epoch->opened});
  };
  for (const auto& [target, epoch] : state.locks) holds(target, epoch);
  if (!state.lock_all) return;
  for (const Rank target : locks.granted_targets(process, window)) holds(target, state.lock_all);
  end.locks.push_back({window, kAll, process, LockType::kShared, true, state.lock_all->opened});
}

void describe_windows(EndOfRun& end, const Job& job, const LockChapter& locks) {
  for (const ProcessId process : job.processes()) {
    std::map<WindowKey, const WindowState*> states;  // a fixed order
    for (const auto& [key, state] : job.process(process).window_states) states[key] = &state;
    for (const auto& [key, state] : states) {
      describe_open_epochs(end, *state);
      if (state->created && !state->freed &&
          std::find(end.live_windows.begin(), end.live_windows.end(), key) == end.live_windows.end()) {
        end.live_windows.push_back(key);
      }
      describe_locks(end, locks, process, key, *state);
    }
  }
  std::sort(end.live_windows.begin(), end.live_windows.end());
}

void describe_messages(EndOfRun& end, const match::Messages& messages) {
  for (const auto& send : messages.untaken()) {
    end.unmatched_messages.push_back(
        {send->place, send->communicator, send->source, send->destination, send->tag, true});
  }
  for (const auto& receive : messages.unserved()) {
    end.unmatched_messages.push_back(
        {receive->place, receive->communicator, receive->source, receive->process, receive->tag, false});
  }
}

void describe_what_was_not_seen(EndOfRun& end, Services& services) {
  Losses& losses = services.losses;
  for (const ProcessId process : services.job.processes()) {
    for (const auto& sentence : services.job.process(process).blind_spots) losses.note(sentence);
  }
  for (const std::string& sentence : services.source.blind_spots()) losses.note(sentence);
  losses.sum_up();
  const std::uint64_t reach = services.options.reach;
  if (reach != 0 && services.clocks.order() > reach) {
    losses.note(fmt::format(
        "Fencepost did not compare accesses with more than {} event{} of the job between them (--history {}).", reach,
        reach == 1 ? "" : "s", reach));
  }
  end.blind_spots.assign(losses.sentences().begin(), losses.sentences().end());
}

}  // namespace

EndOfRun describe_end(Services& services, Chapters& chapters) {
  EndOfRun end;
  end.hung = services.source.hung();
  for (const ProcessId process : services.job.processes()) end.all_finalized &= services.job.process(process).finalized;
  // What seems to be missing may have been lost.
  if (!services.losses.any_damage()) {
    describe_blocked_calls(end, services, chapters);
    end.with_running_threads = chapters.threads.processes_with_running_threads([&](ThreadName thread) {
      return std::ranges::any_of(end.blocked, [&](const BlockedCall& call) {
        return call.place.process == thread.process && call.place.thread == thread.thread;
      });
    });
    end.incomplete = chapters.collectives.incomplete();
    describe_unmatched_epochs(end, chapters.exposure);
    describe_windows(end, services.job, chapters.locks);
    describe_messages(end, chapters.messages.messages());
  }
  describe_what_was_not_seen(end, services);
  return end;
}

}  // namespace fencepost::check
