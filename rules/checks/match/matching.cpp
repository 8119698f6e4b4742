// What processes must agree on: collectives on communicators and windows, and pairs of post and start that were left
// over in runs that ended (FP-MATCH-001 to 004, 010, 011). hang.cpp covers runs that hang.
#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "checks_base/check.h"
#include "facts/calls.h"
#include "facts/window_creation.h"
#include "match_checks/makers.h"
#include "words/posts_made.h"

namespace fencepost {
namespace {

class MatchingCheck : public CheckOf<MatchingCheck> {
 public:
  using CheckOf::CheckOf;

  void collective(const Job& job, const CollectiveCall& call) override {
    if (!call.same_function) return different(call);
    if (!call.complete || call.window) return;
    const Communicator* communicator = job.communicator(call.communicator);
    if (communicator && communicator->inter()) return;  // intercommunicators name roots by MPI_ROOT and MPI_PROC_NULL
    const CollectiveMember* first = nullptr;
    for (const CollectiveMember& member : call.members) {
      if (!member.called) continue;
      if (!first) first = &member;
      if (member.root != first->root && member.root.ordinary() && first->root.ordinary())
        return different_roots(*first, member);
    }
  }

  void on(const event::WindowFreeBegin& free, const Here& here) {
    if (const Window* window = here.job.window_by_id(here.place.process, free.window))
      tried_.insert({here.place.process, window->key});
  }
  void on(const event::FinalizeBegin&, const Here& here) { finalize_at_[here.place.process] = here.place; }
  auto followers() { return std::tie(posts_, refused_); }

  void epochs_matched(const Job&, const EpochMatch& match) override { posts_.epochs_matched(match); }

  void window_gone(const Window& window) override {
    forget_sides(tried_, window);
    posts_.window_gone(window);
  }

  void finished(const Job& job, const EndOfRun& end) override {
    std::set<std::pair<ProcessId, StackId>> blocked;  // processes whose calls are explained as a hang
    for (const BlockedCall& call : end.blocked) blocked.insert({call.place.process, call.place.stack});
    for (const CollectiveCall& call : end.incomplete) incomplete(job, call, blocked);
    const auto hangs = [&](ProcessId process) {
      return std::ranges::any_of(end.blocked, [&](const BlockedCall& call) { return call.place.process == process; });
    };
    for (const auto& [start, targets_left] : end.unmatched_starts) {
      const Window* window = job.window(start->window);
      if (!window || hangs(start->process)) continue;
      std::vector<Rank> gone = ended(job, *window, targets_left);
      erase_refused(gone, start->window, MpiCall::kWin_post);
      if (gone.empty() || start->asserts & kNoCheck) continue;
      if (!report().is_new(rule::kStartWithoutPost, start->opened, start->window)) continue;
      Violation v;
      v.message = fmt::format("Rank {} starts an epoch to {} of {}, which never made a matching MPI_Win_post.",
                              start->process, gone_text(start->window, gone), words().window_short(start->window));
      v.why.push_back(upper_first(words().epoch(*start)) + ".");
      const std::vector<ProcessId> targets = words().world_ranks(start->window, gone);
      posts_.explain(start->window, start->process, targets, words(), v.why);
      v.suggestion = posts_.advice(start->window, start->process, targets, words());
      if (v.suggestion.empty())
        v.suggestion = fmt::format(
            "MPI_Win_post has to be called on {0} with {1} in the group, or the group of {2} must not name {0}.",
            words().targets(start->window, gone), words().target(start->window, window->rank_of(start->process)),
            words().call_at(start->opened));
      add(rule::kStartWithoutPost, start->opened, start->window, std::move(v));
    }
    for (const auto& [post, origins_left] : end.unmatched_posts) {
      const Window* window = job.window(post->window);
      if (!window || hangs(post->process)) continue;
      std::vector<Rank> gone = ended(job, *window, origins_left);
      erase_refused(gone, post->window, MpiCall::kWin_start);
      std::erase_if(gone, [&](Rank origin) {  // a finding already says so
        const ProcessId process = words().world_rank(post->window, origin);
        return report().missing().of(process, post->window, WaitsFor::kComplete, window->rank_of(post->process));
      });
      if (gone.empty() || !report().is_new(rule::kPostWithoutStart, post->opened, post->window)) continue;
      Violation v;
      v.message =
          fmt::format("Rank {} posts {} for {}, which never made a matching MPI_Win_start and MPI_Win_complete.",
                      post->process, words().window_short(post->window), gone_text(post->window, gone));
      v.why.push_back(upper_first(words().exposure(*post)) + ".");
      v.suggestion = fmt::format(
          "MPI_Win_start and MPI_Win_complete have to be called on {0}, or the group of {1} must not name {0}.",
          words().targets(post->window, gone), words().call_at(post->opened));
      const Report::Number number = add(rule::kPostWithoutStart, post->opened, post->window, std::move(v));
      for (const Rank origin : gone)
        report().missing().add(words().world_rank(post->window, origin), post->window, WaitsFor::kComplete,
                               window->rank_of(post->process), number);
    }
  }

 private:
  PostsMade posts_;
  RefusedEpochs refused_;
  std::map<ProcessId, Place> finalize_at_;  // by process
  std::set<Side> tried_;                    // to free a window: refused calls count; another finding gives the reason
  std::set<CommunicatorKey> out_of_step_;   // communicators on which different calls have met

  Report::Number add(std::string_view rule, const Place& place, WindowKey window, Violation v) {
    Access access = words().call(place);
    if (window) access.window = words().window(window);
    v.accesses.insert(v.accesses.begin(), std::move(access));
    return report().add(rule, place, std::move(v));
  }

  // Removes ranks whose call was made but refused: another finding gives the reason.
  void erase_refused(std::vector<Rank>& ranks, WindowKey window, MpiCall opening) {
    std::erase_if(ranks,
                  [&](Rank rank) { return refused_.missing({words().world_rank(window, rank), window}, opening); });
  }

  std::string gone_text(WindowKey window, const std::vector<Rank>& ranks) { return words().targets(window, ranks); }

  // The ranks whose processes have ended: they cannot make the call any more.
  static std::vector<Rank> ended(const Job& job, const Window& window, const std::vector<Rank>& ranks) {
    std::vector<Rank> gone;
    for (const Rank rank : ranks)
      if (window.has_rank(rank) && job.process(window.processes[rank]).finalizing) gone.push_back(rank);
    return gone;
  }

  void different(const CollectiveCall& call) {
    const CollectiveMember *first = nullptr, *other = nullptr;
    bool creation = false;
    for (const CollectiveMember& member : call.members) {
      if (!member.called) continue;
      creation = creation || creates_window(member.place.call);
      if (!first) first = &member;
      if (!other && member.place.call != first->place.call) other = &member;
    }
    if (!first || !other || is_out_of_step(call)) return;
    if (call.communicator) out_of_step_.insert(call.communicator);
    const std::string_view rule = creation      ? rule::kWindowCreationMismatch
                                  : call.window ? rule::kFenceMismatch
                                                : rule::kCollectiveMismatch;
    if (!report().is_new(rule, first->place, call.window)) return;
    Violation v;
    v.message = fmt::format("Rank {} calls {} as collective call {} on {}, but rank {} calls {}.", first->process,
                            words().call_at(first->place), number_of(static_cast<std::int64_t>(call.number)),
                            where(call), other->process, words().call_at(other->place));
    v.suggestion = "All members must make the same collective calls in the same order.";
    v.accesses = {words().call(first->place), words().call(other->place)};
    report().add(rule, first->place, std::move(v));
  }

  // Whether different calls were already reported on that communicator: from there on, all calls are matched wrongly.
  bool is_out_of_step(const CollectiveCall& call) const { return out_of_step_.contains(call.communicator); }

  std::string where(const CollectiveCall& call) {
    return call.window ? words().window_short(call.window) : words().communicator(call.communicator);
  }

  void different_roots(const CollectiveMember& first, const CollectiveMember& other) {
    if (!report().is_new(rule::kCollectiveMismatch, first.place)) return;
    Violation v;
    v.message = fmt::format("Rank {} calls {} with root {}, but rank {} calls {} with root {}.", first.process,
                            words().call_at(first.place), rank_text(first.root), other.process,
                            words().call_at(other.place), rank_text(other.root));
    v.suggestion = "All members of the communicator have to pass the same root.";
    v.accesses = {words().call(first.place), words().call(other.place)};
    report().add(rule::kCollectiveMismatch, first.place, std::move(v));
  }

  void incomplete(const Job& job, const CollectiveCall& call, const std::set<std::pair<ProcessId, StackId>>& blocked) {
    const CollectiveMember* caller = nullptr;
    std::vector<ProcessId> missing;
    for (const CollectiveMember& member : call.members) {
      if (member.called) {
        if (blocked.contains({member.process, member.place.stack})) return;
        if (!caller) caller = &member;
      } else {
        // Only if a process has ended is it known that the call never comes.
        if (!member.process.known() || !job.process(member.process).finalizing) return;
        if (!tried_.contains({member.process, call.window})) missing.push_back(member.process);
      }
    }
    if (!caller || missing.empty() || is_out_of_step(call)) return;
    const MpiCall function = caller->place.call;
    const std::string_view rule = creates_window(function)          ? rule::kWindowCreationMismatch
                                  : function == MpiCall::kWin_fence ? rule::kFenceMismatch
                                  : function == MpiCall::kWin_free  ? rule::kWindowFreeMismatch
                                                                    : rule::kCollectiveMismatch;
    if (!report().is_new(rule, caller->place, call.window)) return;
    Violation v;
    v.message = fmt::format("Rank {} calls {} on {}, but {} never {}.", caller->process, words().call_at(caller->place),
                            where(call), ranks_of(missing), missing.size() == 1 ? "does" : "do");
    for (const ProcessId process : missing)
      if (const auto at = finalize_at_.find(process); at != finalize_at_.end())
        v.why.push_back(fmt::format("Rank {} has reached {} without it.", process, words().call_at(at->second)));
    v.suggestion = fmt::format("{} is collective: all ranks have to call it.", name_of(function));
    const Report::Number number = add(rule, caller->place, call.window, std::move(v));
    const Window* window = job.window(call.window);
    if (rule == rule::kWindowFreeMismatch && window)
      for (const ProcessId process : missing) never_freed_follows(*window, process, number);
  }
};

}  // namespace

std::unique_ptr<Check> make_matching_check(Report& report) {
  return std::make_unique<MatchingCheck>(report);
}

}  // namespace fencepost
