// What is known about each process's access epochs beyond the engine's WindowState, and what is common to the findings
// about calls that open and close them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "facts/calls.h"
#include "findings/report.h"

namespace fencepost {

class AccessEpochs {
 public:
  explicit AccessEpochs(Report& report) : report_(report) {}

  // The last call that closed access epochs on a window, for "the epoch before it was closed by …".
  struct Past {
    Place opened, closed;
    Moment closed_at;
    bool nosucceed = false;  // it was a fence with MPI_MODE_NOSUCCEED
  };
  void remember(const Here& here, const WindowCall& call, bool nosucceed = false);
  const Past& past(const Side& side) { return past_[side]; }
  void add_past(Violation& violation, const Place& place, const WindowCall& call);

  // Operations of one function outside of any epoch, up to the next call that opens or closes one: a single call is
  // missing, before the first of these operations.
  struct Unopened {
    Report::Number finding = 0;
    Place first;
    Operation operation;   // at `first`
    bool several = false;  // with different targets
    // An epoch that would allow it, but on another window.
    std::shared_ptr<const AccessEpoch> elsewhere;
  };
  const Unopened* unopened(const Side& side) const;
  void add_unopened(const Side& side, const Unopened& operations) { unopened_[side] = operations; }
  // Adds one more operation.
  void extend_unopened(const Side& side, const Operation& operation);
  // Opens an epoch before the first of them and closes it after the last.
  Fixes open_around(const Operation& first, const FixPlace& last, bool several);
  void forget_unopened(const Side& side) { unopened_.erase(side); }
  // `place` closes an epoch that was not opened before the operations outside of an epoch: `opening` gives the missing
  // call. Returns whether there were any. `rule`: the rule that the call itself breaks; "": none. `earlier`: a call
  // before them that needs the epoch, too; null: there is none.
  bool begun_by(const Place& place, const WindowCall& call, const std::function<FixCall()>& opening,
                std::string_view rule, const Place* earlier = nullptr);
  // The finding also covers the rule that the call breaks.
  void belongs(Report::Number number, std::string_view rule, const Place& place, const WindowCall& call);

  // Opening calls that the library refused; the owner passes the events on to it.
  RefusedEpochs& refused() { return refused_; }

  Violation violation(const Place& place, const WindowCall& call, std::string message);
  // FP-EPOCH-003 of a call that opens an epoch while `open` is open. Returns the finding, if it is new.
  std::optional<Report::Number> overlap(const Place& place, const WindowCall& call, const AccessEpoch& open);
  std::optional<Report::Number> overlap(const Place& place, const WindowCall& call, const ExposureEpoch& open);
  // The finding says that the access epochs that are open now should have been closed: if they are never closed, that
  // is the same mistake.
  void not_closed(const Place& place, const WindowCall& call, Report::Number number);

  // A call that names a target that the window does not have breaks FP-RANGE-003.
  static bool exists(const Window& window, Rank target) {
    return target == Rank::kAllTargets || window.processes.empty() || window.has_rank(target);
  }

  void window_gone(const Window& window);

 private:
  Words& words() { return report_.words(); }

  // `open`: the epoch; `close`: the call that would have closed it.
  Report::Number overlapping(const Place& place, const WindowCall& call, const std::string& open, Fixes close);
  // The call that opened the epoch on another window, or the operation itself, has the wrong window: `place` closes
  // what it should have opened. False: that is not likely.
  bool opened_elsewhere(const Unopened& operations, const Place& place, const WindowCall& call);
  // A fence of all ranks between the last operation of a fence epoch and the call at `place`.
  Fixes last_fence(const AccessEpoch& fence, const Place& place);
  // "fence epoch opened by …, in which 2 operations were issued,"
  std::string fence_words(const AccessEpoch& fence);

  Report& report_;
  RefusedEpochs refused_;
  std::map<Side, Past> past_;
  std::map<Side, Unopened> unopened_;
};

}  // namespace fencepost
