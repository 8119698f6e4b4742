// The writes that a fetching atomic operation has read from: the order that flags, locks and queues of a program give.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>

#include "chapters/chapter.h"
#include "job/recycled.h"
#include "match/atomics.h"

namespace fencepost::check {

class ReadsFromChapter : public Chapter {
 public:
  explicit ReadsFromChapter(Services& services)
      : Chapter(services), counters_order_(services.options.counters_order), statistics_(services.statistics) {}

  void apply(Thread&, const event::Executed&);
  void foresee(Thread&, const event::Executed&);

  // The atomic operation, which has an effect, is issued.
  void issued(const std::shared_ptr<RmaOperation>& operation);
  // Both its sides are placed: applies what was seen of it by looking ahead.
  void placed(const RmaOperation& operation);
  // An operation (process, thread and number there) was executed at its target, as number `sequence` there.
  void executed(ThreadName thread, std::uint64_t number, std::uint64_t sequence, bool changed);
  void forget_repeated(const RmaOperation& operation);

  // For an operation that is complete at the origin: whether it is known what it fetched. False: the thread is parked.
  bool ready(Thread& thread, const RmaOperation& operation);
  bool ready(Thread& thread, std::span<const std::shared_ptr<RmaOperation>> operations);
  // The thread now knows what it fetched.
  void done(Thread& thread, RmaOperation& operation);
  void done(Thread& thread, std::span<const std::shared_ptr<RmaOperation>> operations);
  // And so does this thread, whose own call completes it, too.
  void done_again(Thread& thread, const RmaOperation& operation);

  // For atomics whose record was lost: continues with the known ones. False: there are none.
  bool skip_lost_number(ProcessId process);
  // Forgets writers that everybody knows of.
  void retire(std::span<const Tick> passed) { atomics_.retire(passed); }

 private:
  struct OperationName {
    ThreadName thread{ProcessId()};
    std::uint64_t number = 0;  // among the operations of its thread
    friend auto operator<=>(const OperationName&, const OperationName&) = default;
  };
  struct EarlyExecution {
    std::uint64_t sequence;
    bool changed;
  };
  // Whether its call is not yet replayed.
  bool is_to_come(const OperationName& name) const;
  bool goes_by_time(const RmaOperation& operation) const;
  void issued_natively(RmaOperation& operation);
  void fetched_natively(Thread& thread, RmaOperation& operation);

  const bool counters_order_;
  Statistics& statistics_;
  match::Atomics atomics_;
  RecyclingMap<OperationName, std::shared_ptr<RmaOperation>> awaiting_execution_;
  std::map<OperationName, EarlyExecution> early_executions_;  // the thread's trace may not be listed yet
};

}  // namespace fencepost::check
