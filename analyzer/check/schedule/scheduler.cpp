#include "schedule/scheduler.h"

#include <algorithm>
#include <utility>

#include "job/invariant.h"

namespace fencepost::schedule {

namespace {
// All keys except these come from the Player.
constexpr WaitKey kTime{1};   // others have to come as far
constexpr WaitKey kLater{2};  // what growing traces will show later
}  // namespace

Scheduler::Scheduler(TraceSource& source, Player& player, const CommonTime& times, std::size_t processes,
                     std::size_t look_ahead)
    : source_(source),
      player_(player),
      times_(times),
      directory_(processes),
      was_refused_(processes),
      most_ahead_(look_ahead) {}

// ---- threads

void Scheduler::find_threads() {
  source_.list_threads([this](const ListedThread& listed) {
    const ThreadName& name = listed.name;
    if (!was_refused_.has(name.process)) return;
    if (directory_.where_is(name) != ThreadPlace::kUnlisted) return;
    directory_.note_trace(name.process);
    // Of many threads that come and go, few are open at a time.
    if (listed.is_created && !player_.is_created(name)) {
      directory_.comes(name);
    } else {
      open(name);
    }
  });
}

void Scheduler::open(ThreadName name) {
  std::unique_ptr<Stream> made = player_.make_stream(name, directory_.take_slot(), source_.events(name));
  Stream& stream = *made;
  directory_.open(std::move(made));
  growing_ |= is_growing(stream);
  enqueue(stream);
}

bool Scheduler::open_all() {
  bool any = false;
  for (const ProcessId process : was_refused_.processes()) {
    while (open_one_to_come(process)) any = true;
  }
  return any;
}

// Before any thread is seen to create it. (The event of its creation may be lost, or not yet written.)
bool Scheduler::open_one_to_come(ProcessId process) {
  if (growing_ || !directory_.has_one_to_come(process)) return false;
  open({process, directory_.first_to_come(process)});
  return true;
}

// A thread has a trace from its first event on. So if it has written anything before the event that names it, the next
// look at the traces finds it.
bool Scheduler::surely_unlisted(Stream& stream) {
  if (!growing_) return true;
  if (stream.missing_since == 0) stream.missing_since = rounds_;
  return stream.missing_since < rounds_ || wait_for_more(stream);
}

bool Scheduler::is_growing(const Stream& stream) const {
  return !finished_ && stream.cursor.state() == StreamState::kMore;
}

bool Scheduler::gone(ProcessId process) const {
  return process.known() && !directory_.has_one_to_come(process) &&
         std::ranges::all_of(directory_.of(process), [](const Stream* stream) { return stream->ended; });
}

bool Scheduler::any_was_refused() const {
  return std::ranges::find(was_refused_, true) != was_refused_.end();
}

// ---- which threads wait, and which can continue

std::uint64_t Scheduler::time_of_next(Stream& stream) const {
  const TimedEvent* next = stream.cursor.front();
  return next != nullptr ? times_.of(stream.name.process, next->time) : 0;
}

// Threads that can continue are not behind (run()); those that wait may be.
bool Scheduler::caught_up(Stream& stream) {
  const std::uint64_t now = time_of_next(stream);
  for (Stream* other : directory_.not_ended()) {
    if (other == &stream || other->ended || !other->waiting.parked || other->waiting.for_others) continue;
    if (time_of_next(*other) >= now) continue;
    park(stream, kTime);
    stream.waiting.for_others = true;
    return false;
  }
  return true;
}

bool Scheduler::has_come_as_far(ProcessId process, Stream& stream, WaitKey key) {
  const std::uint64_t now = time_of_next(stream);
  for (Stream* other : directory_.of(process)) {
    if (other == &stream || other->ended) continue;
    if (other->cursor.front() == nullptr) {
      if (is_growing(*other) && other->cursor.awaited_until() <= times_.own(process, now)) return wait_for_more(stream);
    } else if (time_of_next(*other) < now) {
      if (!other->waiting.parked) return park(stream, key, Lack::kEvent, process);
      if (growing_) return wait_for_more(stream);  // the other one may, too, for events that follow
    }
  }
  return true;
}

void Scheduler::enqueue(Stream& stream) {
  if (stream.queued || stream.ended) return;
  stream.queued = true;
  const bool others_may_wait = stream.waiting.parked && !stream.waiting.for_others;
  stream.waiting.parked = false;
  queue_.push({time_of_next(stream), stream.slot});
  if (by_time_ && others_may_wait) wake(kTime);
}

void Scheduler::wake(WaitKey key) {
  const auto at = parked_.find(key.value);
  if (at == parked_.end()) return;
  const auto all = std::move(at->second);
  parked_.erase(at);
  for (const StreamSlot slot : all) {
    if (Stream* const stream = directory_.at(slot)) enqueue(*stream);  // a thread that was parked there may have left
  }
}

void Scheduler::wake_all() {
  parked_.clear();
  for (Stream* stream : directory_.not_ended()) enqueue(*stream);
}

bool Scheduler::park(Stream& stream, WaitKey key, Lack lack, ProcessId process) {
  FENCEPOST_ASSERT(!stream.ended, "only a thread that has not ended can be parked");
  stream.waiting = {true, lack, process, false};
  parked_[key.value].push_back(stream.slot);
  return false;
}

bool Scheduler::wait_for_more(Stream& stream) {
  return park(stream, kLater);
}

// ---- turns

Scheduler::Step Scheduler::step(Stream& stream) {
  if (stream.cursor.front() == nullptr) {
    if (stream.cursor.state() == StreamState::kMore && !finished_) return Step::kNothing;
    player_.end_of_trace(stream);
    return Step::kNothing;
  }
  return player_.replay(stream) ? Step::kDone : Step::kBlocked;
}

// Threads of one process share the windows' epochs. What they do to these in turn, without any order that is seen, must
// be replayed in the order of its times.
bool Scheduler::keeps_to_time(const Stream& stream) const {
  return by_time_ || directory_.of(stream.name.process).size() > 1;
}

// In the time of the process.
std::uint64_t Scheduler::siblings_are_shown_until(const Stream& stream) const {
  std::uint64_t until = ~std::uint64_t{0};
  for (Stream* other : directory_.of(stream.name.process)) {
    if (other == &stream || other->ended || other->cursor.front() != nullptr || !is_growing(*other)) continue;
    until = std::min(until, other->cursor.awaited_until());
  }
  return until;
}

// When the next thread is due, in this thread's own time: this is computed after each event.
std::uint64_t Scheduler::due(const Stream& stream) const {
  constexpr std::uint64_t kNever = ~std::uint64_t{0};
  // (The clocks of processes agree no better than that anyway.)
  const std::uint64_t slack = keeps_to_time(stream) ? 0 : at_a_time_ > 8 ? 50'000 : 2'000;
  if (queue_.empty() || queue_.top().time >= kNever - slack) return kNever;
  return times_.own(stream.name.process, queue_.top().time + slack);
}

// True: something was replayed.
bool Scheduler::take_turn(Stream& stream) {
  constexpr int kQuantum = 4096;
  bool any = false;
  std::uint64_t limit = due(stream);
  // (Within a turn, no thread shows more events; if a thread is opened, the turn ends.)
  const std::uint64_t shown = finished_ ? ~std::uint64_t{0} : siblings_are_shown_until(stream);
  Step outcome = Step::kDone;
  turn_is_over_ = false;
  for (int i = 0; i < kQuantum && outcome == Step::kDone && !stream.ended; ++i) {
    if (const TimedEvent* next = stream.cursor.front(); next != nullptr && next->time >= shown) {
      wait_for_more(stream);
      outcome = Step::kBlocked;
      break;
    }
    outcome = step(stream);
    if (outcome != Step::kDone) break;
    any = true;
    if (turn_is_over_) break;
    if (keeps_to_time(stream)) limit = due(stream);  // a thread may have been woken
    const TimedEvent* next = stream.cursor.front();
    if (next != nullptr && next->time > limit) break;
  }
  if (outcome == Step::kDone) enqueue(stream);
  return any;
}

bool Scheduler::run() {
  bool any = false;
  while (!queue_.empty()) {
    const StreamSlot slot = queue_.top().slot;
    queue_.pop();
    Stream* const stream = directory_.at(slot);
    if (stream == nullptr) continue;  // it has left
    stream->queued = false;
    any |= take_turn(*stream);
    player_.turn_is_over();
  }
  return any;
}

bool Scheduler::advance() {
  ++rounds_;
  bool any = false;
  growing_ = false;
  directory_.forget_ended();
  for (const Stream* stream : directory_.not_ended()) growing_ |= is_growing(*stream);
  if (growing_ && by_time_) return any;  // a replay by time must first have all earlier events
  wake_all();
  bool all_asked = false;  // all parked threads have asked again since the last event
  for (;;) {
    if (run()) {
      any = true;
      all_asked = false;
    }
    const bool blocked = std::ranges::any_of(
        directory_.not_ended(), [](const Stream* stream) { return !stream->ended && stream->waiting.parked; });
    if (!blocked && !open_all()) {
      FENCEPOST_ASSERT_ALL(growing_ || all_at_ends(), "nobody is forgotten who can go on");
      return any;
    }
    if (!blocked || look_ahead_everywhere() || open_all()) continue;
    // If some trace still grew at the beginning of this round, missing events may still come. (By now all traces may
    // have ended, but threads that were told to wait for more have not asked again.)
    if (growing_) return any;
    // No thread is forced that can continue, whether something has woken it or not.
    if (!all_asked) {
      all_asked = true;
      wake_all();
    } else if (!release_one()) {
      return any;
    }
  }
}

// For traces that do not grow: no thread has an event left.
bool Scheduler::all_at_ends() const {
  return std::ranges::all_of(directory_.not_ended(), [this](Stream* stream) {
    return stream->ended || is_growing(*stream) || stream->cursor.front() == nullptr;
  });
}

// ---- when no thread can continue

bool Scheduler::look_ahead(Stream& stream, std::size_t events) {
  bool any = false;
  for (std::size_t i = 0; i < events && stream.looked_ahead < most_ahead_; ++i) {
    const TimedEvent* next = stream.cursor.ahead(stream.looked_ahead + 1);
    if (next == nullptr) break;
    ++stream.looked_ahead;
    any = true;
    player_.foreseen(stream, *next);
  }
  return any;
}

bool Scheduler::look_ahead_everywhere() {
  bool any = false;
  for (std::size_t i = 0; i < directory_.not_ended().size(); ++i) {
    Stream& stream = *directory_.not_ended()[i];
    if (!stream.ended && stream.waiting.parked) any |= look_ahead(stream, 4096);
  }
  if (any) wake_all();  // what was found may unblock any thread
  return any;
}

Stream* Scheduler::whom_to_release() const {
  const auto waits_for_thread = [](const Stream& one) { return one.waiting.lack == Lack::kOwnProcess; };
  Stream* chosen = nullptr;
  for (Stream* stream : directory_.not_ended()) {
    if (stream->ended || !stream->waiting.parked || stream->waiting.for_others) continue;
    if (!chosen || (waits_for_thread(*chosen) && !waits_for_thread(*stream))) chosen = stream;
    const ProcessId process = stream->waiting.process;
    if (process.known() && (gone(process) || was_refused(process))) return stream;
  }
  return chosen;
}

bool Scheduler::release_one() {
  if (player_.skip_lost_order()) {
    wake_all();
    return true;
  }
  Stream* const chosen = whom_to_release();
  if (!chosen) return false;
  const Waiting& waiting = chosen->waiting;
  if (waiting.lack == Lack::kNumber && waiting.process.known() && player_.skip_lost_number(waiting.process)) {
    wake_all();
    return true;
  }
  player_.goes_on_without(*chosen);
  chosen->forced = true;
  // Its parking place keeps a stale entry, which at worst wakes it once in vain.
  enqueue(*chosen);
  return true;
}

}  // namespace fencepost::schedule
