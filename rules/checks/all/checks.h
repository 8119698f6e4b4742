// All checks, as one observer of the replayed job.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "checks_base/check.h"

namespace fencepost {

// All checks as one observer: attach it to the engine, and take the findings after the run. It does not pass on events
// that no check looks at. If some events of a process were lost, it passes on nothing more of it, because the process's
// state is no longer known.
class Checks : public Observer {
 public:
  Checks(Symbolizer& symbolizer, RuleOptions options);
  ~Checks() override;

  std::vector<Finding> findings() { return report_.take(); }
  // Called with each finding that fails the run as soon as it is found, until it returns true. The finding does not yet
  // contain what is known only later (completions).
  void when_found(std::function<bool(const Finding&)> listener) { report_.when_found(std::move(listener)); }

  // Called at each occurrence of what becomes a finding, as long as the replay goes on; after that with true, except
  // for conflicts.
  void when_occurs(std::function<void(bool at_end)> listener);

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
  struct Told {
    Check* check;
    Subscription::Handler handler;
  };
  using ByKind = std::array<std::vector<Told>, std::variant_size_v<AnyEvent>>;

  void subscribe(Check& check);
  static void tell(const ByKind& told, const Here& here, const AnyEvent& event);

  Report report_;
  bool at_end_ = false, in_conflict_ = false;
  std::vector<std::unique_ptr<Check>> checks_;
  // Which checks receive which events, from their subscriptions; by the index of the event's type in AnyEvent.
  ByKind on_, on_done_;
  std::vector<Check*> of_accesses_, of_issued_, of_completed_;
};

}  // namespace fencepost
