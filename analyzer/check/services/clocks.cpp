#include "services/clocks.h"

#include <utility>

#include "job/invariant.h"
#include "job/recycled.h"

namespace fencepost::check {

void Clocks::next_event(Thread& thread, std::uint64_t time) {
  FENCEPOST_ASSERT(thread.begun, "a thread has its place in the clocks before its first event");
  ++order_;
  current_ = &thread;
  time_ = time;
}

Moment Clocks::moment(const Thread& thread, std::uint64_t time) const {
  return {thread.name.process, thread.name.thread, thread.number, thread.tick, thread.events, time, order_};
}

namespace {

bool before(const Moment& earlier, Order order, StreamNumber own, const order::Clocks& known) {
  if (earlier.stream == own) return true;
  const order::Clock& clock = order == Order::kStrong ? known.strong() : known.observed();
  return clock.covers(earlier.stream, earlier.tick);
}

struct KeptOrder : OrderThen {
  KeptOrder(StreamNumber stream, SharedClocks clocks) : own(stream), known(std::move(clocks)) {}
  bool happened_before(const Moment& earlier, Order order) const override {
    return before(earlier, order, own, *known);
  }
  StreamNumber own;
  SharedClocks known;
};

}  // namespace

bool Clocks::before_present(const Moment& earlier, Order order) const {
  return current_ == nullptr || before(earlier, order, current_->number, current_->known());
}

std::shared_ptr<const OrderThen> Clocks::keep_present() {
  return current_ == nullptr ? nullptr : make_recycled<KeptOrder>(current_->number, present(*current_));
}

SharedClocks Clocks::publish(const Thread& thread) const {
  FENCEPOST_ASSERT(thread.begun, "only a thread with a place in the clocks can tell what it knows");
  auto clocks = order::copy_of(thread.clock_);
  clocks->raise(thread.number, thread.tick);
  return clocks;
}

const SharedClocks& Clocks::present(Thread& thread) {
  if (!thread.shared_) thread.shared_ = order::copy_of(thread.clock_);
  return thread.shared_;
}

// A thread that learns nothing new keeps its shared clock: Activity::replaces compares these.
void Clocks::join(Thread& thread, const order::Clocks& clocks) {
  if (thread.clock_.strong().surely_contains(clocks.strong()) &&
      thread.clock_.observed().surely_contains(clocks.observed()))
    return;
  thread.clock_.join(clocks);
  thread.shared_.reset();
}

void Clocks::join_observed(Thread& thread, const order::Clock& clock) {
  if (thread.clock_.observed().surely_contains(clock)) return;
  thread.clock_.join_observed(clock);
  thread.shared_.reset();
}

void Clocks::give_new_place(Thread& thread) {
  FENCEPOST_ASSERT(!thread.begun, "a thread gets one place in the clocks");
  thread.begun = true;
  thread.number = places_++;
}

void Clocks::give_place_of(const Thread& ended, Thread& thread) {
  FENCEPOST_ASSERT(!thread.begun && ended.begun && ended.ended, "a place in the clocks has one thread at a time");
  thread.begun = true;
  thread.number = ended.number;
  thread.tick = ended.tick;
  thread.last_said = ended.tick;
}

void Clocks::resume(Thread& thread, const ThreadClock& strand) {
  const Tick now = thread.tick;
  static_cast<ThreadClock&>(thread) = strand;
  thread.tick = now;
  thread.last_said = now;
}

void Clocks::begin_strand(Thread& thread, const order::Clocks& known, StreamNumber place) {
  thread.number = place == ThreadClock::kNoNumber ? places_++ : place;
  thread.last_said = thread.tick;
  thread.clock_ = known;
  thread.shared_.reset();
}

SharedClocks Clocks::known_by(const ThreadClock& strand, Tick own) {
  auto clocks = order::copy_of(strand.clock_);
  clocks->raise(strand.number, own);
  return clocks;
}

order::NodeName Clocks::add_node(const Thread& thread, const Place& place) {
  if (!graph_.enabled()) return {};
  return graph_.add({thread.number, thread.tick, order_, place, nullptr, true});
}

void Clocks::note_read(const Thread& thread, order::NodeName written, const Place& place, bool by_the_way) {
  if (graph_.enabled())
    graph_.add_read(written, {thread.number, thread.tick, order_, place, nullptr, true}, by_the_way);
}

order::NodeName Clocks::add_lock_node(const Thread& thread, const Place& place, const char* what) {
  if (!graph_.enabled()) return {};
  return graph_.add({thread.number, thread.tick, order_, place, what, false});
}

SharedClocks joined(const SharedClocks& start, const order::Clocks& other) {
  auto both = order::copy_of(*start);
  both->join(other);
  return both;
}

SharedClocks joined_observed(const SharedClocks& start, const order::Clock& other) {
  if (start->observed().surely_contains(other)) return start;
  auto both = order::copy_of(*start);
  both->join_observed(other);
  return both;
}

}  // namespace fencepost::check
