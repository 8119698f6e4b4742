#include "check/replay.h"

#include <string>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "check/end_of_run.h"
#include "check/event_place.h"
#include "check/past.h"
#include "ids/format.h"
#include "job/invariant.h"

namespace fencepost::check {

Replay::Replay(TraceSource& source, const AnalysisOptions& options, std::span<Observer* const> observers)
    : services_(source, options, observers, *this),
      chapters_(services_, [this] { return passed_by_all(services_, chapters_); }) {
  for (const ProcessId process : services_.job.processes()) services_.definitions.pull(process);
  services_.scheduler.find_threads();
}

bool Replay::advance() {
  services_.scheduler.find_threads();
  find_missing_ranks();
  for (const ProcessId process : services_.job.processes()) services_.definitions.pull(process);
  return services_.scheduler.advance();
}

void Replay::find_missing_ranks() {
  std::vector<ProcessId> missing;
  for (const ProcessId process : services_.job.processes()) {
    if (!services_.scheduler.threads().has_trace(process)) missing.push_back(process);
  }
  services_.losses.set_missing(std::move(missing));
}

void Replay::close() {
  if (closed_) return;
  closed_ = true;
  services_.scheduler.finish();
  advance();
  for (const ProcessId process : services_.job.processes()) {
    while (services_.definitions.take(process, Definitions::kEver)) {
    }
  }
  chapters_.locks.place_all_deferred();
  end_ = describe_end(services_, chapters_);
}

void Replay::finish() {
  close();
  conflicts_ = services_.records.finish();
  for (Observer* observer : services_.observers) {
    for (const Conflict& conflict : conflicts_) observer->conflict(services_.job, conflict);
    observer->finished(services_.job, end_);
  }
}

// ---- one event

std::unique_ptr<schedule::Stream> Replay::make_stream(ThreadName name, schedule::StreamSlot slot, EventStream& events) {
  return std::make_unique<Thread>(name, slot, events);
}

namespace {

template <class Event>
Place place_of(const Thread& thread, const Event& event) {
  Place place{thread.name.process, thread.name.thread, call_of(event), StackId(), 0};
  if constexpr (HasStack<Event>) {
    place.stack = StackId(event.stack);
  } else if (thread.call.active) {
    place = thread.call.place;
  }
  return place;
}

}  // namespace

template <class Event>
bool Replay::ready(Thread& thread, const Event& event) {
  schedule::Scheduler& scheduler = services_.scheduler;
  if constexpr (kFactsOf<Event>.takes_from_all) {
    if (scheduler.by_time() && !scheduler.caught_up(thread)) return false;
  }
  // The next event tells whether the call was refused, and what a receive has taken.
  if (scheduler.growing() && begins_blocking(event) && thread.cursor.ahead(1) == nullptr &&
      thread.cursor.state() == StreamState::kMore) {
    return scheduler.wait_for_more(thread);
  }
  bool ready = true;
  chapters_.each([&](auto& chapter) {
    if constexpr (requires { chapter.ready(thread, event); }) ready = ready && chapter.ready(thread, event);
  });
  return ready;
}

void Replay::enter(Thread& thread, EventKind kind, const Place& place, const Moment& now) {
  thread.call = CallInHand{};
  thread.call.active = true;
  thread.call.kind = kind;
  thread.call.place = place;
  thread.call.since = now;
  thread.call.refused = next_is_failure(thread);
  if (thread.call.refused) services_.scheduler.note_refused(thread.name.process);
}

template <class Event>
void Replay::apply(Thread& thread, const Event& event, const AnyEvent& any) {
  const Moment now = services_.clocks.now(thread);
  const Place place = place_of(thread, event);
  for (Observer* observer : services_.observers) observer->before(services_.job, now, place, any);
  if (begins_blocking(event)) enter(thread, Event::kKind, place, now);
  chapters_.each([&](auto& chapter) {
    if constexpr (requires { chapter.apply(thread, event); }) chapter.apply(thread, event);
  });
  if (ends_blocking<Event>) thread.call.active = false;
  for (Observer* observer : services_.observers) observer->after(services_.job, now, place, any);
}

void Replay::access(Thread& thread, const TimedEvent& event, const event::Access& access) {
  ++thread.events;
  ++services_.statistics.events;
  if (!thread.begun) chapters_.threads.take_place(thread);
  thread.last_said = thread.tick + 1;
  services_.definitions.pull_due(thread.name.process, event.time);
  services_.accesses.access(thread, access, event.time);
  thread.pop();
}

bool Replay::replay(schedule::Stream& stream) {
  auto& thread = static_cast<Thread&>(stream);
  const TimedEvent* in_hand = thread.cursor.front();
  if (const auto* one = std::get_if<event::Access>(&in_hand->event)) {
    access(thread, *in_hand, *one);
    return true;
  }
  if (!facts_of(in_hand->event).frequent) in_hand = thread.cursor.own();  // its handlers may look ahead in this stream
  services_.definitions.pull_due(thread.name.process, in_hand->time);
  const auto is_ready = [&](const auto& event) {
    if constexpr (std::is_same_v<std::decay_t<decltype(event)>, std::monostate>) {
      return true;
    } else {
      return ready(thread, event);
    }
  };
  if (!thread.forced && !std::visit(is_ready, in_hand->event)) return false;
  ++thread.events;
  ++services_.statistics.events;
  if (!thread.begun) chapters_.threads.take_place(thread);
  FENCEPOST_ASSERT(thread.tick != ~Tick{0}, "a thread has fewer events than its clock can count");
  ++thread.tick;
  if (!std::holds_alternative<event::ThreadEnd>(in_hand->event)) thread.last_said = thread.tick;
  services_.clocks.next_event(thread, in_hand->time);
  const auto take = [&](const auto& event) {
    if constexpr (!std::is_same_v<std::decay_t<decltype(event)>, std::monostate>) apply(thread, event, in_hand->event);
  };
  std::visit(take, in_hand->event);
  thread.forced = false;
  FENCEPOST_ASSERT(thread.cursor.front() == in_hand, "the event that was replayed is still in hand");
  thread.pop();
  return true;
}

void Replay::end_of_trace(schedule::Stream& stream) {
  auto& thread = static_cast<Thread&>(stream);
  thread.ended = true;
  thread.cursor.close();
  chapters_.issue.end_of_trace(thread);
  services_.source.thread_done(thread.name);
  chapters_.threads.end_of_trace(thread);
}

void Replay::foreseen(schedule::Stream& stream, const TimedEvent& fact) {
  auto& thread = static_cast<Thread&>(stream);
  services_.definitions.pull_due(thread.name.process, fact.time);
  const auto foresee = [&](const auto& event) {
    chapters_.each([&](auto& chapter) {
      if constexpr (requires { chapter.foresee(thread, event); }) chapter.foresee(thread, event);
    });
  };
  std::visit(foresee, fact.event);
}

void Replay::turn_is_over() {
  if (!services_.conflict_check.retirement_is_due()) return;
  const std::vector<Tick> passed = passed_by_all(services_, chapters_);
  services_.conflict_check.retire(passed);
  chapters_.reads_from.retire(passed);
}

// ---- when no thread can continue

void Replay::goes_on_without(schedule::Stream& stream) {
  auto& thread = static_cast<Thread&>(stream);
  const schedule::Scheduler& scheduler = services_.scheduler;
  const ProcessId awaited = thread.waiting.process;
  const std::string call = thread.call.active ? std::string(name_of(thread.call.place.call)) : "A call";
  std::string reason = "what it waited for is not in the traces";
  if (awaited.known() ? scheduler.was_refused(awaited) : scheduler.any_was_refused()) {
    reason = fmt::format("calls of {} that it may have waited for were refused (see the findings)",
                         awaited.known() ? fmt::format("rank {}", awaited) : "other ranks");
  } else if (awaited.known() && scheduler.gone(awaited)) {
    reason = fmt::format("the trace of rank {} ends before the call that it waited for", awaited);
  }
  const ProcessId process = thread.name.process;
  services_.losses.note_unexplained(process, call, reason);
  services_.losses.note_disorder(process, scheduler.threads().of(process).size() > 1);
}

}  // namespace fencepost::check
