#include "chapters/exposure.h"

#include <algorithm>
#include <utility>

#include "chapters/wait_keys.h"
#include "job/recycled.h"
#include "services/native_runs.h"

namespace fencepost::check {

namespace {
schedule::WaitKey pair_key(const ExposurePair& pair) {
  return wait_key(Awaited::kPair, reinterpret_cast<std::uintptr_t>(&pair));
}
std::vector<Rank> ranks_of(field::LIST_U group) {
  std::vector<Rank> ranks;
  for (const std::uint64_t rank : group) ranks.emplace_back(rank);
  return ranks;
}
}  // namespace

ExposureChapter::ExposureChapter(Services& services, CollectiveChapter& collectives, OperationChapter& operations,
                                 ReadsFromChapter& reads_from)
    : Chapter(services),
      collectives_(collectives),
      operations_(operations),
      reads_from_(reads_from),
      windows_(services.job.processes().size()) {}

// ---- fence

// A fence completes the operations of its process and is a barrier, unless NOPRECEDE says that it closes nothing. A
// process that has left a barrier knows that all have entered it, and that all operations of the epoch are over: they
// end with the call, as it is in the clocks of all that leave.
void ExposureChapter::apply(Thread& thread, const event::FenceBegin& event) {
  CallInHand& inside = thread.call;
  InCall& call = calls_.of(thread);
  call.asserts = static_cast<std::uint32_t>(event.asserts);
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  if (inside.refused) return;
  inside.node = clocks_.add_node(thread, inside.place);
  WindowState& state = job_.state(process, window->key);
  ++state.fences;
  state.last_synchronization = clocks_.now(thread);
  state.last_synchronization_place = inside.place;
  call.fetches.clear();
  operations_.complete_by_fence(thread, window->key, inside.place, call.fetches);
  if (state.fence) {
    state.fence->open = false;
    state.fence->closed = inside.place;
    state.fence->closed_at = clocks_.now(thread);
  }
  arrive_at_fence(thread, *window, call.asserts);
}

void ExposureChapter::arrive_at_fence(Thread& thread, const Window& window, std::uint32_t asserts) {
  const CollectiveChapter::Membership membership = collectives_.join(thread, match::Sequence::kFence, window);
  if (!membership.meeting) return;
  match::Arrival& arrival = membership.arrival();
  arrival.call.asserts = asserts;
  arrival.waits = (asserts & kNoPrecede) == 0;
  collectives_.stay(thread, membership);
  windows_.of(thread.name.process, window.key).fence = membership.meeting;
  collectives_.arrive(thread, membership, thread.call.place, arrival.waits, thread.call.node);
  // It opens this process to operations of others that could not wait for a barrier.
  auto waiting = waiting_for_fence_.extract({membership.meeting, membership.member});
  if (waiting.empty()) return;
  operations_.place(waiting.mapped(),
                    [&](const RmaOperation& operation) { return joined(operation.start, *arrival.clock); });
}

bool ExposureChapter::ready(Thread& thread, const event::FenceEnd&) {
  if (!thread.call.active || !collectives_.membership(thread).meeting) return true;
  return reads_from_.ready(thread, calls_.of(thread).fetches) && collectives_.is_ready(thread);
}

void ExposureChapter::apply(Thread& thread, const event::FenceEnd&) {
  CallInHand& inside = thread.call;
  if (!inside.active || !inside.window || inside.refused) return;
  const ProcessId process = thread.name.process;
  if (const auto& membership = collectives_.membership(thread); membership.meeting) {
    const bool waits = membership.arrival().waits;
    collectives_.done(thread, *membership.meeting, membership.member,
                      waits ? clocks_.add_node(thread, inside.place) : order::NodeName{});
  }
  const InCall& call = calls_.of(thread);
  reads_from_.done(thread, call.fetches);
  WindowState& state = job_.state(process, inside.window);
  state.fence = nullptr;
  if ((call.asserts & kNoSucceed) == 0) {
    auto epoch = make_recycled<AccessEpoch>();
    epoch->kind = EpochKind::kFence;
    epoch->window = inside.window;
    epoch->process = process;
    epoch->asserts = call.asserts;
    epoch->opened = inside.place;
    epoch->opened_at = clocks_.now(thread);
    state.fence = std::move(epoch);
  }
}

// The fence was no barrier: the operation waits for the target's own fence.
SharedClocks ExposureChapter::opening_by_fence(const std::shared_ptr<RmaOperation>& operation) {
  RmaOperation& op = *operation;
  const auto& fence = windows_.of(op.place.process, op.window).fence;
  if (!fence || (op.epoch->asserts & kNoPrecede) == 0) return op.start;
  const std::size_t target = op.target.index();
  if (const auto& clock = fence->members[target].clock) return joined(op.start, *clock);
  op.waits_for_opening = true;
  waiting_for_fence_[{fence, target}].push_back(operation);
  return nullptr;
}

// ---- post, start, complete, wait

void ExposureChapter::apply(Thread& thread, const event::Post& event) {
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  if (next_is_failure(thread)) return;
  WindowState& state = job_.state(process, window->key);
  // If our runtime does not refuse a second post, it adds to the first: the wait waits for both.
  const bool second = state.exposure != nullptr && !is_native(job_, process);
  const Place place{process, thread.name.thread, MpiCall::kWin_post, StackId(event.stack), 0};
  auto epoch = make_recycled<ExposureEpoch>();
  epoch->window = window->key;
  epoch->process = process;
  epoch->origins = ranks_of(event.group);
  epoch->asserts = static_cast<std::uint32_t>(event.asserts);
  epoch->opened = place;
  epoch->opened_at = clocks_.now(thread);
  if (!second) {
    state.exposure = epoch;
    windows_.of(process, window->key).posted.clear();
  }
  state.tested = false;
  state.last_synchronization = epoch->opened_at;
  state.last_synchronization_place = place;
  expose(thread, *window, epoch, clocks_.add_node(thread, place));
}

void ExposureChapter::expose(Thread& thread, const Window& window, const std::shared_ptr<ExposureEpoch>& epoch,
                             order::NodeName node) {
  const SharedClocks clock = clocks_.publish(thread);
  OnWindow& side = windows_.of(thread.name.process, window.key);
  const Rank self = window.rank_of(thread.name.process);
  for (const Rank origin : epoch->origins) {
    const auto pair = exposures_.posted(window.key, origin, self);
    pair->exposure = epoch;
    pair->post = clock;
    pair->post_node = node;
    side.posted.push_back(pair);
    // Operations that were issued before the post start here.
    operations_.place(pair->waiting_for_post,
                      [&](const RmaOperation& operation) { return joined(operation.start, *clock); });
    if (pair->access) {
      for (Observer* observer : observers_) observer->epochs_matched(job_, {pair->access, epoch, origin, self});
    }
    scheduler_.wake(pair_key(*pair));
  }
}

SharedClocks ExposureChapter::opening_by_post(const std::shared_ptr<RmaOperation>& operation) {
  RmaOperation& op = *operation;
  const auto& started = windows_.of(op.place.process, op.window).started;
  const auto pair = started.find(op.target);
  if (pair == started.end()) return op.start;
  ExposurePair& exposed = *pair->second;
  exposed.fetched |= op.fetches();
  if (exposed.post) return joined(op.start, *exposed.post);
  op.waits_for_opening = true;
  exposed.waiting_for_post.push_back(operation);
  return nullptr;
}

void ExposureChapter::apply(Thread& thread, const event::StartBegin& event) {
  CallInHand& inside = thread.call;
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  auto epoch = make_recycled<AccessEpoch>();
  epoch->kind = EpochKind::kStart;
  epoch->window = window->key;
  epoch->process = process;
  epoch->targets = ranks_of(event.group);
  epoch->asserts = static_cast<std::uint32_t>(event.asserts);
  epoch->opened = inside.place;
  epoch->opened_at = clocks_.now(thread);
  calls_.of(thread).epoch = epoch;
  if (!inside.refused) {
    inside.node = clocks_.add_node(thread, inside.place);
    match_start(thread, epoch);
  }
}

// The post gives no order: a start may return before it (12.5.2).
void ExposureChapter::match_start(Thread& thread, const std::shared_ptr<AccessEpoch>& epoch) {
  const ProcessId process = thread.name.process;
  const Window& window = *job_.window(epoch->window);
  WindowState& state = job_.state(process, epoch->window);
  state.start = epoch;
  state.last_synchronization = epoch->opened_at;
  state.last_synchronization_place = epoch->opened;
  OnWindow& side = windows_.of(process, epoch->window);
  side.started.clear();
  const Rank self = window.rank_of(process);
  for (const Rank target : epoch->targets) {
    const auto pair = exposures_.started(epoch->window, self, target);
    pair->access = epoch;
    side.started[target] = pair;
    if (pair->exposure) {
      for (Observer* observer : observers_) observer->epochs_matched(job_, {epoch, pair->exposure, self, target});
    }
  }
}

void ExposureChapter::apply(Thread& thread, const event::CompleteBegin& event) {
  CallInHand& inside = thread.call;
  const ProcessId process = thread.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  if (inside.refused) return;
  WindowState& state = job_.state(process, window->key);
  if (!state.start) return;
  state.last_synchronization = clocks_.now(thread);
  state.last_synchronization_place = inside.place;
  inside.node = clocks_.add_node(thread, inside.place);
  InCall& call = calls_.of(thread);
  call.epoch = state.start;
  const SharedClocks clock = clocks_.publish(thread);
  call.fetches.clear();
  for (const auto& [target, pair] : windows_.of(process, window->key).started) {
    // With its wait, they are complete at the target.
    operations_.each_of_epoch(process, window->key, target, call.epoch.get(), [&](const auto& operation) {
      if (operation->fetches()) call.fetches.push_back(operation);
      if (!operation->remote) pair->open.push_back(operation);
    });
    pair->completed = true;
    pair->complete = clock;
    pair->complete_node = inside.node;
    scheduler_.wake(pair_key(*pair));
  }
}

bool ExposureChapter::ready(Thread& thread, const event::CompleteEnd&) {
  const CallInHand& inside = thread.call;
  const InCall& call = calls_.of(thread);
  if (!inside.active || !call.epoch) return true;
  if (!reads_from_.ready(thread, call.fetches)) return false;
  for (const auto& [target, pair] : windows_.of(thread.name.process, inside.window).started) {
    if (!pair->fetched || pair->post) continue;
    return scheduler_.park(thread, pair_key(*pair), schedule::Lack::kEvent,
                           process_of(*job_.window(inside.window), target));
  }
  return true;
}

void ExposureChapter::apply(Thread& thread, const event::CompleteEnd&) {
  CallInHand& inside = thread.call;
  const InCall& call = calls_.of(thread);
  if (!inside.active || !call.epoch || inside.refused) return;
  const ProcessId process = thread.name.process;
  OnWindow& side = windows_.of(process, inside.window);
  order::NodeName node;
  for (const auto& [target, pair] : side.started) {
    if (!pair->fetched || !pair->post) continue;
    clocks_.join(thread, *pair->post);
    if (node.number == 0) node = clocks_.add_node(thread, inside.place);
    clocks_.graph().link(pair->post_node, node, "post → complete");
  }
  reads_from_.done(thread, call.fetches);
  operations_.complete_at_origin(thread, inside.window, call.epoch.get(), inside.place);
  side.started.clear();
  call.epoch->open = false;
  call.epoch->closed = inside.place;
  call.epoch->closed_at = clocks_.now(thread);
  WindowState& state = job_.state(process, inside.window);
  if (state.start == call.epoch) state.start = nullptr;
}

void ExposureChapter::apply(Thread& thread, const event::ExposureWaitBegin& event) {
  CallInHand& inside = thread.call;
  if (const Window* window = job_.window_by_id(thread.name.process, event.window)) inside.window = window->key;
}

bool ExposureChapter::exposure_ready(Thread& thread, WindowKey window) {
  const OnWindow* const side = windows_.find(thread.name.process, window);
  if (side == nullptr) return true;
  for (const auto& pair : side->posted) {
    if (pair->completed) continue;
    return scheduler_.park(thread, pair_key(*pair), schedule::Lack::kEvent,
                           process_of(*job_.window(window), pair->origin));
  }
  return true;
}

bool ExposureChapter::ready(Thread& thread, const event::ExposureWaitEnd&) {
  return !thread.call.active || thread.call.refused || exposure_ready(thread, thread.call.window);
}

bool ExposureChapter::ready(Thread& thread, const event::ExposureTest& event) {
  if (event.flag == 0) return true;
  const Window* window = job_.window_by_id(thread.name.process, event.window);
  return !window || exposure_ready(thread, window->key);
}

void ExposureChapter::exposure_done(Thread& thread, WindowKey window, const Place& place, bool tested) {
  const ProcessId process = thread.name.process;
  WindowState& state = job_.state(process, window);
  OnWindow& side = windows_.of(process, window);
  const order::NodeName node = clocks_.add_node(thread, place);
  for (const auto& pair : side.posted) {
    if (pair->complete) {
      clocks_.join(thread, *pair->complete);
      clocks_.graph().link(pair->complete_node, node, "complete → wait");
    }
    for (const auto& operation : pair->open) operations_.complete_at_target(thread, operation, place);
    pair->open.clear();
    pair->waited = true;
  }
  side.posted.clear();
  if (state.exposure) {
    state.exposure->open = false;
    state.exposure->closed = place;
    state.exposure->closed_at = clocks_.now(thread);
    state.exposure = nullptr;
  }
  state.tested = tested;
  state.last_synchronization = clocks_.now(thread);
  state.last_synchronization_place = place;
}

void ExposureChapter::apply(Thread& thread, const event::ExposureWaitEnd&) {
  const CallInHand& inside = thread.call;
  if (inside.active && !inside.refused && inside.window) exposure_done(thread, inside.window, inside.place, false);
}

void ExposureChapter::apply(Thread& thread, const event::ExposureTest& event) {
  if (event.flag == 0) return;
  const Window* window = job_.window_by_id(thread.name.process, event.window);
  if (!window) return;
  exposure_done(thread, window->key,
                {thread.name.process, thread.name.thread, MpiCall::kWin_test, StackId(event.stack), 0}, true);
}

// ---- the window is freed, the run ends

bool ExposureChapter::is_idle(ProcessId process, WindowKey window) const {
  const OnWindow* const side = windows_.find(process, window);
  return side == nullptr || (side->started.empty() && side->posted.empty());
}

std::vector<Rank> ExposureChapter::targets_not_posted(ProcessId process, WindowKey window) const {
  std::vector<Rank> targets;
  const OnWindow* const side = windows_.find(process, window);
  if (side == nullptr) return targets;
  for (const auto& [target, pair] : side->started) {
    if (!pair->post) targets.push_back(target);
  }
  return targets;
}

std::vector<Rank> ExposureChapter::origins_not_complete(ProcessId process, WindowKey window) const {
  std::vector<Rank> origins;
  const OnWindow* const side = windows_.find(process, window);
  if (side == nullptr) return origins;
  for (const auto& pair : side->posted) {
    // A complete that has not returned may not have reached this target yet.
    const bool completing = pair->access && pair->access->open;
    if (!pair->completed || completing) origins.push_back(pair->origin);
  }
  return origins;
}

}  // namespace fencepost::check
