// The replay: passes the events of all threads, in the order that the scheduler decides, to the chapters of MPI. These
// keep the model of the job and the clocks, and turn operations into accesses for the race check. Internal to the
// component; analysis.h is its interface.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "chapters/chapters.h"
#include "job/observer.h"
#include "services/found_conflict.h"
#include "services/options.h"
#include "services/services.h"

namespace fencepost::check {

class Replay : public schedule::Player {
 public:
  Replay(TraceSource& source, const AnalysisOptions& options, std::span<Observer* const> observers);
  bool advance();
  void close();
  void finish();
  std::vector<FoundConflict> take_found() { return services_.records.take_found(); }
  void add_found(FoundConflict found) { services_.records.add_found(std::move(found)); }

  const Job& job() const { return services_.job; }
  const Statistics& statistics() const { return services_.statistics; }
  const std::vector<Conflict>& conflicts() const { return conflicts_; }
  const EndOfRun& end() const { return end_; }

 private:
  // The scheduler's questions.
  std::unique_ptr<schedule::Stream> make_stream(ThreadName name, schedule::StreamSlot slot,
                                                EventStream& events) override;
  bool is_created(ThreadName name) const override { return chapters_.threads.is_created(name); }
  bool replay(schedule::Stream& stream) override;
  void end_of_trace(schedule::Stream& stream) override;
  void foreseen(schedule::Stream& stream, const TimedEvent& event) override;
  void turn_is_over() override;
  bool skip_lost_order() override { return chapters_.threads.skip_lost_order(); }
  bool skip_lost_number(ProcessId process) override { return chapters_.reads_from.skip_lost_number(process); }
  void goes_on_without(schedule::Stream& stream) override;

  void access(Thread& thread, const TimedEvent& event, const event::Access& access);
  template <class Event>
  bool ready(Thread& thread, const Event& event);
  template <class Event>
  void apply(Thread& thread, const Event& event, const AnyEvent& any);
  // The thread enters a call that blocks.
  void enter(Thread& thread, EventKind kind, const Place& place, const Moment& now);
  void find_missing_ranks();

  Services services_;
  Chapters chapters_;
  std::vector<Conflict> conflicts_;
  EndOfRun end_;
  bool closed_ = false;
};

}  // namespace fencepost::check
