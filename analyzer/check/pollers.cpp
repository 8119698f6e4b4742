#include "check/pollers.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "check/blocked_call.h"

namespace fencepost::check {

namespace {

using format::LookPlace;
using format::LooksFor;

constexpr std::uint64_t kFewest = 4;
constexpr std::uint64_t kFewestOfOne = 3;  // by the same call: fewer are no loop
constexpr std::uint64_t kRarely = 16;
constexpr std::uint64_t kLongEnough = 5;  // seconds

// Whether a message that the probe would find has been sent.
bool has_message(ProcessId process, const LookPlace& probe, const MessageChapter& messages) {
  const CommunicatorKey communicator = messages.communicator_key(process, probe.communicator);
  const ProcessId source = messages.peer_process(process, probe.communicator, Rank(probe.source));
  return std::ranges::any_of(messages.messages().untaken(), [&](const auto& send) {
    return send->destination == process && send->communicator == communicator &&
           (Rank(probe.source) == Rank::kAnySource || send->source == source) &&
           (probe.tag == kAnyTag || send->tag == probe.tag);
  });
}

// Waits for another value in the window's memory: any other member may write it.
BlockedCall waits_for_value(const Place& place, const Window& window, Rank target) {
  BlockedCall waits{.place = place, .waits_for = WaitsFor::kValue, .window = window.key, .target = target};
  waits.any_is_enough = true;
  if (target == Rank::kProcNull) return waits;  // nobody
  std::ranges::copy_if(window.processes, std::back_inserter(waits.processes),
                       [&](ProcessId process) { return process.known() && process != place.process; });
  std::ranges::sort(waits.processes);
  return waits;
}

// The same for a word of the process's own memory. In a window any member may change it, otherwise another thread.
BlockedCall waits_for_word(const Services& services, const Place& place, std::uint64_t address) {
  for (const auto& [key, window] : services.job.windows()) {
    const Rank rank = window->rank_of(place.process);
    if (!window->has_rank(rank)) continue;
    const WindowPart& part = window->part(rank);
    if (part.size > 0 && address >= part.base && address - part.base < part.size)
      return waits_for_value(place, *window, rank);
  }
  return {.place = place, .waits_for = WaitsFor::kValue};
}

// What must come so that one of the looks gets a different answer; none: everything has already come.
std::optional<BlockedCall> describe_look(Services& services, Chapters& chapters, const Place& place,
                                         const LookPlace& look) {
  const ProcessId process = place.process;
  const Window* const window = look.window != 0 ? services.job.window_by_id(process, look.window) : nullptr;
  CallInHand call;
  call.place = place;
  if (window != nullptr) call.window = window->key;
  switch (look.what) {
    case LooksFor::kRequests: {
      call.kind = EventKind::kWaitBegin;
      const std::size_t known = std::min(look.requests, format::kMostRequests);
      BlockedCall waits = describe_wait(services, chapters, process, call, {look.request, known});
      waits.any_is_enough = waits.any_is_enough || look.needs_one != 0;
      return waits;
    }
    case LooksFor::kMessage:
      if (has_message(process, look, chapters.messages)) return std::nullopt;
      call.kind = EventKind::kProbeBegin;
      call.communicator = look.communicator;
      call.peer = Rank(look.source);
      call.tag = look.tag;
      return describe_wait(services, chapters, process, call, {});
    case LooksFor::kExposure:
      call.kind = EventKind::kExposureWaitBegin;
      return describe_wait(services, chapters, process, call, {});
    case LooksFor::kValue:
      if (window != nullptr) return waits_for_value(place, *window, Rank(look.target));
      break;
    case LooksFor::kMemory:
      if (window != nullptr) return waits_for_value(place, *window, window->rank_of(process));
      break;
    case LooksFor::kWord:
      return waits_for_word(services, place, static_cast<std::uint64_t>(look.displacement));
    case LooksFor::kNothing:
      break;
  }
  return std::nullopt;
}

// The number of looks by the most frequent call.
std::uint64_t most_looks(const Looking& looking) {
  std::uint64_t most = 0;
  for (const LookPlace& look : looking.places) most = std::max<std::uint64_t>(most, look.times);
  return most;
}

bool is_look(const Looking& looking, const Place& place) {
  return std::ranges::any_of(looking.places, [&](const LookPlace& look) {
    return static_cast<MpiCall>(look.call) == place.call && StackId(look.stack) == place.stack;
  });
}

// Everything that a thread looks at, as one call: the look that tells most about what it waits for (requests before
// messages before values before MPI_Win_sync). The thread continues when anything of it comes.
std::optional<BlockedCall> describe_looking(Services& services, Chapters& chapters, ProcessId process,
                                            const Looking& looking) {
  std::optional<BlockedCall> all;
  auto best = LooksFor::kNothing;
  bool several = false;
  std::vector<LookedAt> looked_at;
  std::vector<ProcessId> others;
  const std::uint64_t most = most_looks(looking);
  if (most < kFewestOfOne) return std::nullopt;
  for (const LookPlace& look : looking.places) {
    if (look.times * kRarely < most) continue;  // a call on the way to the loop
    const Place place = {.process = process,
                         .thread = looking.thread,
                         .call = static_cast<MpiCall>(look.call),
                         .stack = StackId(look.stack)};
    std::optional<BlockedCall> one = describe_look(services, chapters, place, look);
    if (!one) continue;
    LookedAt at{.place = place,
                .what = look.what,
                .times = look.times,
                .window = one->window,
                .target = one->target,
                .displacement = look.displacement,
                .seen = {}};
    if (look.what == LooksFor::kValue && look.seen_size <= format::kMostSeen)
      at.seen.assign(look.seen, look.seen + look.seen_size);
    looked_at.push_back(std::move(at));
    others.insert(others.end(), one->processes.begin(), one->processes.end());
    several = several || (all && look.what != LooksFor::kMemory);
    if (!all || look.what < best) {
      best = look.what;
      all = std::move(one);
    }
  }
  if (!all) return std::nullopt;
  std::ranges::sort(others);
  others.erase(std::ranges::unique(others).begin(), others.end());
  std::erase(others, ProcessId());
  const bool of_nobody = all->waits_for == WaitsFor::kValue && all->target == Rank::kProcNull && !several;
  if (of_nobody) others.clear();
  if (all->processes.empty() || all->processes.front().known()) all->processes = std::move(others);
  all->any_is_enough = all->any_is_enough || several;
  all->looks = looking.looks;
  all->looked_at = std::move(looked_at);
  return all;
}

}  // namespace

void describe_pollers(EndOfRun& end, Services& services, Chapters& chapters) {
  for (const ProcessId process : services.job.processes()) {
    const Process& state = services.job.process(process);
    if (state.finalizing) continue;
    for (const Looking& looking : services.source.looking(process)) {
      if (looking.looks < kFewest) continue;
      const bool long_enough = looking.ticks >= kLongEnough * state.info.ticks_per_second;
      if (!end.hung && (looking.computes || !long_enough)) continue;
      std::optional<BlockedCall> polls = describe_looking(services, chapters, process, looking);
      if (!polls) continue;
      // If the thread is inside one of its looks, it may be blocked there: by a lock that others hold. If it is in any
      // other call, it has left the loop.
      const auto stands = std::ranges::find_if(end.blocked, [&](const BlockedCall& call) {
        return call.place.process == process && call.place.thread == looking.thread;
      });
      if (stands == end.blocked.end()) {
        end.blocked.push_back(std::move(*polls));
      } else if (stands->waits_for != WaitsFor::kLock && is_look(looking, stands->place)) {
        *stands = std::move(*polls);
      }
    }
  }
}

}  // namespace fencepost::check
