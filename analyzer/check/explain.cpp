// Conflicts as records: deduplicated, with what a person needs to believe them.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>

#include "check/completing_call.h"
#include "check/replay.h"
#include "check/signal_words.h"
#include "record/text_hash.h"

namespace fencepost::check {

namespace {

void merge(std::optional<Conflict::Signal>& into, const std::optional<Conflict::Signal>& other) {
  if (into && other) {
    into->merge(*other);
  } else if (other) {
    into = other;
  }
}

// The one that was loaded last of those there.
const Module* module_at(const Process& process, std::uint64_t address) {
  for (auto module = process.modules.rbegin(); module != process.modules.rend(); ++module) {
    if (address >= module->begin && address < module->end) return &*module;
  }
  return nullptr;
}

bool knows_begun(const Activity& access, const Activity& other) {
  return access.start->strong().at(other.stream) >= other.tick;
}

}  // namespace

// The return addresses of a call, the innermost first; null: unknown.
const std::vector<std::uint64_t>* Replay::stack_of(const Place& place) {
  const Process& process = job_.process(place.process);
  auto at = process.stacks.find(place.stack);
  if (at == process.stacks.end()) {
    pull_definitions(place.process);
    at = process.stacks.find(place.stack);
  }
  return at != process.stacks.end() && !at->second.empty() ? &at->second : nullptr;
}

// The instruction as all processes have it: a hash of the module's path and the offset in it.
std::pair<std::uint64_t, std::uint64_t> Replay::code_position(const Place& place) {
  const Process& process = job_.process(place.process);
  std::uint64_t pc = place.pc;
  if (pc == 0 && place.stack != 0) {
    if (const auto* const stack = stack_of(place)) {
      pc = stack->front();
      // The machine code around interpreted code is the same for all of it.
      const auto interpreted =
          std::ranges::find_if(*stack, [](std::uint64_t address) { return address >= kFirstInterpreted; });
      if (interpreted != stack->end()) {
        const auto found = process.interpreted.find(*interpreted);
        if (found != process.interpreted.end()) return found->second;
      }
    }
    if (pc == 0) return {~std::uint64_t{0}, place.stack};
  }
  const auto [known, added] = code_positions_.try_emplace({place.process, pc}, 0, pc);
  if (!added) return known->second;
  if (const Module* const module = module_at(process, pc)) known->second = {text_hash(module->path), pc - module->bias};
  return known->second;
}

// A load that waits for another value: as its code says, however often it has looked, or because it has looked often.
bool Replay::polls(const Activity& activity) {
  if (activity.role != AccessRole::kLocal || activity.kind != AccessClass::kLoad) return false;
  return looks_often(activity) || stands_in_waiting_loop(activity.process, activity.pc);
}

// The same of an operation that fetches.
bool Replay::fetches_to_wait(const Activity& activity) {
  if (looks_often(activity)) return true;
  const auto* const stack = activity.stack != 0 ? stack_of(activity.place()) : nullptr;
  return stack && stands_in_waiting_loop(activity.process, stack->front());
}

bool Replay::stands_in_waiting_loop(int process, std::uint64_t return_address) {
  if (!options_.waits || return_address == 0) return false;
  const auto [known, added] = waiting_.try_emplace({process, return_address}, false);
  if (!added) return known->second;
  // (The load or the call lies before it.)
  if (const Module* const module = module_at(job_.process(process), return_address - 1))
    known->second = options_.waits(*module, return_address - module->bias);
  return known->second;
}

ConflictAccess Replay::describe(const Activity& activity, const Memory& memory, const Strided& piece,
                                ByteRange common) const {
  ConflictAccess access;
  access.kind = activity.kind;
  access.role = activity.role;
  access.place = activity.place();
  access.start.process = activity.process;
  access.start.thread = activity.thread;
  access.start.stream = activity.stream;
  access.start.tick = activity.tick;
  access.start.event = activity.event;
  access.start.time = activity.time;
  access.start.order = activity.order;
  access.operation = activity.operation;
  access.language_atomic = activity.language_atomic;
  access.access_size = activity.size;
  access.access_count = activity.count;
  access.access_stride = activity.stride;
  access.buffer = buffer_of(activity);
  access.bytes = piece.hull();
  if (memory.segment == 0) {
    access.memory_of = memory.process;
    access.addresses = access.bytes;
  }
  access.common = common;

  std::uint64_t shift = 0;
  bool located = false;
  if (activity.role == AccessRole::kTarget && activity.operation) {
    const Window* window = job_.window(activity.operation->window);
    access.window = activity.operation->window;
    access.owner = activity.operation->target;
    const bool dynamic = window && window->flavor == WindowFlavor::kDynamic;
    const auto owner = static_cast<std::size_t>(access.owner);
    if (window && !dynamic) {
      const auto [where, begin] = job_.place_of_part(*window, owner);
      located = where == memory;
      shift = begin;
    } else if (window && memory.segment == 0) {
      located = true;
    } else if (window) {
      // Attached memory of a shared segment, which the owner has at addresses of its own.
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
  for (const index::Lock& lock : lock_sets_[activity.locks]) {
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
  const AccessEpoch* const epoch = activity.operation ? activity.operation->epoch.get() : nullptr;
  access.in_passive_epoch =
      activity.in_own_epoch ||
      (epoch != nullptr && (epoch->kind == EpochKind::kLock || epoch->kind == EpochKind::kLockAll));
  return access;
}

// Which of two accesses is the first: the one that the other one's thread knew to have begun; if that is neither, the
// one that began first in this run. Not the one that is replayed first: while a program runs its events come late now
// and then, and some operations wait for their target.
bool Replay::is_first(const Met& one, const Met& other) {
  const Activity &a = one.activity, &b = other.activity;
  if (a.stream == b.stream) return a.tick <= b.tick;
  if (knows_begun(b, a)) return true;
  if (knows_begun(a, b)) return false;
  return std::tuple(one.begun, a.process, a.thread) <= std::tuple(other.begun, b.process, b.thread);
}

void Replay::report(ConflictKind kind, Unordered unordered, const Activity& replayed, const Activity& now,
                    const Strided& replayed_piece, const Strided& piece, const Memory& memory, ByteRange common) {
  const Met one{replayed, replayed_piece, common_time(replayed.process, replayed.time)};
  const Met other{now, piece, common_time(now.process, now.time)};
  // (Locks order by what was replayed.)
  const bool in_order = unordered == Unordered::kByLocksOnly || is_first(one, other);
  report_in_order(kind, unordered, in_order ? one : other, in_order ? other : one, memory, common);
}

void Replay::report_in_order(ConflictKind kind, Unordered unordered, const Met& first, const Met& second,
                             const Memory& memory, ByteRange common) {
  const Activity &earlier = first.activity, &later = second.activity;
  // What was lost may have ordered the two, or completed the first.
  const bool order_is_lost = earlier.process != later.process ? !missing_ranks_.empty() || !damaged_ranks_.empty()
                                                              : damaged_ranks_.contains(later.process);
  if (order_is_lost) return;
  // A load that looks again and again at memory which an operation updates. One that knows of the operation's call does
  // not wait for it: what it lacks is the completion.
  const bool told = earlier.stream == later.stream ? earlier.thread != later.thread : knows_begun(later, earlier);
  const bool waits = (is_update(later.kind) && polls(earlier)) || (is_update(earlier.kind) && !told && polls(later));
  const bool both_atomic = is_atomic(earlier.kind) && is_atomic(later.kind);
  auto signal =
      kind == ConflictKind::kData && !both_atomic && unordered == Unordered::kInEveryRun &&
              earlier.process != later.process
          ? signal_of(earlier, later, first.piece, second.piece,
                      [this](const Activity& activity) {
                        return activity.role == AccessRole::kLocal ? polls(activity) : fetches_to_wait(activity);
                      })
          : std::nullopt;
  // Most are more of the same: a loop that does wrong does so in each round, with all that is pending of those before.
  const PairOfPlaces pair{PairOfPlaces::side(earlier), PairOfPlaces::side(later), kind, unordered};
  RecentPair& recent = recent_pairs_[pair.hash() % recent_pairs_.size()];
  const std::uint64_t both_begun = std::max(first.begun, second.begun);
  if (recent.found != 0 && recent.pair == pair) {
    FoundConflict& found = found_[recent.found - 1];
    if (found.order.front() < both_begun) {  // the first stays the first
      ++found.conflict.count;
      found.conflict.polling |= waits;
      merge(found.conflict.signal, signal);
      return;
    }
  }
  const auto side = [&](const Activity& activity) {
    const auto [module, offset] = code_position(activity.place());
    return std::vector<std::uint64_t>{module, offset, static_cast<std::uint64_t>(activity.kind),
                                      static_cast<std::uint64_t>(activity.role),
                                      static_cast<std::uint64_t>(activity.call)};
  };
  std::vector<std::uint64_t> key = side(earlier);
  std::vector<std::uint64_t> other = side(later);
  if (other < key) std::swap(key, other);
  key.insert(key.end(), other.begin(), other.end());
  key.push_back(static_cast<std::uint64_t>(kind));
  key.push_back(static_cast<std::uint64_t>(unordered));
  // A process that races with itself is another mistake than two that race with each other, though the lines are the
  // same.
  key.push_back(earlier.process == later.process ? 1 : 0);
  // Which of the occurrences is the first must depend neither on the way the index is searched nor on what comes late.
  const std::vector<std::uint64_t> order{both_begun,
                                         std::min(first.begun, second.begun),
                                         static_cast<std::uint64_t>(earlier.process),
                                         static_cast<std::uint64_t>(later.process),
                                         first.piece.begin,
                                         second.piece.begin,
                                         common.begin};
  const auto [known, added] = known_conflicts_.emplace(key, found_.size());
  if (added) found_.push_back({std::move(key), {}, {}, {}});
  recent = {pair, known->second + 1};
  FoundConflict& found = found_[known->second];
  found.ranks.insert(earlier.process);
  found.ranks.insert(later.process);
  const std::uint64_t count = added ? 1 : found.conflict.count + 1;
  const bool polling = waits || (!added && found.conflict.polling);
  if (!added) merge(signal, found.conflict.signal);
  if (!added && found.order <= order) {
    found.conflict.count = count;
    found.conflict.polling = polling;
    found.conflict.signal = std::move(signal);
    return;
  }
  Conflict conflict;
  conflict.kind = kind;
  conflict.unordered = unordered;
  conflict.first = describe(earlier, memory, first.piece, common);
  conflict.second = describe(later, memory, second.piece, common);
  conflict.same_process = earlier.process == later.process;
  conflict.same_origin_target = conflict.same_process && earlier.role == AccessRole::kTarget &&
                                later.role == AccessRole::kTarget && earlier.operation && later.operation &&
                                earlier.operation->target_process == later.operation->target_process;
  conflict.polling = polling;
  conflict.signal = std::move(signal);
  conflict.count = count;
  for (const Activity* activity : {&earlier, &later}) {
    const auto& call = activity->call_buffer;
    if (call != nullptr) job_.name_datatype(conflict.named, activity->process, call->buffer.datatype);
  }
  for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
    job_.name_window(conflict.named, access->window);
    for (const HeldLock& held : access->locks) job_.name_window(conflict.named, held.window);
  }
  explain(conflict, earlier, later);
  if (conflict.remedy_needs_synchronization && !conflict.same_process) {
    if (conflict.remedy_call != MpiCall::kNone && earlier.operation)
      await_end(earlier, later, known->second, order, false);
    if (later.operation && later.ended()) {
      conflict.first_can_wait = true;  // replayed before the first, it cannot have waited for that
    } else if (later.operation) {
      await_end(later, earlier, known->second, order, true);
    }
  }
  if (conflict.first_may_wait && earlier.order > later.order)
    returns_awaited_.emplace(earlier.call_buffer, AwaitedReturn{known->second, order, second.begun});
  found.order = order;
  found.conflict = std::move(conflict);
  if (!added) return;
  for (Observer* observer : observers_) observer->conflict_found(job_, found.conflict);
}

void Replay::await_end(const Activity& activity, const Activity& other, std::size_t found,
                       const std::vector<std::uint64_t>& order, bool of_second) {
  const bool remote = activity.role == AccessRole::kTarget;
  ends_awaited_.insert(
      {{activity.operation.get(), remote}, AwaitedEnd{found, order, of_second, {other.stream, other.tick}}});
}

// The completion that the program has will do, unless the other access leads to it: a message from behind the one to
// before the other would then come too late for ever.
void Replay::end_is_known(const Operation& operation, bool remote, const Stream& stream) {
  const auto [begin, end] = ends_awaited_.equal_range({&operation, remote});
  for (auto at = begin; at != end; ++at) {
    const AwaitedEnd& awaited = at->second;
    FoundConflict& found = found_[awaited.found];
    const index::EndPoint& other = awaited.other;
    const bool follows = other.stream == stream.number || stream.clock.strong().covers(other.stream, other.tick);
    if (found.order != awaited.order || follows) continue;
    if (awaited.of_second) {
      found.conflict.first_can_wait = true;
    } else {
      found.conflict.remedy_call = MpiCall::kNone;
    }
  }
  ends_awaited_.erase(begin, end);
}

void Replay::call_returns(const Activity& activity) {
  const auto [begin, end] = returns_awaited_.equal_range(activity.call_buffer);
  for (auto at = begin; at != end; ++at) {
    const AwaitedReturn& awaited = at->second;
    FoundConflict& found = found_[awaited.found];
    if (found.order == awaited.order && common_time(activity.process, time_) < awaited.second_begun)
      found.conflict.first_may_wait = false;
  }
  returns_awaited_.erase(begin, end);
}

void Replay::adopt(const Conflict& conflict) {
  job_.adopt(conflict.named);
  for (const ConflictAccess* access : {&conflict.first, &conflict.second}) {
    if (access->operation != nullptr && access->operation->named != nullptr) job_.adopt(*access->operation->named);
  }
}

void Replay::add_found(FoundConflict other) {
  const auto [known, added] = known_conflicts_.emplace(other.key, found_.size());
  if (added) {
    adopt(found_.emplace_back(std::move(other)).conflict);
    return;
  }
  FoundConflict& found = found_[known->second];
  const std::uint64_t count = found.conflict.count + other.conflict.count;
  const bool polling = found.conflict.polling || other.conflict.polling;
  auto signal = found.conflict.signal;
  merge(signal, other.conflict.signal);
  other.ranks.merge(found.ranks);
  found.ranks = std::move(other.ranks);
  if (other.order < found.order) {
    found.order = std::move(other.order);
    found.conflict = std::move(other.conflict);
    adopt(found.conflict);  // now that what stood there holds nothing any more
  }
  found.conflict.count = count;
  found.conflict.polling = polling;
  found.conflict.signal = std::move(signal);
}

void Replay::explain(Conflict& conflict, const Activity& earlier, const Activity& later) {
  const order::Clock& earlier_knows = earlier.start->strong();
  const order::Clock& later_knows = later.start->strong();
  const bool one_thread = earlier.stream == later.stream;
  const Tick reached = one_thread ? later.tick - 1 : later_knows.at(earlier.stream);  // of the first's thread
  const Tick seen = one_thread ? 0 : earlier_knows.at(later.stream);                  // of the second's thread
  const auto place_of = [](const order::SyncNode* node) { return node == nullptr ? Place{} : node->place; };

  const Tick first_tick = std::min(reached, earlier.tick == 0 ? 0 : earlier.tick - 1);
  const Tick second_tick = std::min(seen, later.tick == 0 ? 0 : later.tick - 1);
  if (!one_thread && first_tick != 0 && second_tick != 0) {
    auto [one, other] = graph_.latest_meeting(earlier.stream, first_tick, later.stream, second_tick);
    if (one == nullptr) {
      one = graph_.latest_that_learned(earlier.stream, first_tick);
      other = graph_.latest(later.stream, second_tick);
    }
    const Place first = place_of(one), second = place_of(other);
    if (first.known() && second.known()) conflict.common = CommonSync{first, second};
  }

  if (!conflict.same_process) {
    if (const auto heard = graph_.last_passing(earlier.stream, later.stream, later.tick); heard.given != nullptr)
      conflict.heard_by_second = CommonSync{heard.given->place, heard.taken->place};
    if (const auto heard = graph_.last_passing(later.stream, earlier.stream, earlier.tick); heard.given != nullptr)
      conflict.heard_by_first = CommonSync{heard.taken->place, heard.given->place};
  }

  const bool lasting = earlier.role != AccessRole::kLocal;
  conflict.first_may_wait =
      !conflict.same_process && earlier.role == AccessRole::kCall && !earlier.ended() && reached < earlier.tick;
  if (one_thread) {
    conflict.remedy_call = completing_call(earlier);
    conflict.remedy_before = later.place();
    conflict.remedy_needs_synchronization = false;
  } else if (lasting && reached > earlier.tick) {
    // The second access knows of a call that came after the first began: had the first been complete there, all was
    // well. (That it knows of the first one itself, an atomic whose value was read, is no such call.)
    const order::SyncNode* last = graph_.latest(earlier.stream, reached);
    const Place late = last != nullptr && last->tick > earlier.tick ? last->place : Place{};
    if (late.known()) conflict.late_at = late;
    conflict.remedy_call = completing_call(earlier);
    conflict.remedy_before = late;
    conflict.remedy_needs_synchronization = false;
  } else {
    conflict.remedy_call = earlier.ended() ? MpiCall::kNone : completing_call(earlier);
    conflict.remedy_needs_synchronization = true;
  }
  if (const auto* operation = earlier.operation.get(); operation != nullptr && operation->local) {
    const Moment& at = operation->local->at;
    conflict.local_before_remedy = one_thread || (at.stream == earlier.stream && at.tick <= reached);
  }
  conflict.remedy_for_all_targets =
      conflict.remedy_call != MpiCall::kNone && earlier.operation && is_one_of_several(earlier);
  draw(conflict, earlier, later, first_tick, second_tick);
}

// Has the same call issued operations on other targets that are, or were, not complete at the same time?
bool Replay::is_one_of_several(const Activity& activity) {
  const Operation& operation = *activity.operation;
  const WindowSide& side = sides_[static_cast<std::size_t>(activity.process)].window(operation.window);
  if (side.several.contains(activity.place().stack)) return true;
  return std::ranges::any_of(side.open, [&](const auto& to) {
    return to.first != operation.target && std::ranges::any_of(to.second.all(), [&](const auto& other) {
             return (activity.role == AccessRole::kTarget || !other->local) && other->place.call == activity.call &&
                    code_position(other->place) == code_position(activity.place());
           });
  });
}

// Nothing but atomics between the two that are not release and acquire: the thread of the one has written what the
// other one's thread has read.
std::optional<Conflict::RelaxedFlag> Replay::relaxed_flag(const ConflictAccess& first,
                                                          const ConflictAccess& second) const {
  const auto atomics_of = [&](const ConflictAccess& access) -> std::span<const AtomicUse> {
    if (const Stream* const stream = stream_of(access.start.process, access.start.thread)) return stream->atomics;
    const auto left = atomics_left_.find({access.start.process, access.start.thread});
    return left != atomics_left_.end() ? std::span(left->second) : std::span<const AtomicUse>();
  };
  for (const AtomicUse& written : atomics_of(first)) {
    if (!written.writes || written.last < first.start.tick) continue;
    for (const AtomicUse& read : atomics_of(second)) {
      if (!read.reads || read.first > second.start.tick || read.memory != written.memory) continue;
      if (written.released && read.acquired) continue;
      if (meet(written.bytes, read.bytes)) return Conflict::RelaxedFlag{written.place, read.place};
    }
  }
  return std::nullopt;
}

// A thread beside the one that made an access, which would have ordered it with the other access.
std::optional<Conflict::OtherThread> Replay::other_thread(const Conflict& conflict) const {
  using Found = std::optional<Conflict::OtherThread>;
  const auto is_call = [](const order::SyncNode* node) {
    return node != nullptr && node->what == nullptr && node->place.call != MpiCall::kNone;
  };
  const auto threads_beside = [&](const ConflictAccess& access) {
    std::vector<StreamNumber> others;
    for (const StreamSlot slot : sides_[static_cast<std::size_t>(access.place.process)].streams) {
      const Stream& stream = *streams_[slot];
      if (stream.begun && stream.number != access.start.stream) others.push_back(stream.number);
    }
    return others;
  };
  // It leads to the other access; not with a call that the access comes after anyway.
  const auto leads = [&](const ConflictAccess& access, const ConflictAccess& other) -> Found {
    for (const StreamNumber thread : threads_beside(access)) {
      const auto passing = graph_.last_passing(thread, other.start.stream, other.start.tick);
      if (is_call(passing.given) && graph_.remembers(access.start.stream, passing.given->order) &&
          graph_.first_passing(thread, passing.given->tick, access.start.stream, access.start.tick).given == nullptr)
        return Conflict::OtherThread{passing.given->place, false};
    }
    return std::nullopt;
  };
  // It comes after the other access; not with a call that comes after this one anyway.
  const auto follows = [&](const ConflictAccess& access, const ConflictAccess& other) -> Found {
    // (Another thread of its process may have completed it.)
    if (!other.operation || !other.end || other.end->at.process != other.start.process) return std::nullopt;
    const order::SyncNode* before = graph_.latest(access.start.stream, access.start.tick);
    const std::uint64_t since = before != nullptr ? before->order : 0;
    for (const StreamNumber thread : threads_beside(access)) {
      const auto passing = graph_.first_passing(other.end->at.stream, other.end->at.tick, thread, ~Tick{0});
      if (is_call(passing.taken) && graph_.remembers(access.start.stream, since) && graph_.remembers(thread, since) &&
          graph_.first_passing(access.start.stream, access.start.tick, thread, passing.taken->tick).given == nullptr)
        return Conflict::OtherThread{passing.taken->place, true};
    }
    return std::nullopt;
  };
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  if (first.operation && second.operation) {
    const Found found = follows(second, first);
    return found ? found : follows(first, second);
  }
  // A store is mostly meant to come before the operation, a load behind it.
  const ConflictAccess& local = first.operation ? second : first;
  const ConflictAccess& other = first.operation ? first : second;
  const bool stores = local.kind == AccessClass::kStore;
  const Found found = stores ? leads(local, other) : follows(local, other);
  return found ? found : stores ? follows(local, other) : leads(local, other);
}

// Synchronization of the two processes around a pair that none orders.
void Replay::find_what_comes_near(Conflict& conflict) const {
  const ConflictAccess& first = conflict.first;
  const ConflictAccess& second = conflict.second;
  const auto is_call = [](const order::SyncGraph::Passing& passing) {
    const auto of_program = [](const order::SyncNode* node) {
      return node != nullptr && node->what == nullptr && node->place.call != MpiCall::kNone && node->place.stack != 0;
    };
    return of_program(passing.given) && of_program(passing.taken);
  };
  // (Loads and stores have the tick of the event that follows them.)
  const auto wrong_way = [&](const ConflictAccess& one, const ConflictAccess& other) -> std::optional<PassedSync> {
    if (one.start.tick == 0) return std::nullopt;
    const auto last =
        graph_.last_passing(one.start.stream, one.start.tick - 1, other.start.stream, other.start.tick, ~Tick{0});
    if (!is_call(last) || last.taken->place == other.place) return std::nullopt;
    return PassedSync{last.given->place, last.taken->place};
  };
  const std::uint64_t both_begun = std::max(first.start.order, second.start.order);
  if (!graph_.remembers(first.start.stream, both_begun) || !graph_.remembers(second.start.stream, both_begun)) return;
  const auto too_late = [&](const ConflictAccess& one, const ConflictAccess& other) -> std::optional<PassedSync> {
    const bool lasts = one.role != AccessRole::kLocal;
    if (lasts && (!one.end || one.end->at.stream != one.start.stream)) return std::nullopt;
    const Tick since = lasts ? one.end->at.tick : one.start.tick;
    const auto next = graph_.first_passing(one.start.stream, since, other.start.stream, ~Tick{0});
    if (!is_call(next) || next.taken->tick < other.start.tick) return std::nullopt;
    return PassedSync{next.given->place, next.taken->place};
  };
  // A load is mostly meant to come behind.
  const bool load_first = !first.operation && first.kind == AccessClass::kLoad;
  const ConflictAccess &one = load_first ? second : first, &other = load_first ? first : second;
  conflict.wrong_way = wrong_way(other, one);
  conflict.too_late = too_late(one, other);
  if (!conflict.too_late) conflict.too_late = too_late(other, one);
}

void Replay::finish_conflicts() {
  std::sort(found_.begin(), found_.end(), [](const FoundConflict& a, const FoundConflict& b) { return a.key < b.key; });
  for (FoundConflict& found : found_) {
    Conflict& conflict = conflicts_.emplace_back(std::move(found.conflict));
    conflict.ranks.assign(found.ranks.begin(), found.ranks.end());
    if (conflict.remedy_needs_synchronization && conflict.first.operation && conflict.first.operation->local) {
      const ConflictAccess& second = conflict.second;
      conflict.local_before_remedy =
          common_time(conflict.first.place.process, conflict.first.operation->local->at.time) <
          common_time(second.place.process, second.start.time);
    }
    if (conflict.remedy_needs_synchronization && !conflict.same_process) {
      conflict.relaxed_flag = relaxed_flag(conflict.first, conflict.second);
      if (!conflict.relaxed_flag) conflict.relaxed_flag = relaxed_flag(conflict.second, conflict.first);
    }
    for (ConflictAccess* access : {&conflict.first, &conflict.second}) {
      if (!access->operation) continue;
      const auto& end = access->role == AccessRole::kTarget ? access->operation->remote : access->operation->local;
      if (end) {
        access->end = *end;
      } else {
        access->end.reset();
      }
    }
    if (conflict.remedy_needs_synchronization && !conflict.same_process &&
        conflict.unordered == Unordered::kInEveryRun) {
      conflict.other_thread = other_thread(conflict);
      if (!conflict.other_thread) find_what_comes_near(conflict);
    }
  }
  found_.clear();
}

}  // namespace fencepost::check
