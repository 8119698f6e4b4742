// A check: watches the replayed job and reports violations of one subject's rules. One file per subject in this folder;
// kMakers in check.cpp lists them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "checks/report.h"
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

// All checks as one observer: attach it to the engine, and take the findings after the run. Events that no check looks
// at are not passed on, and nothing more of a process once some of its events were lost: its state is not known any
// more.
class Checks : public Observer {
 public:
  Checks(Symbolizer& symbolizer, RuleOptions options);
  ~Checks() override;

  std::vector<Finding> findings() { return report_.take(); }
  // Called with each finding at or above the threshold as soon as it is found, until it returns true. What is known
  // later only (completions) is missing in it.
  void when_found(std::function<bool(const Finding&)> listener) { report_.when_found(std::move(listener)); }

  void before(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) override;
  void after(const Job& job, const Moment& moment, const Place& place, const AnyEvent& event) override;
  bool wants_accesses() const override;
  void access(const Job& job, const Moment& moment, const Place& place, const event::Access& event, const Memory& where,
              const Strided& bytes) override;
  void operation_issued(const Job& job, const Operation& operation) override;
  void operation_completed(const Job& job, const Operation& operation, bool remote) override;
  void collective(const Job& job, const CollectiveCall& call) override;
  void epochs_matched(const Job& job, const EpochMatch& match) override;
  void window_gone(const Window& window) override;
  void conflict_found(const Job& job, const Conflict& conflict) override;
  void conflict(const Job& job, const Conflict& conflict) override;
  void finished(const Job& job, const EndOfRun& end) override;

 private:
  Report report_;
  std::vector<std::unique_ptr<Check>> checks_;
  // Who is told what.
  std::vector<Check*> of_before_, of_after_, of_issued_, of_completed_, of_accesses_, of_operation_events_;
};

// One maker per file of this folder.
std::unique_ptr<Check> make_race_check(Report& report);
std::unique_ptr<Check> make_epoch_check(Report& report);
std::unique_ptr<Check> make_exposure_check(Report& report);
std::unique_ptr<Check> make_argument_check(Report& report);
std::unique_ptr<Check> make_type_check(Report& report);
std::unique_ptr<Check> make_request_check(Report& report);
std::unique_ptr<Check> make_window_check(Report& report);
std::unique_ptr<Check> make_memory_check(Report& report);
std::unique_ptr<Check> make_given_back_check(Report& report);
std::unique_ptr<Check> make_gone_memory_check(Report& report);
std::unique_ptr<Check> make_memory_sync_check(Report& report);
std::unique_ptr<Check> make_info_check(Report& report);
std::unique_ptr<Check> make_assertion_check(Report& report);
std::unique_ptr<Check> make_matching_check(Report& report);
std::unique_ptr<Check> make_waiting_check(Report& report);
std::unique_ptr<Check> make_hang_check(Report& report);
std::unique_ptr<Check> make_usage_check(Report& report);

}  // namespace fencepost
