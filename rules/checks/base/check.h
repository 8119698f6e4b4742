// A check: watches the replayed job and reports violations of one subject's rules. One file per subject, in the folder
// of its family; kMakers in checks/all/checks.cpp lists them.
#pragma once

#include <cstdint>

#include "findings/report.h"
#include "job/observer.h"

namespace fencepost {

class Check : public Observer {
 public:
  explicit Check(Report& report) : report_(report) {}

  // Whether before() is to see RMA operations too; they are the most frequent events, and operation_issued() tells
  // more.
  virtual bool wants_operation_events() const { return false; }

  // What a check does not override, it is not told again: these defaults run once for each.
  enum Callback : std::uint8_t { kBefore = 1, kAfter = 2, kIssued = 4, kCompleted = 8 };
  bool ignores(Callback callback) const { return (ignored_ & callback) != 0; }
  void before(const Job&, const Moment&, const Place&, const AnyEvent&) override { ignored_ |= kBefore; }
  void after(const Job&, const Moment&, const Place&, const AnyEvent&) override { ignored_ |= kAfter; }
  void operation_issued(const Job&, const Operation&) override { ignored_ |= kIssued; }
  void operation_completed(const Job&, const Operation&, bool /*remote*/) override { ignored_ |= kCompleted; }

 protected:
  Report& report() { return report_; }
  Words& words() { return report_.words(); }

  // FP-WINDOW-009 of a window that `process` does not free follows from `cause`, the finding that tells of the others'
  // MPI_Win_free.
  void never_freed_follows(const Window& window, int process, Report::Number cause);

 private:
  Report& report_;
  std::uint8_t ignored_ = 0;
};

}  // namespace fencepost
