#include "advice/hang_advice.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "advice/source_let_go.h"
#include "facts/calls.h"
#include "words/call_text.h"

namespace fencepost {
namespace {

// For a start: a target has posted for other origins.
std::string other_group(const BlockedCall& wait, const BeforeHang& before, Words& words) {
  return wait.waits_for == WaitsFor::kPost ? before.posts.advice(wait.window, wait.place.process, wait.processes, words)
                                           : "";
}

// Processes as the group of a start or post names them: "ranks 0 and 1 of the window (ranks 4 and 5)".
std::string in_group(WindowKey key, const std::vector<ProcessId>& processes, const Words& words) {
  const Window* const window = words.job().window(key);
  if (window == nullptr) return ranks_of(processes);
  std::vector<Rank> ranks;
  for (const ProcessId process : processes) ranks.push_back(window->rank_of(process));
  return words.targets(key, ranks);
}

// A rank waits for itself because it has posted for itself: "Name rank 0 instead of rank 1 itself in the group of
// MPI_Win_post at halo.c:20."
std::string other_than_itself(const BlockedCall& wait, const BlockedCalls& blocked, Words& words) {
  if (wait.waits_for != WaitsFor::kComplete) return "";
  const auto& post = words.job().state(wait.place.process, wait.window).exposure;
  if (!post) return "";
  std::vector<ProcessId> starters;
  for (const ProcessId other : blocked.stuck()) {
    const BlockedCall& call = blocked.first_of(other);
    if (call.waits_for == WaitsFor::kPost && call.window == wait.window &&
        std::ranges::find(call.processes, wait.place.process) != call.processes.end())
      starters.push_back(other);
  }
  if (starters.empty() && answered(words.job(), wait, wait.place.process))
    return fmt::format("MPI_Win_complete has to be called on rank {} before {}.", wait.place.process,
                       words.call_at(wait.place));
  if (starters.empty())
    return fmt::format(
        "MPI_Win_start and MPI_Win_complete have to be called on rank {0} before {1}, or the group of {3} must not "
        "name {2}.",
        wait.place.process, words.call_at(wait.place), in_group(wait.window, {wait.place.process}, words),
        words.call_at(post->opened));
  std::vector<ProcessId> named = words.world_ranks(wait.window, post->origins);
  std::ranges::sort(named);
  if (std::ranges::includes(named, starters)) {
    std::vector<ProcessId> right;  // those for which it does not wait have started, too
    std::ranges::copy_if(named, std::back_inserter(right), [&](ProcessId process) {
      return std::ranges::find(starters, process) != starters.end() ||
             std::ranges::find(wait.processes, process) == wait.processes.end();
    });
    return fmt::format("Only {} may be in the group of {} on rank {}: {} {} no epoch for it.",
                       in_group(wait.window, right, words), words.call_at(post->opened), wait.place.process,
                       ranks_of(wait.processes), wait.processes.size() == 1 ? "starts" : "start");
  }
  return fmt::format("The group of {2} has to name {0}, not rank {1} itself.", in_group(wait.window, starters, words),
                     wait.place.process, words.call_at(post->opened));
}

// For a collective call: the communicator or window on which all must make it.
std::string place_of_meeting(const BlockedCall& call, const Words& words) {
  return call.window ? words.window_short(call.window) : words.communicator(call.communicator);
}

// The call that the others lack: "MPI_Win_fence(0, halo)", with the program's name of the window, or "MPI_Barrier".
std::string missing_call(const BlockedCall& call, Words& words) {
  const std::string name(name_of(call.same_call()));
  if (call.same_call() != MpiCall::kWin_fence) return name;
  const auto window = window_argument_text(call.place, words);
  return window ? fmt::format("{}(0, {})", name, *window) : name;
}

// For a process that waits for the end of an access epoch that another process has opened for others only.
std::string left_out_of_start(const BlockedCall& wait, ProcessId other, Words& words) {
  if (wait.waits_for != WaitsFor::kComplete) return "";
  const Job& job = words.job();
  const Window* window = job.window(wait.window);
  const auto& start = job.state(other, wait.window).start;
  const auto& post = job.state(wait.place.process, wait.window).exposure;
  if (!window || !start || !post) return "";
  const Rank rank = window->rank_of(wait.place.process);
  if (std::ranges::find(start->targets, rank) != start->targets.end()) return "";
  return fmt::format("The group of {1} on rank {2} has to name {0}, or the group of {4} must not name {3}.",
                     words.target(wait.window, rank), words.call_at(start->opened), other,
                     words.target(wait.window, window->rank_of(other)), words.call_at(post->opened));
}

// The kind of call that waits for a message: "receive".
std::string_view receiver(const BlockedCall& call) {
  constexpr std::array kProbes = {MpiCall::kProbe, MpiCall::kMprobe, MpiCall::kIprobe, MpiCall::kImprobe};
  return std::ranges::find(kProbes, call.place.call) != kProbes.end() ? "probe" : "receive";
}

// Calls that free something are made by all ranks in the end: such a call is hardly the one that is too many.
bool gives_back(const BlockedCall& call) {
  return call.same_call() == MpiCall::kWin_free || call.same_call() == MpiCall::kComm_free ||
         call.same_call() == MpiCall::kComm_disconnect || call.same_call() == MpiCall::kFile_close ||
         call.same_call() == MpiCall::kFinalize;
}

// Two different collective calls, each made by some ranks: either may be the one that the other ranks lack.
std::string same_calls(const BlockedCall& one, const BlockedCall& other, const BlockedCalls& blocked, Words& words) {
  const auto makers = [&](const BlockedCall& made) {
    std::vector<ProcessId> ranks;
    for (const ProcessId process : blocked.group_of(made.place.process)) {
      const BlockedCall& call = blocked.first_of(process);
      if (call.waits_for == made.waits_for && call.same_call() == made.same_call()) ranks.push_back(process);
    }
    return ranks_of(ranks);
  };
  const bool swapped = gives_back(one) && !gives_back(other);
  const BlockedCall &lacked = swapped ? other : one, &reached = swapped ? one : other;
  const std::string call = missing_call(lacked, words);
  if (gives_back(reached))
    return fmt::format("All have to make the same calls: {} is missing on {} before {}, or one too many on {}.", call,
                       makers(reached), words.call_at(reached.place), makers(lacked));
  return fmt::format(
      "All have to make the same calls in the same order: {} is missing on {} before {}, or {} on {} before {}, or one "
      "of the two is too many.",
      call, makers(reached), words.call_at(reached.place), missing_call(reached, words), makers(lacked),
      words.call_at(lacked.place));
}

// For a call that waits for a process that is in a collective call (`theirs`) and waits there in turn: this collective
// call may be missing. " on ranks 2–4 before MPI_Recv at halo.c:21": the ranks that wait together.
std::string or_call_of_all(const BlockedCall& call, const BlockedCall& theirs, const BlockedCalls& blocked,
                           Words& words) {
  if (std::ranges::find(theirs.processes, call.place.process) == theirs.processes.end() || gives_back(theirs))
    return "";
  const std::string at = words.call_at(call.place);
  std::vector<ProcessId> ranks;
  for (const ProcessId other : theirs.processes)
    if (blocked.stuck().contains(other) && words.call_at(blocked.first_of(other).place) == at) ranks.push_back(other);
  const auto named = theirs.window ? window_named_beside(theirs.window, call.place, words) : std::nullopt;
  const std::string missing = named && theirs.same_call() == MpiCall::kWin_fence
                                  ? fmt::format("MPI_Win_fence(0, {})", named->text)
                                  : missing_call(theirs, words);
  return fmt::format(", or {} has to be called on {} before {}", missing, ranks_of(ranks), at);
}

// Of one that waits for the end of an epoch which the other one has open, and waits elsewhere.
bool lacks_complete(const BlockedCall& waits, const BlockedCall& theirs, const Words& words) {
  return theirs.place.call != MpiCall::kWin_complete && answered(words.job(), waits, theirs.place.process);
}

// All who stand at the same place and keep somebody waiting like that: "ranks 0–3".
std::string ranks_that_lack_complete(WindowKey window, const BlockedCall& like, const BlockedCalls& blocked,
                                     Words& words) {
  std::set<ProcessId> ranks;
  for (const ProcessId process : blocked.group_of(like.place.process)) {
    const BlockedCall& waits = blocked.first_of(process);
    if (waits.waits_for != WaitsFor::kComplete || waits.window != window) continue;
    for (const ProcessId other : waits.processes)
      if (blocked.stuck().contains(other) && lacks_complete(waits, blocked.first_of(other), words) &&
          words.call_at(blocked.first_of(other).place) == words.call_at(like.place))
        ranks.insert(other);
  }
  ranks.insert(like.place.process);
  return ranks_of(std::vector<ProcessId>(ranks.begin(), ranks.end()));
}

// Both make the same call, each on another window or communicator: if the numbers of their calls tell who has left one
// out, that is named.
std::string same_call_elsewhere(const BlockedCall& one, const BlockedCall& other, const BlockedCalls& blocked,
                                const BeforeHang& before, Words& words) {
  if (const LeftOut missing = left_out(one.place, other.place, before.calls, words.symbolizer()); missing.by.known()) {
    const std::string at = words.call_at(missing.call);
    std::vector<ProcessId> there;
    for (const ProcessId process : blocked.group_of(missing.by))
      if (words.call_at(blocked.first_of(process).place) == at) there.push_back(process);
    return fmt::format(
        "All ranks have to make the call of {} equally often: rank {} has made it less often than {}, which {} there.",
        at, missing.by, ranks_of(there), there.size() == 1 ? "waits" : "wait");
  }
  const std::string here = place_of_meeting(one, words), there = place_of_meeting(other, words);
  if (here == there)
    return fmt::format("All ranks have to call {} and {}, which are on different {}, in the same order.",
                       words.call_at(one.place), words.call_at(other.place), one.window ? "windows" : "communicators");
  return fmt::format("All ranks have to call {} on {} and on {} in the same order.", name_of(one.same_call()), here,
                     there);
}

// One process waits for an epoch or message of another, which has already gone on to a collective call; or the
// collective calls differ.
std::string missing_in_cycle(const std::vector<ProcessId>& cycle, const BlockedCalls& blocked,
                             const BeforeHang& before_hang, Words& words) {
  // A nonblocking collective call has already begun: the others lack the same call.
  std::vector<ProcessId> order = cycle;
  std::ranges::stable_partition(
      order, [&](ProcessId process) { return blocked.first_of(process).collective != MpiCall::kNone; });
  for (const ProcessId process : order) {
    const BlockedCall& call = blocked.first_of(process);
    for (const ProcessId other : call.processes) {
      if (!blocked.stuck().contains(other)) continue;
      const BlockedCall& theirs = blocked.first_of(other);
      const std::string before = words.call_at(theirs.place);
      if (std::string left_out = left_out_of_start(call, other, words); !left_out.empty()) return left_out;
      if (call.waits_for == WaitsFor::kComplete && lacks_complete(call, theirs, words))
        return fmt::format("MPI_Win_complete has to be called on {} before {}.",
                           ranks_that_lack_complete(call.window, theirs, blocked, words), before);
      if (call.waits_for == WaitsFor::kValue && theirs.waits_for != WaitsFor::kValue)
        return fmt::format(
            "Rank {} continues only after another rank changes the value that it polls at {}. If rank {} is to change "
            "it, it must do so before {}, where it waits itself.",
            process, words.call_at(call.place), other, before);
      if (theirs.waits_for != WaitsFor::kProcesses) continue;
      const std::string both = or_call_of_all(call, theirs, blocked, words);
      if (call.waits_for == WaitsFor::kMessage)
        return fmt::format("The message for rank {} has to be sent on rank {} before {}{}, or the {} is too many.",
                           process, other, before, both, receiver(call));
      if (call.waits_for == WaitsFor::kReceive)
        return fmt::format("The message of rank {} has to be received on rank {} before {}{}, or the send is too many.",
                           process, other, before, both);
      if (call.waits_for == WaitsFor::kPost)
        return fmt::format(
            "MPI_Win_post has to be called on rank {0} with {1} in its group before {2}{3}, or the group that rank {4} "
            "gives to MPI_Win_start must not name rank {0}.",
            other, in_group(call.window, {process}, words), before, both, process);
      if (call.waits_for == WaitsFor::kComplete)
        return fmt::format(
            "MPI_Win_start and MPI_Win_complete have to be called on rank {0} before {1}{2}, or the group that rank "
            "{3} gives to MPI_Win_post must not name rank {0}.",
            other, before, both, process);
      if (call.waits_for == WaitsFor::kProcesses && call.same_call() != theirs.same_call())
        return same_calls(call, theirs, blocked, words);
      if (call.waits_for == WaitsFor::kProcesses &&
          (call.window != theirs.window || call.communicator != theirs.communicator))
        return same_call_elsewhere(call, theirs, blocked, before_hang, words);
    }
  }
  return "";
}

// " on rank 1 before MPI_Barrier at halo.c:25": the rank that holds the lock, and the call in which it waits.
std::string holder_waits(const std::vector<ProcessId>& cycle, const BlockedCall& lock, const BlockedCalls& blocked,
                         Words& words) {
  for (const ProcessId holder : lock.processes)
    if (std::ranges::find(cycle, holder) != cycle.end() && holder != lock.place.process)
      return fmt::format(" on rank {} before {}", holder, words.call_at(blocked.first_of(holder).place));
  return " before the call that waits";
}

// The rank that holds the lock, if it polls for a value: whoever needs the lock may be the one that would write it.
const BlockedCall* polling_holder(const std::vector<ProcessId>& cycle, const BlockedCall& lock,
                                  const BlockedCalls& blocked) {
  for (const ProcessId holder : lock.processes) {
    if (std::ranges::find(cycle, holder) == cycle.end() || holder == lock.place.process) continue;
    const BlockedCall& call = blocked.first_of(holder);
    if (call.waits_for == WaitsFor::kValue) return &call;
  }
  return nullptr;
}

std::string advice_for_lock_in_cycle(const std::vector<ProcessId>& cycle, const BlockedCall& lock,
                                     const BlockedCalls& blocked, Words& words) {
  const ProcessId waits = lock.place.process;
  if (const BlockedCall* const polls = polling_holder(cycle, lock, blocked))
    return fmt::format(
        "Rank {0} must not hold the lock that rank {1} needs at {2} while it polls ({3}), if rank {1} writes the value "
        "that "
        "it waits for: rank {0} has to unlock between its looks, which have to be atomic, or rank {1} has to take a "
        "shared "
        "lock for an atomic operation.",
        polls->place.process, waits, words.call_at(lock.place), words.call_at(polls->place));
  return fmt::format("The lock has to be released{}: rank {} needs it at {} to reach the matching call.",
                     holder_waits(cycle, lock, blocked, words), waits, words.call_at(lock.place));
}

// A thread that waits to be woken may be the one that should make a missing call.
std::string advice_for_woken(const std::vector<ProcessId>& cycle, const BlockedCalls& blocked, const Words& words) {
  for (const ProcessId process : cycle)
    for (const BlockedCall& call : blocked.calls().at(process)) {
      const SyncObject what = call.of_threads.what;
      if (call.waits_for != WaitsFor::kThread || (what != SyncObject::kCondition && what != SyncObject::kSemaphore))
        continue;
      return fmt::format(
          "If thread {} of rank {}, which waits at {}, is to make the call that another rank waits for, {} before {}. "
          "Else one of the ranks has to make its calls in another order, or some of them have to be nonblocking.",
          call.place.thread.number(), process, words.position(call.place),
          what == SyncObject::kCondition ? "the condition variable has to be signalled"
                                         : "the semaphore has to be posted",
          words.call_at(blocked.first_of(process).place));
    }
  return "";
}

// The call tests or waits for something that another call has begun.
bool completes_requests(const BlockedCall& call) {
  constexpr std::array kWaits = {MpiCall::kWait, MpiCall::kWaitall, MpiCall::kWaitany, MpiCall::kWaitsome};
  return call.looks != 0 || std::ranges::find(kWaits, call.place.call) != kWaits.end();
}

}  // namespace

std::string advice_for_cycle(const std::vector<ProcessId>& cycle, const BlockedCalls& blocked, const BeforeHang& before,
                             Words& words) {
  if (cycle.size() == 1) {
    const BlockedCall& call = blocked.first_of(cycle.front());
    if (std::string group = other_than_itself(call, blocked, words); !group.empty()) return group;
    // (It has no nonblocking form.)
    if (completes_requests(call))
      return fmt::format("Rank {} has to make the call that {} waits for before it: no other rank can make that call.",
                         cycle.front(), words.call_at(call.place));
    return fmt::format(
        "{} or the call that it waits for has to be nonblocking: rank {} cannot make one of these calls while it waits "
        "in the other.",
        name_of(call.place.call), cycle.front());
  }
  std::size_t locks = 0;
  const BlockedCall *start = nullptr, *lock = nullptr;
  for (const ProcessId process : cycle) {
    const BlockedCall& call = blocked.first_of(process);
    if (call.waits_for == WaitsFor::kLock) ++locks, lock = &call;
    if (call.waits_for == WaitsFor::kPost) start = &call;
  }
  if (locks == cycle.size()) return "All ranks have to take the locks in the same order, or hold only one at a time.";
  if (lock) return advice_for_lock_in_cycle(cycle, *lock, blocked, words);
  // A process that has posted for the wrong rank waits for that rank; the right rank waits outside of the cycle.
  for (const ProcessId process : blocked.group_of(cycle.front()))
    if (std::string group = other_group(blocked.first_of(process), before, words); !group.empty()) return group;
  if (std::string missing = missing_in_cycle(cycle, blocked, before, words); !missing.empty()) return missing;
  if (start)
    return fmt::format(
        "The post has to come before the start: {} must be able to reach MPI_Win_post before {} needs it.",
        ranks_of(start->processes), words.call_at(start->place));
  if (std::ranges::all_of(cycle,
                          [&](ProcessId process) { return blocked.first_of(process).waits_for == WaitsFor::kValue; }))
    return "One of the ranks has to write the value that another one polls before it starts to poll itself.";
  if (std::string advice = advice_for_woken(cycle, blocked, words); !advice.empty()) return advice;
  return "One of the ranks has to make its calls in another order, or some of them have to be nonblocking.";
}

namespace {

const BlockedCall* call_of_thread(const std::vector<BlockedCall>& calls, ThreadId thread) {
  const auto found = std::ranges::find_if(calls, [&](const BlockedCall& call) { return call.place.thread == thread; });
  return found != calls.end() ? &*found : nullptr;
}

bool is_lock(const BlockedCall& call) {
  return call.waits_for == WaitsFor::kThread &&
         (call.of_threads.what == SyncObject::kMutex || call.of_threads.what == SyncObject::kReadWriteLock);
}

// A process holds the lock that `call` waits for, and waits itself.
std::string advice_for_lock(const BlockedCall& call, const std::vector<BlockedCall>& calls, const Words& words) {
  if (call.of_threads.holder.known() && call.of_threads.holder != call.place.process)
    return fmt::format(
        "Rank {0} has to unlock before it waits itself: it holds the lock that rank {1} waits for at {2}.",
        call.of_threads.holder, call.place.process, words.position(call.place));
  const BlockedCall* const holder = call_of_thread(calls, call.of_threads.thread);
  if (holder == nullptr) return "";
  if (holder == &call)
    return fmt::format(
        "Thread {} holds this lock already. It has to unlock it before {}, or the lock has to be a recursive mutex.",
        call.place.thread.number(), words.position(call.place));
  if (is_lock(*holder)) return "All threads have to take the locks in the same order, or hold only one at a time.";
  return fmt::format("Thread {} of rank {} has to unlock before {}: thread {} waits for that lock at {}.",
                     holder->place.thread.number(), call.place.process,
                     holder->waits_for == WaitsFor::kThread ? "it waits at " + words.position(holder->place)
                                                            : words.call_at(holder->place),
                     call.place.thread.number(), words.position(call.place));
}

}  // namespace

std::string advice_for_threads(const std::vector<ProcessId>& group, const BlockedCalls& blocked, const Words& words) {
  for (const ProcessId process : group) {
    const std::vector<BlockedCall>& calls = blocked.calls().at(process);
    for (const BlockedCall& call : calls)
      if (is_lock(call))
        if (std::string advice = advice_for_lock(call, calls, words); !advice.empty()) return advice;
  }
  for (const ProcessId process : group) {
    if (blocked.first_of(process).waits_for != WaitsFor::kThread) continue;
    for (const BlockedCall& call : blocked.calls().at(process)) {
      const std::string at = words.position(call.place);
      const bool shared = call.of_threads.shared;
      const std::string who = shared ? fmt::format("rank {}", process)
                                     : fmt::format("thread {} of rank {}", call.place.thread.number(), process);
      const std::string_view where = shared ? "on a rank that can still run" : "in a thread that can still run";
      switch (call.of_threads.what) {
        case SyncObject::kCondition:
          return fmt::format(
              "What {} waits for at {} has to be set, and the condition variable has to be signalled after that, {}.",
              who, at, where);
        case SyncObject::kSemaphore:
          return fmt::format("The semaphore that {} waits for at {} has to be posted {}.", who, at, where);
        case SyncObject::kBarrier:
          return fmt::format("As many threads have to reach the barrier at {} as it was made for.", at);
        default:
          break;
      }
    }
  }
  return "";
}

std::vector<ProcessId> wait_for_first_post(const std::vector<ProcessId>& group, const BlockedCalls& blocked,
                                           const BeforeHang& before) {
  std::vector<ProcessId> waiting;
  for (const ProcessId process : group)
    if (blocked.first_of(process).waits_for == WaitsFor::kPost) waiting.push_back(process);
  if (waiting.size() < 2) return {};
  const WindowKey window = blocked.first_of(waiting.front()).window;
  const auto lacks_all = [&](ProcessId process) {
    const BlockedCall& call = blocked.first_of(process);
    return call.window == window &&
           std::ranges::none_of(call.processes, [&](ProcessId other) { return before.posts.any(window, other); });
  };
  return std::ranges::all_of(waiting, lacks_all) ? waiting : std::vector<ProcessId>();
}

namespace {

// Each process has started to those that start to it: the group of its post is the group of its start.
bool start_to_each_other(const std::vector<ProcessId>& waiting, const Window& window, const Job& job) {
  const auto starts_to = [&](ProcessId one, ProcessId other) {
    const auto& start = job.state(one, window.key).start;
    return start && start->has_target(window.rank_of(other));
  };
  return std::ranges::all_of(waiting, [&](ProcessId one) {
    const auto& start = job.state(one, window.key).start;
    return start && std::ranges::all_of(start->targets, [&](Rank rank) {
             return window.has_rank(rank) && starts_to(window.processes[rank], one);
           });
  });
}

}  // namespace

FirstPost advice_for_first_post(const std::vector<ProcessId>& waiting, const BlockedCalls& blocked, Words& words) {
  const WindowKey key = blocked.first_of(waiting.front()).window;
  const Window* const window = words.job().window(key);
  const auto& start = words.job().state(waiting.front(), key).start;
  if (!window || !start)
    return {{},
            "MPI_Win_post has to be called on the ranks that are waited for, before they wait themselves, and "
            "MPI_Win_wait after it."};
  const auto group = argument_text(start->opened, 0, words), handle = argument_text(start->opened, 2, words);
  SourceLines sources;
  const FixPlace place = words.fix_place(start->opened);
  const bool waits = calls_after(place.at, {"MPI_Win_wait", "MPI_Win_test"}, sources);
  const auto at_one_place = [&](ProcessId process) {
    const auto& other = words.job().state(process, key).start;
    return other && words.call_at(other->opened) == words.call_at(start->opened);
  };
  const auto all_start_here = [&] {
    return waiting.size() == window->processes.size() && std::ranges::all_of(waiting, at_one_place) &&
           start_to_each_other(waiting, *window, words.job());
  };
  FirstPost made;
  if (calls_after(place.at, {"MPI_Win_post"}, sources)) {
    made.sentence =
        fmt::format("MPI_Win_post has to come before {}, not after it: each rank posts for those that start to it.",
                    words.call_at(start->opened));
    const auto late = group && handle ? post_behind(place.at, *group, *handle, sources) : std::nullopt;
    if (!late || !all_start_here()) return made;
    Fix move{.kind = FixKind::kMove, .purpose = FixPurpose::kLetGoOn, .side = FixSide::kBefore, .window = key};
    move.place = place;
    move.moved = {.at = *late, .name = "MPI_Win_post at " + position_of(*late), .call = "MPI_Win_post"};
    move.offer = FixOffer::kIfTried;
    made.fixes = {std::move(move)};
    return made;
  }
  made.sentence =
      fmt::format("MPI_Win_post({}, 0, {}) has to come before {}{}: each rank posts for those that start to it.",
                  group.value_or("group"), handle.value_or("win"), words.call_at(start->opened),
                  waits ? "" : ", and MPI_Win_wait after MPI_Win_complete");
  if (!group || !handle || !waits || !all_start_here()) return made;
  Fix post{.kind = FixKind::kAdd, .purpose = FixPurpose::kLetGoOn, .side = FixSide::kBefore, .window = key};
  post.call = {.function = std::string(name_of(MpiCall::kWin_post)), .arguments = {*group, "0", *handle}};
  post.place = post.operation = place;
  post.offer = FixOffer::kIfTried;
  made.fixes = {std::move(post)};
  return made;
}

std::string advice_for_missing(const BlockedCall& call, const BeforeHang& before, Words& words) {
  std::vector<ProcessId> gone;
  for (const ProcessId other : call.processes)
    if (words.job().process(other).finalizing) gone.push_back(other);
  const std::string who = gone.empty() ? ranks_of(call.processes) : ranks_of(gone);
  switch (call.waits_for) {
    case WaitsFor::kPost:
      if (std::string group = other_group(call, before, words); !group.empty()) return group;
      return fmt::format(
          "MPI_Win_post has to be called on {0} with rank {1} in the group, or the group that rank {1} gives to "
          "MPI_Win_start must not name {0}.",
          who, call.place.process);
    case WaitsFor::kComplete:
      if (std::ranges::all_of(gone.empty() ? call.processes : gone,
                              [&](ProcessId other) { return answered(words.job(), call, other) != nullptr; }))
        return fmt::format("MPI_Win_complete has to be called on {}.", who);
      return fmt::format(
          "MPI_Win_start and MPI_Win_complete have to be called on {0}, or the group that rank {1} gives to "
          "MPI_Win_post must not name {0}.",
          who, call.place.process);
    case WaitsFor::kLock:
      return fmt::format("The lock has to be released on {} before MPI_Finalize.", who);
    case WaitsFor::kMessage:
      return fmt::format("The message has to be sent on {}, or the {} is too many.", who, receiver(call));
    case WaitsFor::kReceive:
      return fmt::format("The message has to be received on {}, or the send is too many.", who);
    case WaitsFor::kValue:
      return fmt::format("The value that is polled at {} must be written on {} before MPI_Finalize.",
                         words.call_at(call.place), who);
    default:
      return fmt::format("{} is collective: {} has to be called on {} as well.", name_of(call.same_call()),
                         call.same_call() == MpiCall::kWin_fence ? missing_call(call, words) : "it", who);
  }
}

}  // namespace fencepost
