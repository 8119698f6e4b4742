// The calls that issue RMA operations: their arguments, and when their target is open to them.
#pragma once

#include <cstdint>
#include <memory>

#include "chapters/chapter.h"
#include "chapters/exposure.h"
#include "chapters/locks.h"
#include "chapters/named_by_operations.h"
#include "chapters/reads_from.h"
#include "chapters/recent_bytes.h"

namespace fencepost::check {

class IssueChapter : public Chapter {
 public:
  IssueChapter(Services& services, ExposureChapter& exposure, LockChapter& locks, ReadsFromChapter& reads_from)
      : Chapter(services),
        statistics_(services.statistics),
        in_flight_(services.in_flight),
        requests_(services.requests),
        locks_held_(services.locks_held),
        exposure_(exposure),
        locks_(locks),
        reads_from_(reads_from) {}

  void apply(Thread&, const event::Transfer&);
  void apply(Thread&, const event::AtomicOperation&);
  void apply(Thread&, const event::DatatypeGone&);
  void end_of_trace(Thread& thread) {
    named_.of(thread).forget();
    recent_bytes_.of(thread) = {};
  }

 private:
  void issue(Thread& thread, const std::shared_ptr<RmaOperation>& operation, const Window* window);
  void find_target(Thread& thread, RmaOperation& operation, const Window* window);
  void find_bytes(const Thread& thread, RmaOperation& operation, const Window& window);
  void begin(const std::shared_ptr<RmaOperation>& operation, const ExpectedAccesses& expected);
  // What had happened before its target opens to it; null: it waits for the opening.
  SharedClocks opening(const std::shared_ptr<RmaOperation>& operation);

  Statistics& statistics_;
  InFlight& in_flight_;
  RequestTable& requests_;
  LocksHeld& locks_held_;
  ExposureChapter& exposure_;
  LockChapter& locks_;
  ReadsFromChapter& reads_from_;
  OfThreads<NamedByOperations> named_;
  OfThreads<RecentBytes> recent_bytes_;
};

}  // namespace fencepost::check
