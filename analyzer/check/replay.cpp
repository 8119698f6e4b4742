// The scheduler: which thread's event comes next.
#include "check/replay.h"

#include <algorithm>

#include <fmt/format.h>

#include "check/event_place.h"

namespace fencepost::check {

Replay::Replay(TraceSource& source, const AnalysisOptions& options, std::span<Observer* const> observers)
    : source_(source),
      options_(options),
      observers_(observers.begin(), observers.end()),
      job_(source.processes()),
      sides_(static_cast<std::size_t>(source.processes())),
      clock_of_(static_cast<std::size_t>(source.processes()), -1),
      separate_windows_(source.has_separate_window()),
      messages_([this](match::Receive& receive) { resolve(receive); }),
      graph_(options.history) {
  job_.set_present(this);
  for (const Observer* observer : observers_) accesses_observed_ |= observer->wants_accesses();
  for (int process = 0; process < job_.processes(); ++process) pull_definitions(process);
  find_streams();
}

void Replay::note_damage(int process) {
  job_.process(process).damaged = true;
  damaged_ranks_.insert(process);
}

void Replay::note_disorder(int process) {
  const bool lost = !damaged_ranks_.empty() || !missing_ranks_.empty();
  if (lost && sides_[static_cast<std::size_t>(process)].streams.size() > 1) job_.process(process).damaged = true;
}

// The clock that a process's times are of: those of one machine have one, and are told apart to the tick; between
// machines the clocks are tied to each other by the wall clock when the processes started.
const ProcessInfo& Replay::clock_of(int process) const {
  const auto is_counter = [](const ProcessInfo& info) { return info.ticks_per_second != 1'000'000'000; };
  const ProcessInfo& own = job_.process(process).info;
  if (own.ticks_per_second == 0) return own;
  int& reference = clock_of_[static_cast<std::size_t>(process)];
  for (int other = 0; reference < 0; ++other) {
    const ProcessInfo& info = job_.process(other).info;
    if (info.ticks_per_second != 0 && info.host == own.host && is_counter(info) == is_counter(own)) reference = other;
  }
  return job_.process(reference).info;
}

// Nanoseconds on one axis for all processes.
std::uint64_t Replay::common_time(int process, std::uint64_t ticks) const {
  const ProcessInfo& clock = clock_of(process);
  if (clock.ticks_per_second == 0) return ticks;
  const double since = static_cast<double>(static_cast<std::int64_t>(ticks - clock.start_ticks));
  return clock.start_unix_nanoseconds + static_cast<std::uint64_t>(static_cast<std::int64_t>(
                                            since * 1e9 / static_cast<double>(clock.ticks_per_second)));
}

// The other way, for comparing many of its times with one: what lies beyond the range of ticks is its end.
std::uint64_t Replay::own_time(int process, std::uint64_t common) const {
  const ProcessInfo& clock = clock_of(process);
  if (clock.ticks_per_second == 0) return common;
  const double since = static_cast<double>(static_cast<std::int64_t>(common - clock.start_unix_nanoseconds));
  const double ticks =
      static_cast<double>(clock.start_ticks) + since * static_cast<double>(clock.ticks_per_second) / 1e9;
  constexpr double kMost = 9e18;
  return ticks <= 0 ? 0 : ticks >= kMost ? ~std::uint64_t{0} : static_cast<std::uint64_t>(ticks);
}

std::uint64_t Replay::time_of_next(Stream& stream) {
  const TimedEvent* next = stream.cursor.front();
  return next != nullptr ? common_time(stream.name.process, next->time) : 0;
}

// Whether all that others did before the event in hand was replayed: those who can go on are not behind (`run`); those
// who wait may be.
bool Replay::caught_up(Stream& stream) {
  const std::uint64_t now = time_of_next(stream);
  for (Stream* other : not_ended_) {
    if (other == &stream || other->ended || !other->waiting.parked || other->waiting.for_others) continue;
    if (time_of_next(*other) >= now) continue;
    wait_on(stream, key_of(Key::kTime, 0), WaitsFor::kUnknown);
    stream.waiting.for_others = true;
    return false;
  }
  return true;
}

void Replay::enqueue(StreamSlot slot) {
  if (streams_[slot] == nullptr) return;  // one that was parked there has left
  Stream& stream = *streams_[slot];
  if (stream.queued || stream.ended) return;
  stream.queued = true;
  const bool others_may_wait = stream.waiting.parked && !stream.waiting.for_others;
  stream.waiting.parked = false;
  queue_.push({time_of_next(stream), slot});
  if (by_time_ && others_may_wait) signal(key_of(Key::kTime, 0));
}

void Replay::signal(std::uint64_t key) {
  const auto at = parked_.find(key);
  if (at == parked_.end()) return;
  const std::vector<StreamSlot> all = std::move(at->second);
  parked_.erase(at);
  for (const StreamSlot slot : all) enqueue(slot);
}

void Replay::wake_all() {
  parked_.clear();
  for (const Stream* stream : not_ended_) enqueue(stream->slot);
}

bool Replay::wait_on(Stream& stream, std::uint64_t key, WaitsFor what, int process) {
  stream.waiting = {true, what, process, false};
  parked_[key].push_back(stream.slot);
  return false;
}

bool Replay::wait_for_more(Stream& stream) {
  return wait_on(stream, key_of(Key::kLater, 0), WaitsFor::kUnknown);
}

// Dispatch of one event to the handlers. A struct so that the templates below see all overloads.
struct Dispatch {
  // Ends of calls that may have fetched something, or waited for a lock.
  template <class Event>
  static constexpr bool kTakesFromAll =
      std::is_same_v<Event, event::FlushEnd> || std::is_same_v<Event, event::LockEnd> ||
      std::is_same_v<Event, event::UnlockEnd> || std::is_same_v<Event, event::FenceEnd> ||
      std::is_same_v<Event, event::CompleteEnd> || std::is_same_v<Event, event::RequestsDone>;
  template <class Event>
  static bool ready(Replay& replay, Stream& stream, const Event& event) {
    if constexpr (kTakesFromAll<Event>) {
      if (replay.by_time_ && !replay.caught_up(stream)) return false;
    }
    // What follows says whether the call was refused, and what a receive has taken.
    if (replay.growing_ && begins_blocking(event) && stream.cursor.ahead(1) == nullptr &&
        stream.cursor.state() == StreamState::kMore) {
      return replay.wait_for_more(stream);
    }
    return replay.ready(stream, event);
  }
  template <class Event>
  static Place place(const Stream& stream, const Event& event) {
    Place place{stream.name.process, stream.name.thread, call_of(event), 0, 0};
    if constexpr (HasStack<Event>) {
      place.stack = event.stack;
    } else if (stream.inside.active) {
      place = stream.inside.place;
    }
    return place;
  }
  template <class Event>
  static void apply(Replay& replay, Stream& stream, const Event& event, const Moment& now, const Place& place) {
    if (begins_blocking(event)) {
      stream.inside = InsideCall{};
      stream.inside.active = true;
      stream.inside.kind = Event::kKind;
      stream.inside.place = place;
      stream.inside.since = now;
      stream.inside.refused = replay.next_is_failure(stream);
      if (stream.inside.refused) replay.sides_[static_cast<std::size_t>(stream.name.process)].was_refused = true;
    }
    replay.apply(stream, event);
    if (ends_blocking<Event>) stream.inside.active = false;
  }
};

Replay::Step Replay::step(Stream& stream) {
  const TimedEvent* in_hand = stream.cursor.front();
  if (in_hand == nullptr) {
    if (stream.cursor.state() == StreamState::kMore && !finished_) return Step::kNothing;
    end_thread(stream);
    return Step::kNothing;
  }
  if (const auto* access = std::get_if<event::Access>(&in_hand->event)) {
    ++stream.events;
    ++statistics_.events;
    if (!stream.begun) take_place(stream);
    stream.last_said = stream.tick + 1;
    pull_definitions_due(stream.name.process, in_hand->time);
    memory_access(stream, *access, in_hand->time);
    stream.pop();
    return Step::kDone;
  }
  // Handlers of all but the frequent, simple events may look ahead in this stream.
  const AnyEvent& kind = in_hand->event;
  if (!std::holds_alternative<event::Transfer>(kind) && !std::holds_alternative<event::AtomicOperation>(kind) &&
      !std::holds_alternative<event::Executed>(kind) && !std::holds_alternative<event::Acquire>(kind) &&
      !std::holds_alternative<event::Release>(kind)) {
    in_hand = stream.cursor.own();
  }
  pull_definitions_due(stream.name.process, in_hand->time);
  if (!stream.forced) {
    const bool ready = std::visit(
        [&](const auto& event) {
          if constexpr (std::is_same_v<std::decay_t<decltype(event)>, std::monostate>) {
            return true;
          } else {
            return Dispatch::ready(*this, stream, event);
          }
        },
        in_hand->event);
    if (!ready) return Step::kBlocked;
  }
  ++stream.events;
  ++statistics_.events;
  if (!stream.begun) take_place(stream);
  ++stream.tick;
  if (!std::holds_alternative<event::ThreadEnd>(in_hand->event)) stream.last_said = stream.tick;
  ++order_;
  current_ = &stream;
  time_ = in_hand->time;
  std::visit(
      [&](const auto& event) {
        using Event = std::decay_t<decltype(event)>;
        if constexpr (!std::is_same_v<Event, std::monostate>) {
          const Moment now = moment(stream, time_);
          const Place place = Dispatch::place(stream, event);
          for (Observer* observer : observers_) observer->before(job_, now, place, in_hand->event);
          Dispatch::apply(*this, stream, event, now, place);
          for (Observer* observer : observers_) observer->after(job_, now, place, in_hand->event);
        }
      },
      in_hand->event);
  stream.forced = false;
  stream.pop();
  return Step::kDone;
}

bool Replay::run() {
  // A thread runs until it blocks or another one is due. It may run ahead a little: changing from one to the next costs
  // more than an event.
  constexpr int kQuantum = 4096;
  bool any = false;
  while (!queue_.empty()) {
    const StreamSlot slot = queue_.top().slot;
    queue_.pop();
    if (streams_[slot] == nullptr) continue;  // as in enqueue
    Stream& stream = *streams_[slot];
    stream.queued = false;
    // Threads of one process have the windows' epochs in common: what they do to these in turn, without any order that
    // is seen, has to come in the order of its times.
    const ProcessSide& side = sides_[static_cast<std::size_t>(stream.name.process)];
    const auto by_time = [&] { return by_time_ || side.streams.size() > 1; };
    // When the next thread is due, in this thread's own time: this is asked after each event.
    const auto due = [&] {
      constexpr std::uint64_t kNever = ~std::uint64_t{0};
      // (The clocks of processes agree no better than that anyway.)
      const std::uint64_t slack = by_time() ? 0 : places_ > 8 ? 50'000 : 2'000;
      if (queue_.empty() || queue_.top().time >= kNever - slack) return kNever;
      return own_time(stream.name.process, queue_.top().time + slack);
    };
    std::uint64_t limit = due();
    Step outcome = Step::kDone;
    for (int i = 0; i < kQuantum && outcome == Step::kDone && !stream.ended; ++i) {
      outcome = step(stream);
      if (outcome != Step::kDone) break;
      any = true;
      if (by_time()) limit = due();  // somebody may have been woken
      const TimedEvent* next = stream.cursor.front();
      if (next != nullptr && next->time > limit) break;
    }
    if (outcome == Step::kDone) enqueue(slot);
    retire_if_due();
  }
  return any;
}

bool Replay::advance() {
  ++rounds_;
  find_streams();
  find_missing_ranks();
  bool any = false;
  for (int process = 0; process < job_.processes(); ++process) pull_definitions(process);
  growing_ = false;
  std::erase_if(not_ended_, [](const Stream* stream) { return stream->ended; });
  for (Stream* stream : not_ended_) growing_ |= is_growing(*stream);
  if (growing_ && by_time_) return any;  // what goes by time has to have all that was done before
  wake_all();
  bool all_asked = false;  // everybody who is parked was asked since the last event
  for (;;) {
    if (run()) {
      any = true;
      all_asked = false;
    }
    const bool blocked =
        std::ranges::any_of(not_ended_, [](const Stream* stream) { return !stream->ended && stream->waiting.parked; });
    if (!blocked && !open_all()) return any;
    if (!blocked || look_ahead_everywhere() || open_all()) continue;
    // While some trace still grew at the beginning of this round, what is missing may come. (By now all may have come
    // to their ends, but those who were told to wait for more have not been asked again.)
    if (growing_) return any;
    // Nobody is let go who can go on, whatever has woken him or not.
    if (!all_asked) {
      all_asked = true;
      wake_all();
    } else if (!release_one()) {
      return any;
    }
  }
}

void Replay::close() {
  if (closed_) return;
  closed_ = finished_ = true;
  advance();
  for (int process = 0; process < job_.processes(); ++process) {
    while (take_definition(process, kEver)) {
    }
  }
  describe_end();
}

void Replay::finish() {
  close();
  finish_conflicts();
  for (Observer* observer : observers_) {
    for (const Conflict& conflict : conflicts_) observer->conflict(job_, conflict);
    observer->finished(job_, end_);
  }
}

bool Replay::gone(int process) const {
  if (process < 0) return false;
  const ProcessSide& side = sides_[static_cast<std::size_t>(process)];
  return side.to_come.empty() &&
         std::ranges::all_of(side.streams, [this](StreamSlot slot) { return streams_[slot]->ended; });
}

bool Replay::release_one() {
  if (skip_order_gap()) return true;
  Stream* chosen = nullptr;
  for (Stream* stream : not_ended_) {
    if (stream->ended || !stream->waiting.parked || stream->waiting.for_others) continue;
    // Who waits for another thread of the process goes on when that one does.
    const auto waits_for_thread = [](const Stream& one) {
      return one.waiting.what == WaitsFor::kUnknown && one.waiting.process == one.name.process;
    };
    if (!chosen || (waits_for_thread(*chosen) && !waits_for_thread(*stream))) chosen = stream;
    const int process = stream->waiting.process;
    if (process >= 0 && (gone(process) || sides_[static_cast<std::size_t>(process)].was_refused)) {
      chosen = stream;
      break;
    }
  }
  if (!chosen) return false;
  const Waiting waiting = chosen->waiting;
  // Atomics whose record was lost: go on with those that are known.
  if (waiting.what == WaitsFor::kRequest && waiting.process >= 0 && atomics_.skip_gap(waiting.process)) {
    blind_spots_.insert(
        fmt::format("The order of the atomic operations at rank {} is not known completely.", waiting.process));
    wake_all();
    return true;
  }
  const Place& place = chosen->inside.place;
  const std::string call = chosen->inside.active ? std::string(name_of(place.call)) : "an event";
  std::string reason = "what it waited for is not in the traces";
  if (waiting.process >= 0 ? sides_[static_cast<std::size_t>(waiting.process)].was_refused
                           : std::ranges::any_of(sides_, &ProcessSide::was_refused)) {
    reason = fmt::format("calls of {} that it may have waited for were refused, as findings say",
                         waiting.process >= 0 ? fmt::format("rank {}", waiting.process) : "other ranks");
  } else if (waiting.process >= 0 && gone(waiting.process)) {
    reason = fmt::format("the trace of rank {} ends before what it waited for", waiting.process);
  }
  blind_spots_.insert(fmt::format("Rank {}: {} returned, but {}; order that it gave is not known.",
                                  chosen->name.process, call, reason));
  chosen->forced = true;
  note_disorder(chosen->name.process);
  // Its parking place keeps a stale entry, which at worst wakes it once in vain.
  enqueue(chosen->slot);
  return true;
}

bool Replay::next_is_failure(Stream& stream) {
  const TimedEvent* next = stream.cursor.ahead(1);
  return next != nullptr && std::holds_alternative<event::CallFailed>(next->event);
}

// ---- looking ahead
// ---------------------------------------------------------------------------------------------------

void Replay::fact_found(Stream& stream, const TimedEvent& fact) {
  const int process = stream.name.process;
  pull_definitions_due(process, fact.time);
  const AnyEvent& event = fact.event;
  ProcessSide& side = sides_[static_cast<std::size_t>(process)];
  if (const auto* done = std::get_if<event::RequestsDone>(&event)) {
    for (std::size_t i = 0; i < done->requests.size(); ++i) {
      ProcessSide::Status status;
      status.source = i < done->sources.size() ? done->sources[i] : kProcNull;
      status.tag = i < done->tags.size() ? done->tags[i] : 0;
      status.cancelled = i < done->cancelled.size() && done->cancelled[i] == 1;
      side.statuses[done->requests[i]] = status;
    }
  } else if (const auto* freed = std::get_if<event::FreedReceiveDone>(&event)) {
    side.statuses[freed->request] = {freed->source, freed->tag, freed->cancelled == 1};
  } else if (const auto* run = std::get_if<event::Executed>(&event)) {
    executed(process, run->thread, run->operation, run->sequence, run->changed != 0);
  } else if (const auto* granted = std::get_if<event::LockGranted>(&event)) {
    if (const Window* window = job_.window_by_id(process, granted->window)) {
      locks_.of(window->key, static_cast<int>(granted->target)).ahead[granted->sequence] = false;
      signal(key_of(Key::kLock, window->key, static_cast<std::uint64_t>(granted->target)));
    }
  } else if (const auto* released = std::get_if<event::LockReleased>(&event)) {
    if (const Window* window = job_.window_by_id(process, released->window)) {
      locks_.of(window->key, static_cast<int>(released->target)).ahead[released->sequence] = true;
    }
  }
}

bool Replay::look_ahead(Stream& stream, std::size_t events) {
  bool any = false;
  for (std::size_t i = 0; i < events && stream.looked_ahead < options_.look_ahead; ++i) {
    const TimedEvent* next = stream.cursor.ahead(stream.looked_ahead + 1);
    if (next == nullptr) break;
    ++stream.looked_ahead;
    any = true;
    fact_found(stream, *next);
  }
  return any;
}

bool Replay::look_ahead_everywhere() {
  bool any = false;
  for (Stream* stream : not_ended_) {
    if (!stream->ended && stream->waiting.parked) any |= look_ahead(*stream, 4096);
  }
  if (any) wake_all();  // what was found may unblock anybody
  return any;
}

// ---- clocks
// ------------------------------------------------------------------------------------------------------------

SharedClocks Replay::publish(Stream& stream) {
  auto clocks = order::copy_of(stream.clock);
  clocks->raise(stream.number, stream.tick);
  return clocks;
}

const SharedClocks& Replay::present(Stream& stream) {
  if (!stream.shared_clock) stream.shared_clock = order::copy_of(stream.clock);
  return stream.shared_clock;
}

// A thread that learns nothing new keeps what it has shared: by that it is seen (Activity::replaces).
void Replay::join(Stream& stream, const order::Clocks& clocks) {
  if (stream.clock.strong().surely_contains(clocks.strong()) &&
      stream.clock.observed().surely_contains(clocks.observed()))
    return;
  stream.clock.join(clocks);
  stream.shared_clock.reset();
}

void Replay::join_observed(Stream& stream, const order::Clock& clock) {
  if (stream.clock.observed().surely_contains(clock)) return;
  stream.clock.join_observed(clock);
  stream.shared_clock.reset();
}

Moment Replay::moment(const Stream& stream, std::uint64_t time) const {
  return {stream.name.process, stream.name.thread, stream.number, stream.tick, stream.events, time, order_};
}

bool Replay::before_present(const Moment& earlier, Order order) const {
  if (current_ == nullptr) return true;
  if (earlier.stream == current_->number) return true;
  const order::Clock& clock = order == Order::kStrong ? current_->clock.strong() : current_->clock.observed();
  return clock.covers(earlier.stream, earlier.tick);
}

order::NodeName Replay::add_node(Stream& stream, const Place& place) {
  if (!graph_.enabled()) return {};
  return graph_.add({stream.number, stream.tick, order_, place, nullptr, true});
}

order::NodeName Replay::add_lock_node(Stream& stream, const Place& place, const char* what) {
  if (!graph_.enabled()) return {};
  return graph_.add({stream.number, stream.tick, order_, place, what, false});
}

}  // namespace fencepost::check
