#include "services/explainer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "job/sends.h"
#include "services/access_buffer.h"
#include "services/completing_call.h"
#include "services/timeline.h"

namespace fencepost::check {
namespace {

CommonSync sync_of(const order::SyncNode& first, const order::SyncNode& second) {
  return {first.in_run(), second.in_run()};
}

bool is_atomic_update(const Place& place) {
  if (place.call == MpiCall::kNone) return place.pc != 0;  // of the language
  const std::optional<OperationKind> kind = operation_kind_of(place.call);
  return kind && is_atomic(*kind);
}

}  // namespace

bool knows_begun(const Activity& access, const Activity& other) {
  return access.start->strong().at(other.stream) >= other.tick;
}

ConflictAccess Explainer::describe(const Activity& activity, const Memory& memory, const Strided& piece,
                                   ByteRange common) const {
  ConflictAccess access;
  access.kind = activity.kind;
  access.role = activity.role;
  access.place = activity.place();
  access.start.process = activity.process;
  access.start.thread = activity.thread;
  access.start.stream = activity.stream;
  access.start.tick = activity.tick;
  access.start.event = activity.at.event;
  access.start.time = activity.at.time;
  access.start.order = activity.at.order;
  access.operation = activity.operation;
  access.language_atomic = activity.language_atomic;
  access.access_size = activity.recorded.size;
  access.access_count = activity.recorded.count;
  access.access_stride = activity.recorded.stride;
  access.buffer = buffer_of(activity);
  access.bytes = piece.hull();
  if (memory.segment == 0) {
    access.memory_of = memory.process;
    access.addresses = access.bytes;
  }
  access.common = common;
  locate(access, activity, memory, common);
  describe_locks(access, activity);
  const AccessEpoch* const epoch = activity.operation ? activity.operation->epoch.get() : nullptr;
  access.in_passive_epoch =
      activity.by_role.in_own_epoch ||
      (epoch != nullptr && (epoch->kind == EpochKind::kLock || epoch->kind == EpochKind::kLockAll));
  return access;
}

// Its place in the window, and the attached memory. (Until here, its bytes are positions in the memory.)
void Explainer::locate(ConflictAccess& access, const Activity& activity, const Memory& memory, ByteRange common) const {
  std::uint64_t shift = 0;
  bool located = false;
  if (activity.role == AccessRole::kTarget && activity.operation) {
    const Window* window = job_.window(activity.operation->window);
    access.window = activity.operation->window;
    access.owner = activity.operation->target;
    const bool dynamic = window && window->flavor == WindowFlavor::kDynamic;
    const Rank owner = access.owner;
    if (window && !dynamic) {
      const auto [where, begin] = job_.place_of_part(*window, owner);
      located = where == memory;
      shift = begin;
    } else if (window && memory.segment == 0) {
      located = true;
    } else if (window) {
      // Attached memory of a shared segment, which the owner has at its own addresses.
      const auto address = static_cast<std::uint64_t>(activity.operation->target_address);
      const auto location = job_.process(window->processes[owner]).addresses.find(address);
      located = location.segment == memory.segment;
      shift = location.offset - address;
    }
  } else if (const auto covering = job_.covering_window(memory, common.begin)) {
    access.window = covering->window;
    access.owner = covering->rank;
    shift = common.begin - covering->offset;
    located = true;
  }
  if (located) {
    access.bytes.begin -= shift;
    access.bytes.end -= shift;
    access.common.begin -= shift;
    access.common.end -= shift;
  }
  if (const Window* window = job_.window(access.window);
      window && window->flavor == WindowFlavor::kDynamic && memory.segment == 0) {
    const auto& attached = job_.state(memory.process, access.window).attached;
    const auto above = attached.upper_bound(access.addresses.begin);
    if (above != attached.begin() &&
        access.addresses.end <= std::prev(above)->second.address + std::prev(above)->second.size)
      access.attachment = std::prev(above)->second;
  }
}

void Explainer::describe_locks(ConflictAccess& access, const Activity& activity) const {
  for (const index::Lock& lock : locks_held_.sets()[activity.locks]) {
    HeldLock held{lock.window, lock.target, lock.type, {}};
    const WindowState& state = job_.state(activity.process, lock.window);
    const auto epoch = activity.operation ? activity.operation->epoch : nullptr;
    if (epoch && epoch->window == lock.window &&
        (epoch->kind == EpochKind::kLockAll || epoch->has_target(lock.target))) {
      held.locked = epoch->opened;
    } else if (const auto at = state.locks.find(lock.target); at != state.locks.end()) {
      held.locked = at->second->opened;
    } else if (state.lock_all) {
      held.locked = state.lock_all->opened;
    }
    access.locks.push_back(held);
  }
}

void Explainer::explain(Conflict& conflict, const Activity& earlier, const Activity& later) {
  const bool one_thread = earlier.stream == later.stream;
  const KnownOfEachOther known{one_thread ? later.tick - 1 : later.start->strong().at(earlier.stream),
                               one_thread ? 0 : earlier.start->strong().at(later.stream)};
  const Tick first_tick = std::min(known.first_reached, earlier.tick == 0 ? 0 : earlier.tick - 1);
  const Tick second_tick = std::min(known.second_seen, later.tick == 0 ? 0 : later.tick - 1);
  std::pair<Tick, Tick> drawn_from{first_tick, second_tick};
  if (!one_thread && first_tick != 0 && second_tick != 0)
    drawn_from = find_common(conflict, earlier, later, first_tick, second_tick);
  const order::SyncGraph& graph = clocks_.graph();
  if (!conflict.same_process) {
    const auto by_second = graph.last_heard(earlier.stream, later.stream, later.tick);
    const auto by_first = graph.last_heard(later.stream, earlier.stream, earlier.tick);
    if (by_second.given != nullptr) {
      conflict.heard.by_second = sync_of(*by_second.given, *by_second.taken);
      conflict.heard.told_since_first = by_second.given->tick > earlier.tick;
    }
    if (by_first.given != nullptr) conflict.heard.by_first = sync_of(*by_first.taken, *by_first.given);
    if (by_first.given != nullptr && by_second.given != nullptr) {
      conflict.heard.first_told_last = by_second.given->tick > by_first.taken->tick;
      conflict.heard.second_told_last = by_first.given->tick > by_second.taken->tick;
    }
  }
  find_remedy(conflict, earlier, later, known);
  if (!conflict.same_process) {
    if (const auto told = told_before(earlier, later))
      conflict.told_too_early = {*told, true};
    else if (const auto told_by_later = told_before(later, earlier))
      conflict.told_too_early = {*told_by_later, false};
  }
  if (draws_) draw(conflict, graph, earlier, later, drawn_from.first, drawn_from.second);
}

// The last synchronization that both threads had seen before these ticks. Returns its ticks; if there is none, these.
std::pair<Tick, Tick> Explainer::find_common(Conflict& conflict, const Activity& earlier, const Activity& later,
                                             Tick first, Tick second) const {
  const order::SyncGraph& graph = clocks_.graph();
  auto [one, other] = graph.latest_meeting(earlier.stream, first, later.stream, second);
  if (one == nullptr) {
    one = graph.latest_that_learned(earlier.stream, first);
    other = graph.latest(later.stream, second);
  }
  if (one == nullptr || other == nullptr || !one->place.known() || !other->place.known()) return {first, second};
  conflict.common = sync_of(*one, *other);
  return {std::min(first, one->tick), std::min(second, other->tick)};
}

void Explainer::find_remedy(Conflict& conflict, const Activity& earlier, const Activity& later,
                            const KnownOfEachOther& known) {
  const bool one_thread = earlier.stream == later.stream;
  const Tick reached = known.first_reached;
  const bool lasting = earlier.role != AccessRole::kLocal;
  conflict.first_may_wait =
      !conflict.same_process && earlier.role == AccessRole::kCall && !earlier.ended() && reached < earlier.tick;
  if (one_thread) {
    conflict.remedy.call = completing_call(earlier);
    conflict.remedy.before = later.place();
    conflict.remedy.needs_synchronization = false;
  } else if (lasting && reached > earlier.tick) {
    // The second access knows of a call that came after the first began: if the first had been complete there, the
    // program would be right. (Knowing of the first access itself, an atomic whose value was read, is no such call.)
    const order::SyncNode* last = clocks_.graph().latest(earlier.stream, reached);
    const PlaceInRun late = last != nullptr && last->tick > earlier.tick ? last->in_run() : PlaceInRun{};
    if (late.known()) conflict.late_at = late;
    conflict.remedy.call = completing_call(earlier);
    conflict.remedy.before = late;
    conflict.remedy.needs_synchronization = false;
  } else {
    conflict.remedy.call = earlier.ended() ? MpiCall::kNone : completing_call(earlier);
    conflict.remedy.needs_synchronization = true;
  }
  if (const auto* operation = earlier.operation.get(); operation != nullptr && operation->local) {
    const Moment& at = operation->local->at;
    conflict.remedy.after_local = one_thread || (at.stream == earlier.stream && at.tick <= reached);
  }
  conflict.remedy.for_all_targets =
      conflict.remedy.call != MpiCall::kNone && earlier.operation && is_one_of_several(earlier);
}

std::optional<PlaceInRun> Explainer::told_before(const Activity& access, const Activity& other) const {
  const order::SyncGraph& graph = clocks_.graph();
  const Tick heard = other.start->strong().at(access.stream);
  const order::SyncNode* told = heard < access.tick ? graph.latest(access.stream, heard) : nullptr;
  if (told == nullptr || told->tick != heard || told->what != nullptr || told->place.thread != access.thread)
    return std::nullopt;
  // (Loads and stores have the tick of the event that follows them.)
  const bool at_once = graph.latest(access.stream, access.tick - 1) == told;
  // (Before a write, a message may say something else. What it has to say after a load, is that the memory is free.)
  const bool tells = is_atomic_update(told->place) || (access.kind == AccessClass::kLoad && is_send(told->place.call));
  return at_once && tells ? std::optional(told->in_run()) : std::nullopt;
}

// Whether the same call has issued operations on other targets that are, or were, incomplete at the same time.
bool Explainer::is_one_of_several(const Activity& activity) {
  const Operation& operation = *activity.operation;
  if (in_flight_.was_one_of_several(activity.process, operation.window, activity.place().stack)) return true;
  return std::ranges::any_of(in_flight_.open(activity.process, operation.window), [&](const auto& to) {
    return to.first != operation.target && std::ranges::any_of(to.second.all(), [&](const auto& other) {
             return (activity.role == AccessRole::kTarget || !other->local) && other->place.call == activity.call &&
                    code_.position(other->place) == code_.position(activity.place());
           });
  });
}

void Explainer::explain_late(Conflict& conflict) {
  if (!conflict.remedy.needs_synchronization || conflict.same_process) return;
  conflict.relaxed_flag = relaxed_flag(conflict.first, conflict.second);
  if (!conflict.relaxed_flag) conflict.relaxed_flag = relaxed_flag(conflict.second, conflict.first);
  if (conflict.unordered != Unordered::kInEveryRun) return;
  conflict.other_thread = other_thread(conflict);
  if (!conflict.other_thread) find_what_comes_near(conflict);
}

// Only atomics without release and acquire connect the two: the thread of the one has written a value that the other
// one's thread has read.
std::optional<Conflict::RelaxedFlag> Explainer::relaxed_flag(const ConflictAccess& first,
                                                             const ConflictAccess& second) const {
  const auto atomics_of = [&](const ConflictAccess& access) {
    const ThreadName name{access.start.process, access.start.thread};
    return language_atomics_.of(static_cast<const Thread*>(threads_.find(name)), name);
  };
  // An access is not a flag for itself.
  const auto is_access = [](const AtomicUse& use, const ConflictAccess& access) {
    return access.language_atomic && use.place.pc == access.place.pc;
  };
  // A flag is stored by one thread and loaded by the other; updates serve to count.
  std::optional<Conflict::RelaxedFlag> found;
  int best = -1;
  for (const AtomicUse& written : atomics_of(first)) {
    if (!written.writes || written.last < first.start.tick || is_access(written, first)) continue;
    for (const AtomicUse& read : atomics_of(second)) {
      if (!read.reads || read.first > second.start.tick || read.memory != written.memory) continue;
      if (is_access(read, second)) continue;
      if ((written.released && read.acquired) || !meet(written.bytes, read.bytes)) continue;
      // An acquire that had nothing to learn leaves no event. An update that released has most likely acquired, too.
      if (!read.acquired && read.writes && read.released) continue;
      // That a write is no release is known with more certainty.
      const int fits = (written.released ? 0 : 8) + (written.reads ? 0 : 2) + (read.writes ? 0 : 2) +
                       (written.released != read.acquired ? 1 : 0);
      if (fits <= best) continue;
      best = fits;
      // The trace shows an atomic that releases before it writes. (One that does not may show much later.)
      const bool unseen = written.released && read.number < written.first_number;
      found = Conflict::RelaxedFlag{written.place, read.place, written.released, read.acquired, written.reads,
                                    read.writes,   unseen};
    }
  }
  return found;
}

std::vector<StreamNumber> Explainer::threads_beside(const ConflictAccess& access) const {
  std::vector<StreamNumber> others;
  for (const schedule::Stream* stream : threads_.of(access.place.process)) {
    const auto& thread = static_cast<const Thread&>(*stream);
    if (thread.begun && thread.number != access.start.stream) others.push_back(thread.number);
  }
  return others;
}

namespace {
bool is_call(const order::SyncNode* node) {
  return node != nullptr && node->what == nullptr && node->place.call != MpiCall::kNone;
}
// After such a call, there is no window any more.
bool ends_windows(MpiCall call) {
  return call == MpiCall::kWin_free || call == MpiCall::kFinalize;
}
}  // namespace

// A part of one of OpenMP's constructs knows what came before it, and the end of the construct knows of it, but no edge
// of the graph leads there or away.
bool Explainer::is_in_part(const ConflictAccess& access) const {
  return std::ranges::none_of(threads_.of(access.place.process), [&](const schedule::Stream* stream) {
    return static_cast<const Thread&>(*stream).number == access.start.stream;
  });
}

// Another thread of the process of one access, which leads to the other access; not with a call that the access comes
// after anyway.
std::optional<Conflict::OtherThread> Explainer::leading_thread(const ConflictAccess& access,
                                                               const ConflictAccess& other) const {
  const order::SyncGraph& graph = clocks_.graph();
  const bool in_part = is_in_part(access);
  for (const StreamNumber thread : threads_beside(access)) {
    const auto passing = graph.last_passing(thread, other.start.stream, other.start.tick);
    if (in_part && passing.given != nullptr && passing.given->order < access.start.order) continue;
    if (is_call(passing.given) && graph.remembers(access.start.stream, passing.given->order) &&
        graph.first_passing(thread, passing.given->tick, access.start.stream, access.start.tick).given == nullptr)
      return Conflict::OtherThread{passing.given->in_run(), false};
  }
  return std::nullopt;
}

// A thread that comes after the other access; not with a call that comes after this one anyway.
std::optional<Conflict::OtherThread> Explainer::following_thread(const ConflictAccess& access,
                                                                 const ConflictAccess& other) const {
  // (Another thread of its process may have completed it.)
  if (!other.operation || !other.end || other.end->at.process != other.start.process) return std::nullopt;
  const order::SyncGraph& graph = clocks_.graph();
  const order::SyncNode* before = graph.latest(access.start.stream, access.start.tick);
  const std::uint64_t since = before != nullptr ? before->order : 0;
  const bool in_part = is_in_part(access);
  for (const StreamNumber thread : threads_beside(access)) {
    const auto passing = graph.first_passing(other.end->at.stream, other.end->at.tick, thread, ~Tick{0});
    if (in_part && passing.taken != nullptr && passing.taken->order > access.start.order) continue;
    if (is_call(passing.taken) && !ends_windows(passing.taken->place.call) &&
        graph.remembers(access.start.stream, since) && graph.remembers(thread, since) &&
        graph.first_passing(access.start.stream, access.start.tick, thread, passing.taken->tick).given == nullptr)
      return Conflict::OtherThread{passing.taken->in_run(), true};
  }
  return std::nullopt;
}

// Another thread of the process of one access, which would have ordered it with the other access.
std::optional<Conflict::OtherThread> Explainer::other_thread(const Conflict& conflict) const {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (first.operation && second.operation) {
    const auto found = following_thread(second, first);
    return found ? found : following_thread(first, second);
  }
  // In most cases, a store is meant to come before the operation, a load after it.
  const ConflictAccess& local = first.operation ? second : first;
  const ConflictAccess& other = first.operation ? first : second;
  const bool stores = local.kind == AccessClass::kStore;
  auto found = stores ? leading_thread(local, other) : following_thread(local, other);
  if (!found) found = stores ? following_thread(local, other) : leading_thread(local, other);
  // The thread that issued an operation may also be one for which another thread should have waited.
  const bool complete = other.end && other.end->at.stream == other.start.stream;
  return found || stores || !complete ? found : leading_thread(other, local);
}

// Synchronization of the two processes around a pair that it does not order.
void Explainer::find_what_comes_near(Conflict& conflict) const {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  const auto is_call = [](const order::SyncGraph::Passing& passing) {
    const auto of_program = [](const order::SyncNode* node) {
      return node != nullptr && node->what == nullptr && node->place.call != MpiCall::kNone && node->place.stack;
    };
    return of_program(passing.given) && of_program(passing.taken);
  };
  // (Loads and stores have the tick of the event that follows them.)
  const auto wrong_way = [&](const ConflictAccess& one, const ConflictAccess& other) -> std::optional<PassedSync> {
    if (one.start.tick == 0) return std::nullopt;
    const auto last = clocks_.graph().last_passing(one.start.stream, one.start.tick - 1, other.start.stream,
                                                   other.start.tick, ~Tick{0});
    if (!is_call(last) || last.taken->place == other.place) return std::nullopt;
    return PassedSync{last.given->in_run(), last.taken->in_run()};
  };
  const std::uint64_t both_begun = std::max(first.start.order, second.start.order);
  if (!clocks_.graph().remembers(first.start.stream, both_begun) ||
      !clocks_.graph().remembers(second.start.stream, both_begun))
    return;
  const auto too_late = [&](const ConflictAccess& one, const ConflictAccess& other) -> std::optional<PassedSync> {
    const bool lasts = one.role != AccessRole::kLocal;
    if (lasts && (!one.end || one.end->at.stream != one.start.stream)) return std::nullopt;
    const Tick since = lasts ? one.end->at.tick : one.start.tick;
    const auto next = clocks_.graph().first_passing(one.start.stream, since, other.start.stream, ~Tick{0});
    if (!is_call(next) || next.taken->tick < other.start.tick) return std::nullopt;
    return PassedSync{next.given->in_run(), next.taken->in_run()};
  };
  // In most cases, a load is meant to come later.
  const bool load_first = !first.operation && first.kind == AccessClass::kLoad;
  const ConflictAccess &one = load_first ? second : first, &other = load_first ? first : second;
  conflict.wrong_way = wrong_way(other, one);
  conflict.too_late = too_late(one, other);
  if (!conflict.too_late) conflict.too_late = too_late(other, one);
}

}  // namespace fencepost::check
