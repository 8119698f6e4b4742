#include "epoch_checks/closing_threads.h"

#include <algorithm>

#include <fmt/format.h>

#include "registry/rule_ids.h"
#include "words/call_text.h"
#include "words/thread_words.h"

namespace fencepost {

void ClosingThreads::issued(const Operation& operation) {
  const auto& epoch = operation.epoch;
  auto& of_side = last_[{operation.place.process, operation.window}];
  const auto known = std::ranges::find_if(of_side, [&](const Last& last) {
    if (last.place.thread != operation.place.thread || last.kind != epoch->kind) return false;
    return last.kind == EpochKind::kFence || last.epoch == epoch;
  });
  Last& last = known != of_side.end() ? *known : of_side.emplace_back();
  last = {epoch->kind, epoch, operation.place, operation.issued};
}

template <class Closes>
void ClosingThreads::closes(const Here& here, const WindowCall& call, Closes&& closes_epoch) {
  const auto of_side = last_.find({here.place.process, call.window->key});
  if (of_side == last_.end()) return;
  std::erase_if(of_side->second, [&](const Last& last) {
    if (!closes_epoch(last)) return false;
    if (last.place.thread != here.place.thread && !here.job.happened_before(last.issued, Order::kObserved))
      tell(here.place, last.place, call.window->key, false);
    return true;
  });
}

void ClosingThreads::unlocks(const Here& here, const WindowCall& call, Rank target) {
  closes(here, call, [&](const Last& last) {
    if (target == Rank::kAllTargets) return last.kind == EpochKind::kLockAll;
    return last.kind == EpochKind::kLock && last.epoch->has_target(target);
  });
}

void ClosingThreads::completes(const Here& here, const WindowCall& call) {
  closes(here, call, [](const Last& last) { return last.kind == EpochKind::kStart; });
}

void ClosingThreads::ends_fences(const Here& here, const WindowCall& call) {
  closes(here, call, [](const Last& last) { return last.kind == EpochKind::kFence; });
}

void ClosingThreads::passes_fence(const Here& here, const WindowCall& call) {
  const auto of_side = last_.find({here.place.process, call.window->key});
  if (of_side == last_.end()) return;
  std::erase_if(of_side->second, [&](const Last& last) {
    return last.kind == EpochKind::kFence &&
           (last.place.thread == here.place.thread || here.job.happened_before(last.issued, Order::kObserved));
  });
}

bool ClosingThreads::was_closed_beside(const Job& job, const Place& place, WindowKey window,
                                       const AccessEpochs::Past& past) {
  if (!past.closed.known() || past.closed.thread == place.thread) return false;
  if (job.happened_before(past.closed_at, Order::kObserved)) return false;
  tell(past.closed, place, window, true);
  return true;
}

void ClosingThreads::tell(const Place& closing, const Place& used, WindowKey window, bool came_later) {
  if (!report_.is_new(rule::kEpochClosedBesideThread, closing, window)) return;
  Words& words = report_.words();
  Violation v;
  v.message = fmt::format("Thread {} of rank {} calls {} on {}, and nothing orders it after {} of thread {}.",
                          closing.thread.number(), closing.process, name_of(closing.call), words.window_short(window),
                          words.call_at(used), used.thread.number());
  v.why.push_back("The threads of a process share its epochs.");
  const std::string_view consequence =
      closing.call == MpiCall::kWin_free ? "after the window was freed" : "outside of any epoch";
  v.why.push_back(came_later
                      ? fmt::format("In this run {} came second: it is {}.", words.call_at(used), consequence)
                      : fmt::format("In this run {} came first. In another one it may come second: then it is {}.",
                                    words.call_at(used), consequence));
  v.accesses = {words.call(closing), words.call(used)};
  v.accesses.front().window = words.window(window);
  v.suggestion = has_to_wait(closing, used, words.call_at(closing));
  report_.add(rule::kEpochClosedBesideThread, closing, std::move(v));
}

}  // namespace fencepost
