// Exposure: fences, and post, start, complete, wait.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "chapters/chapter.h"
#include "chapters/collectives.h"
#include "chapters/operations.h"
#include "match/exposures.h"

namespace fencepost::check {

class ExposureChapter : public Chapter {
 public:
  ExposureChapter(Services& services, CollectiveChapter& collectives, OperationChapter& operations,
                  ReadsFromChapter& reads_from);

  bool ready(Thread&, const event::FenceEnd&);
  bool ready(Thread&, const event::CompleteEnd&);
  bool ready(Thread&, const event::ExposureWaitEnd&);
  bool ready(Thread&, const event::ExposureTest&);
  void apply(Thread&, const event::FenceBegin&);
  void apply(Thread&, const event::FenceEnd&);
  void apply(Thread&, const event::Post&);
  void apply(Thread&, const event::StartBegin&);
  void apply(Thread&, const event::CompleteBegin&);
  void apply(Thread&, const event::CompleteEnd&);
  void apply(Thread&, const event::ExposureWaitBegin&);
  void apply(Thread&, const event::ExposureWaitEnd&);
  void apply(Thread&, const event::ExposureTest&);

  // What had happened before the target opens to an operation that is issued now, in an epoch of a start or a fence.
  // Null: the operation waits for the opening, and is placed then.
  SharedClocks opening_by_post(const std::shared_ptr<RmaOperation>& operation);
  SharedClocks opening_by_fence(const std::shared_ptr<RmaOperation>& operation);
  // Operations whose target side has not started yet; some may have started meanwhile (target_placed).
  template <class Visit>
  void each_deferred(Visit&& visit) const {
    windows_.each([&](const OnWindow& window) {
      for (const auto& [target, pair] : window.started) std::ranges::for_each(pair->waiting_for_post, visit);
    });
    for (const auto& [fence, operations] : waiting_for_fence_) std::ranges::for_each(operations, visit);
    for (const auto& pair : exposures_.unmatched()) std::ranges::for_each(pair->waiting_for_post, visit);
  }

  bool is_idle(ProcessId process, WindowKey window) const;
  void forget_window(ProcessId process, WindowKey window) { windows_.forget(process, window); }
  // All its processes have forgotten the window. False: a pair is not complete.
  bool forget_window(WindowKey window) { return exposures_.forget_window(window); }

  // ---- at the end of the run
  std::vector<Rank> targets_not_posted(ProcessId process, WindowKey window) const;
  std::vector<Rank> origins_not_complete(ProcessId process, WindowKey window) const;
  std::vector<std::shared_ptr<ExposurePair>> unmatched() const { return exposures_.unmatched(); }

 private:
  struct OnWindow {
    std::shared_ptr<match::Meeting> fence;                  // the last one
    std::map<Rank, std::shared_ptr<ExposurePair>> started;  // of the open start, by target
    std::vector<std::shared_ptr<ExposurePair>> posted;      // of the open post
  };
  struct InCall {
    std::shared_ptr<AccessEpoch> epoch;
    std::uint32_t asserts = 0;
    OperationList fetches;  // completed in this call; what they read from is known at its end
  };
  struct FenceOfTarget {
    std::shared_ptr<match::Meeting> meeting;
    std::size_t target = 0;  // member
    friend auto operator<=>(const FenceOfTarget&, const FenceOfTarget&) = default;
  };
  void arrive_at_fence(Thread& thread, const Window& window, std::uint32_t asserts);
  void expose(Thread& thread, const Window& window, const std::shared_ptr<ExposureEpoch>& epoch, order::NodeName node);
  void match_start(Thread& thread, const std::shared_ptr<AccessEpoch>& epoch);
  bool exposure_ready(Thread& thread, WindowKey window);
  void exposure_done(Thread& thread, WindowKey window, const Place& place, bool tested);

  CollectiveChapter& collectives_;
  OperationChapter& operations_;
  ReadsFromChapter& reads_from_;
  match::Exposures<OperationList> exposures_;
  ByWindow<OnWindow> windows_;
  OfCalls<InCall> calls_;
  // Deferred until the target's fence (NOPRECEDE).
  std::map<FenceOfTarget, OperationList> waiting_for_fence_;
};

}  // namespace fencepost::check
