// What the job looks like when the traces end: who stands where, what was never matched, completed or closed.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "check/replay.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
int process_of(const Window& window, int rank) {
  return rank >= 0 && static_cast<std::size_t>(rank) < window.processes.size()
             ? window.processes[static_cast<std::size_t>(rank)]
             : -1;
}
void tidy(std::vector<int>& processes) {
  std::erase(processes, -1);
  std::sort(processes.begin(), processes.end());
  processes.erase(std::unique(processes.begin(), processes.end()), processes.end());
}
bool conflicting(const AccessEpoch& epoch, const AccessEpoch& other) {
  return epoch.lock == LockType::kExclusive || other.lock == LockType::kExclusive;
}
}  // namespace

bool Replay::is_granted(int process, std::uint64_t window, int target) const {
  const auto& windows = sides_[index_of(process)].windows;
  const auto side = windows.find(window);
  if (side == windows.end()) return false;
  const auto grant = side->second.grants.find(target);
  return grant != side->second.grants.end() && grant->second.granted;
}

BlockedCall Replay::describe_blocked(const Stream& stream) {
  const InsideCall& inside = stream.inside;
  const int process = stream.name.process;
  BlockedCall blocked;
  blocked.place = inside.place;
  blocked.since = inside.since;
  blocked.window = inside.window;
  blocked.target = inside.target;
  blocked.waits_for = WaitsFor::kNothing;
  const Window* window = inside.window != 0 ? job_.window(inside.window) : nullptr;

  const auto waits_for_send = [&](const match::Send& send) {
    // A large message may wait for its receive as a synchronous one does.
    if (send.taken || send.mode == SendMode::kBuffered) return;
    blocked.waits_for = WaitsFor::kReceive;
    blocked.processes.push_back(send.destination);
  };
  const auto waits_for_receive = [&](const match::Receive& receive) {
    if (receive.send) return;
    const int source = receive.source;
    if (source >= 0 && receive.tag != kAnyTag && messages_.find(receive, source, receive.tag)) return;
    blocked.waits_for = WaitsFor::kMessage;
    blocked.processes.push_back(source);
  };
  const auto waits_for_meeting = [&](match::Meeting& meeting, std::size_t member) {
    const CollectiveCall call = describe(meeting);
    for (const std::size_t other : meeting.may_wait_for(member)) {
      if (!meeting.members[other].clock) blocked.processes.push_back(call.members[other].process);
    }
    if (!blocked.processes.empty()) blocked.waits_for = WaitsFor::kProcesses;
  };
  // What an operation needs to complete is a grant, which those stand in the way of who hold a conflicting lock of a
  // target whose grant has not been seen here. For the rest the library has to care whatever the target does (12.7.3);
  // only where nothing moved for long does it seem to wait for the target.
  const auto waits_for_operations = [&](std::uint64_t key, std::int64_t to) {
    const Window* where = job_.window(key);
    if (!where) return;
    const std::size_t before = blocked.processes.size();
    for (std::size_t i = 0; i < where->processes.size(); ++i) {
      const int target = static_cast<int>(i);
      if (to != static_cast<std::int64_t>(kAllTargets) && to != target) continue;
      const auto mine = lock_epoch(process, key, target);
      if (!mine || is_granted(process, key, target)) continue;
      for (const int other : where->processes) {
        if (other == process) continue;
        const auto theirs = lock_epoch(other, key, target);
        if (!theirs || !conflicting(*mine, *theirs)) continue;
        if (is_granted(other, key, target)) blocked.processes.push_back(other);
      }
    }
    if (blocked.processes.size() > before) {
      blocked.waits_for = WaitsFor::kLock;
      return;
    }
    if (inside.kind == EventKind::kLockBegin || to < 0 || !source_.hung()) return;
    blocked.waits_for = WaitsFor::kRequest;
    blocked.processes.push_back(process_of(*where, static_cast<int>(to)));
  };

  if (inside.kind == EventKind::kSendBegin || inside.kind == EventKind::kReceiveBegin ||
      inside.kind == EventKind::kProbeBegin) {
    blocked.communicator = communicator_key(process, inside.communicator);
    blocked.peer = inside.peer;
    blocked.tag = inside.tag;
  }
  switch (inside.kind) {
    case EventKind::kSendBegin:
      if (stream.send) waits_for_send(*stream.send);
      break;
    case EventKind::kReceiveBegin:
      if (stream.receive) waits_for_receive(*stream.receive);
      if (blocked.waits_for == WaitsFor::kNothing && stream.send) waits_for_send(*stream.send);
      break;
    case EventKind::kProbeBegin:
      blocked.waits_for = WaitsFor::kMessage;
      blocked.processes.push_back(peer_process(process, inside.communicator, inside.peer));
      break;
    case EventKind::kWaitBegin: {
      const auto& requests = sides_[index_of(process)].requests;
      for (const std::uint64_t number : inside.requests) {
        const auto at = requests.find(number);
        if (at == requests.end()) continue;
        const RequestRecord& request = at->second;
        const std::size_t before = blocked.processes.size();
        if (request.receive) waits_for_receive(*request.receive);
        if (request.send) waits_for_send(*request.send);
        if (request.meeting) {
          waits_for_meeting(*request.meeting, request.member);
          if (blocked.processes.size() > before && blocked.collective == MpiCall::kNone) {
            blocked.collective = request.meeting->members[request.member].call.place.call;
            blocked.communicator = request.meeting->communicator;
          }
        }
        if (request.operation) {
          waits_for_operations(request.operation->window, request.operation->target);
          blocked.window = request.operation->window;
          blocked.target = request.operation->target;
        }
        // Of several requests that do not complete, the first receive says which message.
        if (request.receive && blocked.processes.size() > before && blocked.communicator == 0) {
          blocked.communicator = request.receive->communicator;
          blocked.tag = request.receive->tag;
          blocked.peer = request.receive->source;
        }
      }
      break;
    }
    case EventKind::kCollectiveBegin:
    case EventKind::kWindowCreateBegin:
      blocked.communicator = communicator_key(process, inside.communicator);
      [[fallthrough]];
    case EventKind::kWindowFreeBegin:
    case EventKind::kFenceBegin:
      if (inside.meeting) waits_for_meeting(*inside.meeting, inside.member);
      break;
    case EventKind::kStartBegin:
    case EventKind::kCompleteBegin: {
      const auto& windows = sides_[index_of(process)].windows;
      const auto side = windows.find(inside.window);
      if (side == windows.end() || !window) break;
      for (const auto& [target, pair] : side->second.started) {
        if (!pair->post) blocked.processes.push_back(process_of(*window, target));
      }
      if (!blocked.processes.empty()) blocked.waits_for = WaitsFor::kPost;
      break;
    }
    case EventKind::kExposureWaitBegin: {
      const auto& windows = sides_[index_of(process)].windows;
      const auto side = windows.find(inside.window);
      if (side == windows.end() || !window) break;
      for (const auto& pair : side->second.posted) {
        // A complete that has not returned need not have come to this target.
        const bool completing = pair->access && pair->access->open;
        if (!pair->completed || completing) blocked.processes.push_back(process_of(*window, pair->origin));
      }
      if (!blocked.processes.empty()) blocked.waits_for = WaitsFor::kComplete;
      break;
    }
    case EventKind::kLockBegin:
    case EventKind::kUnlockBegin:
    case EventKind::kFlushBegin:
      if (window) waits_for_operations(inside.window, inside.target);
      break;
    default:
      blocked.waits_for = WaitsFor::kUnknown;
      break;
  }
  tidy(blocked.processes);
  return blocked;
}

void Replay::describe_end() {
  end_.hung = source_.hung();
  for (int process = 0; process < job_.processes(); ++process) {
    end_.all_finalized &= job_.process(process).finalized;
    for (const auto& sentence : job_.process(process).blind_spots) {
      blind_spots_.insert(sentence);
    }
    for (auto& [key, side] : sides_[index_of(process)].windows) {
      // Locks whose grant never came: their operations began all the same.
      for (auto& [target, grant] : side.grants) place_deferred(grant);
    }
  }
  // Whatever seems to be missing may be what was lost.
  if (damaged_ranks_.empty()) describe_what_is_open();
  describe_what_was_not_seen();
}

void Replay::describe_what_is_open() {
  for (const auto& stream : streams_) {
    if (stream != nullptr && stream->inside.active && !stream->inside.refused &&
        stream->inside.kind != EventKind::kFinalizeBegin) {
      end_.blocked.push_back(describe_blocked(*stream));
    }
  }
  std::stable_sort(end_.blocked.begin(), end_.blocked.end(), [](const BlockedCall& a, const BlockedCall& b) {
    return std::pair(a.place.process, a.place.thread) < std::pair(b.place.process, b.place.thread);
  });
  for (const auto& meeting : meetings_.incomplete()) end_.incomplete.push_back(describe(*meeting));

  for (const auto& pair : exposures_.unmatched()) {
    const auto add = [](auto& list, const auto& epoch, int rank) {
      if (!epoch) return;
      const auto known = std::ranges::find_if(list, [&](const auto& other) { return other.epoch == epoch; });
      if (known == list.end()) {
        list.push_back({epoch, {rank}});
      } else {
        known->ranks.push_back(rank);
      }
    };
    if (!pair->exposure) add(end_.unmatched_starts, pair->access, pair->target);
    if (!pair->access) add(end_.unmatched_posts, pair->exposure, pair->origin);
  }
  for (int process = 0; process < job_.processes(); ++process) {
    std::map<std::uint64_t, const WindowState*> states;  // by key: a fixed order
    for (const auto& [key, state] : job_.process(process).window_states) states[key] = &state;
    for (const auto& [key, state] : states) {
      const auto access = [&](const std::shared_ptr<AccessEpoch>& epoch) {
        if (epoch && epoch->active()) end_.open_access.push_back(epoch);
      };
      access(state->fence);
      access(state->start);
      access(state->lock_all);
      for (const auto& [target, epoch] : state->locks) access(epoch);
      if (state->exposure) end_.open_exposure.push_back(state->exposure);
      if (state->created && !state->freed &&
          std::find(end_.live_windows.begin(), end_.live_windows.end(), key) == end_.live_windows.end()) {
        end_.live_windows.push_back(key);
      }
      const auto& windows = sides_[index_of(process)].windows;
      const auto side = windows.find(key);
      const auto holds = [&](int target, const std::shared_ptr<AccessEpoch>& epoch) {
        end_.locks.push_back({key, target, process, epoch->lock, is_granted(process, key, target), epoch->opened});
      };
      for (const auto& [target, epoch] : state->locks) holds(target, epoch);
      if (state->lock_all) {
        if (side != windows.end()) {
          for (const auto& [target, grant] : side->second.grants) {
            if (grant.granted) holds(target, state->lock_all);
          }
        }
        end_.locks.push_back(
            {key, static_cast<int>(kAllTargets), process, LockType::kShared, true, state->lock_all->opened});
      }
    }
  }
  std::sort(end_.live_windows.begin(), end_.live_windows.end());
  for (const auto& send : messages_.untaken()) {
    end_.unmatched_messages.push_back(
        {send->place, send->communicator, send->source, send->destination, send->tag, true});
  }
  for (const auto& receive : messages_.unserved()) {
    end_.unmatched_messages.push_back(
        {receive->place, receive->communicator, receive->source, receive->process, receive->tag, false});
  }
}

void Replay::describe_what_was_not_seen() {
  for (const std::string& sentence : source_.blind_spots()) blind_spots_.insert(sentence);
  if (!missing_ranks_.empty()) {
    blind_spots_.insert(
        fmt::format("Races between ranks were not looked for: order that came by what rank{} {} did cannot be told.",
                    missing_ranks_.size() == 1 ? "" : "s", fmt::join(missing_ranks_, ", ")));
  }
  // (Of a rank without any trace this is said above.)
  std::vector<int> damaged;
  std::ranges::set_difference(damaged_ranks_, missing_ranks_, std::back_inserter(damaged));
  if (!damaged.empty()) {
    const std::string ranks = fmt::format("rank{} {}", damaged.size() == 1 ? "" : "s", fmt::join(damaged, ", "));
    blind_spots_.insert(fmt::format(
        "What came after events of {0} were lost was not searched for races between ranks, nor for mistakes "
        "of {0}: the order that they gave cannot be told.",
        ranks));
  }
  if (options_.reach != 0 && order_ > options_.reach) {
    blind_spots_.insert(
        fmt::format("Accesses with more than {} events of the job between them were not compared (--history {}).",
                    options_.reach, options_.reach));
  }
  end_.blind_spots.assign(blind_spots_.begin(), blind_spots_.end());
}

}  // namespace fencepost::check
