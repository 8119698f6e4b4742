// The clocks of the threads, the position of the replay, and the graph of synchronization for explanations.
//
// Ticks. Each event except Access has a tick of its thread; accesses between two events carry the tick of the later
// one. A clock that was published at tick T covers all accesses before that event.
#pragma once

#include <cstdint>
#include <memory>

#include "job/job.h"
#include "order/clock.h"
#include "order/graph.h"
#include "services/thread.h"

namespace fencepost::check {

class Clocks : public PresentOrder {
 public:
  // `history`: see AnalysisOptions.
  explicit Clocks(std::size_t history) : graph_(history) {}

  // ---- the current event
  void next_event(Thread& thread, std::uint64_t time);  // it becomes the current one
  std::uint64_t order() const { return order_; }        // its position in the replay
  std::uint64_t time() const { return time_; }          // in ticks of its process's clock
  Moment now(const Thread& thread) const { return moment(thread, time_); }
  Moment moment(const Thread& thread, std::uint64_t time) const;
  bool before_present(const Moment& earlier, Order order) const override;
  std::shared_ptr<const OrderThen> keep_present() override;

  // ---- what a thread knows
  SharedClocks publish(const Thread& thread) const;  // up to and including the current event
  const SharedClocks& present(Thread& thread);       // what happened before the current event
  void join(Thread& thread, const order::Clocks& clocks);
  void join_observed(Thread& thread, const order::Clock& clock);

  // ---- places in the clocks
  StreamNumber places() const { return places_; }  // this many were assigned
  void give_new_place(Thread& thread);
  // The place of a thread that has ended, if the new thread knows of that end: they come one after the other, like the
  // events of one thread.
  static void give_place_of(const Thread& ended, Thread& thread);
  // The thread continues with what another of its strands knew (strands.h).
  static void resume(Thread& thread, const ThreadClock& strand);
  // The thread continues with a new strand that knows this. `place`: that of one of its strands that has ended;
  // kNoNumber: a new one.
  void begin_strand(Thread& thread, const order::Clocks& known, StreamNumber place);
  // What happened before the strand, and the strand's own events up to a tick.
  static SharedClocks known_by(const ThreadClock& strand, Tick own);

  // ---- the graph
  order::SyncGraph& graph() { return graph_; }
  const order::SyncGraph& graph() const { return graph_; }
  order::NodeName add_node(const Thread& thread, const Place& place);
  // In a call at `place`, the thread learns what an atomic operation has written: for the picture.
  void note_read(const Thread& thread, order::NodeName written, const Place& place, bool by_the_way);
  // For a flush, a lock or an unlock, which order nothing, or only by this run's order of locks.
  order::NodeName add_lock_node(const Thread& thread, const Place& place, const char* what = nullptr);

 private:
  order::SyncGraph graph_;
  Thread* current_ = nullptr;
  std::uint64_t order_ = 0, time_ = 0;
  StreamNumber places_ = 0;
};

// What happened before `start` or before `other`.
SharedClocks joined(const SharedClocks& start, const order::Clocks& other);
SharedClocks joined_observed(const SharedClocks& start, const order::Clock& other);

}  // namespace fencepost::check
