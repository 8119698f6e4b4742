// Post, start, complete, wait.
#include "check/replay.h"
#include "job/recycled.h"

namespace fencepost::check {

namespace {
std::size_t index_of(int process) {
  return static_cast<std::size_t>(process);
}
std::uint64_t pair_key(const ExposurePair& pair) {
  return key_of(Key::kPair, reinterpret_cast<std::uintptr_t>(&pair));
}
std::vector<int> ranks_of(field::LIST_U group) {
  std::vector<int> ranks;
  for (const std::uint64_t rank : group) ranks.push_back(static_cast<int>(rank));
  return ranks;
}
int process_of(const Window& window, int rank) {
  return rank >= 0 && static_cast<std::size_t>(rank) < window.processes.size()
             ? window.processes[static_cast<std::size_t>(rank)]
             : -1;
}
// The call failed because of what the window was in, and only so.
bool misplaced(Stream& stream) {
  const TimedEvent* next = stream.cursor.ahead(1);
  const auto* failed = next != nullptr ? std::get_if<event::CallFailed>(&next->event) : nullptr;
  return failed != nullptr && failed->name == "MPI_ERR_RMA_SYNC";
}
}  // namespace

void Replay::apply(Stream& stream, const event::Post& event) {
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  // Our runtime lets a second post add to the first: the wait waits for both.
  const bool second = misplaced(stream) && !is_native(process) && job_.state(process, window->key).exposure != nullptr;
  if (next_is_failure(stream) && !second) return;
  const Place place{process, stream.name.thread, MpiCall::kWin_post, event.stack, 0};
  const order::NodeName node = add_node(stream, place);
  const SharedClocks clock = publish(stream);
  WindowState& state = job_.state(process, window->key);
  auto epoch = make_recycled<ExposureEpoch>();
  epoch->window = window->key;
  epoch->process = process;
  epoch->origins = ranks_of(event.group);
  epoch->asserts = static_cast<std::uint32_t>(event.asserts);
  epoch->opened = place;
  epoch->opened_at = moment(stream, time_);
  if (!second) state.exposure = epoch;
  state.tested = false;
  state.last_synchronization = epoch->opened_at;
  state.last_synchronization_place = place;

  WindowSide& side = sides_[index_of(process)].window(window->key);
  if (!second) side.posted.clear();
  const int self = window->rank_of(process);
  for (const int origin : epoch->origins) {
    const auto pair = exposures_.posted(window->key, origin, self);
    pair->exposure = epoch;
    pair->post = clock;
    pair->post_node = node;
    side.posted.push_back(pair);
    // Operations that were issued before the post: they start here.
    const OperationList waiting = std::move(pair->waiting_for_post);
    pair->waiting_for_post.clear();
    for (const auto& operation : waiting) {
      if (operation->target_placed) continue;
      place_at_target(operation, joined(operation->start, *clock));
    }
    if (pair->access) {
      for (Observer* observer : observers_) observer->epochs_matched(job_, {pair->access, epoch, origin, self});
    }
    signal(pair_key(*pair));
  }
}

void Replay::apply(Stream& stream, const event::StartBegin& event) {
  InsideCall& inside = stream.inside;
  const int process = stream.name.process;
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
  epoch->opened_at = moment(stream, time_);
  inside.epoch = std::move(epoch);
  if (!inside.refused) {
    inside.node = add_node(stream, inside.place);
    match_start(stream, inside.epoch);
  }
}

// No edge from the post: a start may return before it (12.5.2).
void Replay::match_start(Stream& stream, const std::shared_ptr<AccessEpoch>& epoch) {
  const int process = stream.name.process;
  const Window& window = *job_.window(epoch->window);
  WindowState& state = job_.state(process, epoch->window);
  state.start = epoch;
  state.last_synchronization = epoch->opened_at;
  state.last_synchronization_place = epoch->opened;
  WindowSide& side = sides_[index_of(process)].window(epoch->window);
  side.started.clear();
  const int self = window.rank_of(process);
  for (const int target : epoch->targets) {
    const auto pair = exposures_.started(epoch->window, self, target);
    pair->access = epoch;
    side.started[target] = pair;
    if (pair->exposure) {
      for (Observer* observer : observers_) observer->epochs_matched(job_, {epoch, pair->exposure, self, target});
    }
  }
}

void Replay::apply(Stream&, const event::StartEnd&) {}

void Replay::apply(Stream& stream, const event::CompleteBegin& event) {
  InsideCall& inside = stream.inside;
  const int process = stream.name.process;
  const Window* window = job_.window_by_id(process, event.window);
  if (!window) return;
  inside.window = window->key;
  if (inside.refused) return;
  WindowState& state = job_.state(process, window->key);
  if (!state.start) return;
  state.last_synchronization = moment(stream, time_);
  state.last_synchronization_place = inside.place;
  inside.node = add_node(stream, inside.place);
  inside.epoch = state.start;
  WindowSide& side = sides_[index_of(process)].window(window->key);
  const SharedClocks clock = publish(stream);
  inside.fetches.clear();
  for (const auto& [target, pair] : side.started) {
    // Complete at the target with its wait.
    const auto open = side.open.find(target);
    if (open != side.open.end()) {
      for (const auto& operation : open->second.all()) {
        if (operation->epoch != inside.epoch) continue;
        if (operation->fetches()) inside.fetches.push_back(operation);
        if (!operation->remote) pair->open.push_back(operation);
      }
    }
    pair->completed = true;
    pair->complete = clock;
    pair->complete_node = inside.node;
    signal(pair_key(*pair));
  }
}

bool Replay::ready(Stream& stream, const event::CompleteEnd&) {
  const InsideCall& inside = stream.inside;
  if (!inside.active || !inside.epoch) return true;
  if (!fetches_ready(stream, inside.fetches)) return false;
  const WindowSide& side = sides_[index_of(stream.name.process)].window(inside.window);
  for (const auto& [target, pair] : side.started) {
    if (!pair->fetched || pair->post) continue;
    return wait_on(stream, pair_key(*pair), WaitsFor::kPost, process_of(*job_.window(inside.window), target));
  }
  return true;
}

void Replay::apply(Stream& stream, const event::CompleteEnd&) {
  InsideCall& inside = stream.inside;
  if (!inside.active || !inside.epoch || inside.refused) return;
  const int process = stream.name.process;
  WindowSide& side = sides_[index_of(process)].window(inside.window);
  order::NodeName node;
  for (const auto& [target, pair] : side.started) {
    if (!pair->fetched || !pair->post) continue;
    join(stream, *pair->post);
    if (node.number == 0) node = add_node(stream, inside.place);
    graph_.link(pair->post_node, node, "post → complete");
  }
  fetches_done(stream, inside.fetches);
  // Complete at the origin when the call returns: a target's wait may return earlier, while the origin still writes
  // what it fetched.
  for (const auto& [target, operations] : side.open) {
    for (const auto& operation : operations.all()) {
      if (operation->epoch != inside.epoch) continue;
      complete(stream, operation, inside.place, true, false);
      // Its epoch lasts until the target's wait, which need not come after this return; its read is over by either.
      if (has_read_target(*operation)) end_target(stream, *operation);
    }
  }
  side.started.clear();
  inside.epoch->open = false;
  inside.epoch->closed = inside.place;
  inside.epoch->closed_at = moment(stream, time_);
  WindowState& state = job_.state(process, inside.window);
  if (state.start == inside.epoch) state.start = nullptr;
  // What is not complete at the target is kept by the pairs.
  for (auto& [target, operations] : side.open) {
    operations.drop_if([&](const auto& operation) { return operation->epoch == inside.epoch; });
  }
}

void Replay::apply(Stream& stream, const event::ExposureWaitBegin& event) {
  InsideCall& inside = stream.inside;
  if (const Window* window = job_.window_by_id(stream.name.process, event.window)) inside.window = window->key;
}

bool Replay::exposure_ready(Stream& stream, std::uint64_t window) {
  const auto& windows = sides_[index_of(stream.name.process)].windows;
  const auto at = windows.find(window);
  if (at == windows.end()) return true;
  for (const auto& pair : at->second.posted) {
    if (pair->completed) continue;
    return wait_on(stream, pair_key(*pair), WaitsFor::kComplete, process_of(*job_.window(window), pair->origin));
  }
  return true;
}

bool Replay::ready(Stream& stream, const event::ExposureWaitEnd&) {
  return !stream.inside.active || stream.inside.refused || exposure_ready(stream, stream.inside.window);
}

bool Replay::ready(Stream& stream, const event::ExposureTest& event) {
  if (event.flag == 0) return true;
  const Window* window = job_.window_by_id(stream.name.process, event.window);
  return !window || exposure_ready(stream, window->key);
}

void Replay::exposure_done(Stream& stream, std::uint64_t window, const Place& place, bool tested) {
  const int process = stream.name.process;
  WindowState& state = job_.state(process, window);
  WindowSide& side = sides_[index_of(process)].window(window);
  const order::NodeName node = add_node(stream, place);
  for (const auto& pair : side.posted) {
    if (pair->complete) {
      join(stream, *pair->complete);
      graph_.link(pair->complete_node, node, "complete → wait");
    }
    for (const auto& operation : pair->open) {
      complete(stream, operation, place, false, true);
      origin_read(stream, *operation);
    }
    pair->open.clear();
    pair->waited = true;
  }
  side.posted.clear();
  if (state.exposure) {
    state.exposure->open = false;
    state.exposure->closed = place;
    state.exposure->closed_at = moment(stream, time_);
    state.exposure = nullptr;
  }
  state.tested = tested;
  state.last_synchronization = moment(stream, time_);
  state.last_synchronization_place = place;
}

void Replay::apply(Stream& stream, const event::ExposureWaitEnd&) {
  const InsideCall& inside = stream.inside;
  if (inside.active && !inside.refused && inside.window != 0) exposure_done(stream, inside.window, inside.place, false);
}

void Replay::apply(Stream& stream, const event::ExposureTest& event) {
  if (event.flag == 0) return;
  const Window* window = job_.window_by_id(stream.name.process, event.window);
  if (!window) return;
  exposure_done(stream, window->key, {stream.name.process, stream.name.thread, MpiCall::kWin_test, event.stack, 0},
                true);
}

}  // namespace fencepost::check
